"""Results as tables: CSV, Parquet, data frames. A file is written whole or not at all."""

import csv
import io
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from enfilade.lab.fought import LabError


def frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    """The rows as a pandas data frame."""
    try:
        import pandas
    except ImportError:
        raise LabError("a data frame needs pandas: pip install 'enfilade[notebook]'") from None
    return pandas.DataFrame([dict(row) for row in rows])


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows as CSV with a head line; a column that some rows lack is empty there."""
    heads = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, heads, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file whole: an error, such as a full disk, leaves what was there before."""
    _replace(Path(path), text.encode("utf-8"))


def write_table(path: str | os.PathLike[str], rows: Sequence[Mapping[str, Any]]) -> None:
    """Write the rows as the file's ending says: .csv or .parquet."""
    if str(path).endswith(".parquet"):
        _replace(Path(path), _parquet(rows))
    else:
        write_text(path, csv_text(rows))


def _parquet(rows: Sequence[Mapping[str, Any]]) -> bytes:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise LabError("a Parquet file needs pyarrow: pip install 'enfilade[notebook]'") from None
    heads = list(dict.fromkeys(name for row in rows for name in row))
    table = pyarrow.table({head: [row.get(head) for row in rows] for head in heads})
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table, sink)
    return bytes(sink.getvalue().to_pybytes())


def _replace(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name}.part")
    try:
        with beside.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(beside, path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None
