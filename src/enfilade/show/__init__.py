"""Rulings, odds and rolls shown: as words for the table, as pictures, as JSON. Nothing is computed here anew.

Every sentence and every number on a picture is read off a ruling, a distribution or a trace.
"""

from enfilade.show.answers import odds_json, rulings_json
from enfilade.show.charts import chart
from enfilade.show.drawing import draw
from enfilade.show.report import Report, Row, report
from enfilade.show.svg import Picture

__all__ = ["Picture", "Report", "Row", "chart", "draw", "odds_json", "report", "rulings_json"]
