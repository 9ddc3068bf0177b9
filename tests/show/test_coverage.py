import pytest

from enfilade.files.scenario import playable
from enfilade.rulesets import load
from enfilade.show.coverage import coverage_json, coverage_markdown, coverage_report


@pytest.mark.parametrize("name", playable())
def test_every_clause_and_every_reading_is_told(name):
    ruleset = load(name)
    told = str(coverage_report(ruleset)).split("\n")
    markdown, data = coverage_markdown(ruleset), coverage_json(ruleset)
    for key in ruleset.book.sources:
        assert any(line.strip().startswith(key) for line in told)
        assert f"| {key} |" in markdown
    assert [source["rule"] for source in data["sources"]] == list(ruleset.book.sources)
    assert [reading["name"] for reading in data["readings"]] == list(ruleset.book.readings)
    for reading in ruleset.book.readings.values():
        assert any(line.strip().startswith(f"{reading.default} *") for line in told)
