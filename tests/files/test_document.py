"""Reading YAML and JSON: what comes out, where it stands, and what is refused."""

import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.files.build import DEEPEST
from enfilade.files.document import MOST_YAML, BadFile, Place, field, parse, parse_lines, read
from enfilade.files.writing import write
from enfilade.referee import Mistake


def data(text: str) -> Any:
    return parse(text).data


def refused(text: str | bytes, name: str = "text") -> str:
    with pytest.raises(BadFile) as caught:
        parse(text, name)
    return str(caught.value)


# ---------------------------------------------------------------------------- what values mean


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("no", "no"),
        ("12:30", "12:30"),
        ("012", 12),
        ("0o17", 15),
        ("0x1F", 31),
        ("+7", 7),
        ("1.50", Decimal("1.50")),
        (".5", Decimal("0.5")),
        ("1e3", Decimal("1000")),
        ("0.1", Decimal("0.1")),
        ("true", True),
        ("yes", "yes"),
        ("~", None),
        ("", None),
        ("1_000", "1_000"),
        ("2026-11-29", "2026-11-29"),
        ("'12'", "12"),
        ("4ft", "4ft"),
        ('"\\u00e9"', "é"),
        ('"\\ud83d\\ude00"', "😀"),
    ],
)
def test_scalars_follow_the_core_schema_of_yaml_1_2(written, meant):
    value = data(f"a: {written}\n")["a"]
    assert value == meant
    assert type(value) is type(meant)


def test_decimals_keep_their_digits():
    assert str(data("a: 0.10")["a"]) == "0.10"
    assert str(data('{"a": 0.10}')["a"]) == "0.10"
    assert data("a: 0.1")["a"] * 3 == Decimal("0.3")


def test_names_are_texts_as_they_are_written():
    assert parse('{1.1: a, true: b, ~: c, "x y": d, 007: e}').data == {
        "1.1": "a",
        "true": "b",
        "~": "c",
        "x y": "d",
        "007": "e",
    }


def test_yaml_and_json_of_the_same_scenario_are_the_same_data():
    yaml = """
        format: enfilade/scenario/1
        units:
          - {id: a, ranks: ["44", "2."], position: [10, 6.25]}
          - id: b
            tokens: {}
            wounds: []
    """
    json = """{"format": "enfilade/scenario/1", "units": [
        {"id": "a", "ranks": ["44", "2."], "position": [10, 6.25]}, {"id": "b", "tokens": {}, "wounds": []}]}"""
    assert parse(yaml).data == parse(json).data == parse(json, "x.json").data


def test_an_alias_stands_for_its_value():
    assert parse("a: &p {type: infantry}\nb: *p\nc: [*p, &n 3, *n]").data == {
        "a": {"type": "infantry"},
        "b": {"type": "infantry"},
        "c": [{"type": "infantry"}, 3, 3],
    }


def test_a_mark_at_the_start_and_windows_lines_are_no_trouble():
    assert parse(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n").data == {"a": 1, "b": 2}


# ---------------------------------------------------------------------------------- places


@pytest.mark.parametrize("name", ["x.yaml", "x.json"])
def test_every_name_and_value_has_its_place(name):
    text = '{"units": [\n  {"id": "a",\n   "at": [1,\n     22]}]}'
    places = parse(text, name).places
    assert places.value(()) == (1, 1)
    assert places.name(("units",)) == (1, 2)
    assert places.value(("units",)) == (1, 11)
    assert places.value(("units", 0)) == (2, 3)
    assert places.name(("units", 0, "at")) == (3, 4)
    assert places.value(("units", 0, "at", 1)) == (4, 6)


def test_a_path_that_is_not_there_has_the_place_of_what_is_around_it():
    places = parse("units:\n  - id: a\n").places
    assert places.value(("units", 0, "facing")) == places.value(("units", 0)) == Place(2, 5)
    assert places.value(("units", 7, "x")) == places.value(("units",))
    assert places.name(("table", "width")) == places.value(())


def test_a_value_behind_an_alias_has_its_anchors_place():
    places = parse("a: &p {x: 1}\nb:\n  c: *p\n").places
    assert places.value(("b", "c", "x")) == places.value(("a", "x")) == Place(1, 11)


@given(st.text("ab\n\r\té😀 ", max_size=30).map(lambda space: space.replace("\t", " ")))
def test_places_count_as_an_editor_does(filler):
    comment = "".join(f"# {line}\n" for line in filler.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    text = comment + "alpha: [0, 1]\n"
    lines = text.split("\n")
    place = parse(text).places.value(("alpha", 1))
    assert lines[place.line - 1][place.column - 1 :] == "1]"


# ------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: 1\nb: 2\na: 3\n", '3:1 a: expected every name once, found "a" a second time; the first is on line 1, col'),
        (
            '{"a": 1,\n "a": 2}',
            '2:2 a: expected every name once, found "a" a second time; the first is on line 1, column 2',
        ),
        ("a: 1\nb: [2\n", '3:1 b[1]: expected a "," or the closing bracket, found neither'),
        ("a: 1\n\tb: 2\n", "2:1: expected spaces, found a tab; indent with spaces"),
        ("a: b: c", '1:5: expected one "name: value" to a line, found a second ":"; put the text in quotes'),
        ("a: 'x", "1:6 a: expected the closing quote, found the end of the document"),
        ("a: @x", "1:4 a: expected a value or a name, found a character that cannot start one; put the text in quotes"),
        ("a: 1\n  b: 2\n", '2:4: expected one "name: value" to a line, found a second ":"; put the text in quotes, or'),
        (
            "a:\n  - b\n c: 1\n",
            "3:2: expected the next field or entry, indented like the one before, found something else",
        ),
        (
            "- a\nb: 1\n",
            "2:1 [1]: expected the next field or entry, indented like the one before, found something else",
        ),
        ("a: .nan", "1:4 a: expected a finite number, found .nan"),
        ("a: -.inf", "1:4 a: expected a finite number, found -.inf"),
        ("a: 1000000000000000", "1:4 a: expected a number below 10^15"),
        ("a: -1e15", "1:4 a: expected a number below 10^15"),
        ("a: 1e999999999999", "1:4 a: expected a number below 10^15"),
        ("a: 1e-401", "1:4 a: expected a number below 10^15"),
        (f"a: {'9' * 5000}", "1:4 a: expected a number below 10^15"),
        (f"a: 0.{'1' * 5000}", "1:4 a: expected a number below 10^15"),
        ("a: !!python/object:os.system x", "1:4 a: expected a plain value, found the type tag"),
        ("a: !!str 1", "1:4 a: expected a plain value, found the type tag"),
        ("a: ! x", "1:4 a: expected a plain value, found the type tag"),
        ("a: &x 1\n<<: *x\n", '2:1 ["<<"]: expected a name, found a merge (<<); write the fields out'),
        (": 1", '1:1 [""]: expected a name, found none'),
        ("[a]: 1", "1:1: expected a name, found a list, mapping or alias in its place"),
        ("? {a: 1}\n: 1", "1:3: expected a name, found a list, mapping or alias in its place"),
        ("a: *nobody", "1:4 a: expected an anchor &nobody earlier in the file, found none"),
        ("a: &a [*a]", "1:8 a[0]: expected a value, found *a inside what it stands for"),
        ("a: 1\n---\nb: 2\n", "2:1: expected one document in a file, found a second document"),
        ("%YAML 1.1\n---\na: 1\n", "1:1: expected YAML 1.2 without tags, found another directive"),
        ("%TAG ! tag:x\n---\na: 1\n", "1:1: expected YAML 1.2 without tags, found another directive"),
        ("", "1:1: expected YAML or JSON, found an empty file"),
        (" \n\n", "1:1: expected YAML or JSON, found an empty file"),
        ("# only a comment\n", "1:1: expected YAML or JSON, found nothing but comments"),
        ("a: \x1b[31m", "1:4: expected text without control characters, found U+001B"),
        ('a: "\\e[31m"', "1:4 a: expected text without control characters, found U+001B"),
        ('a: "\\ud800"', "1:4 a: expected text without control characters, found U+D800"),
        ('"a\\0b": 1', '1:1 ["a<U+0000>b"]: expected text without control characters, found U+0000'),
        ("a:\n b\u2028c", "2:3: expected text without control characters, found U+2028"),
        ('"\\U00110000"', "1:1: expected YAML 1.2 or JSON"),
    ],
)
def test_a_mistake_is_told_with_its_place(text, told):
    assert refused(text).startswith(f"text:{told}")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a" 1}', '1:6 a: expected ":", found "1}"'),
        ('{"a": 01}', '1:7 a: expected a value, found "01}"'),
        ("{a: 1}", '1:2: expected a name in double quotes or "}", found "a: 1}"'),
        ("[1,]", '1:4 [1]: expected a value, found "]"'),
        ("[1 2]", '1:4 [1]: expected "," or a closing bracket, found "2]"'),
        ("[1}", '1:3 [1]: expected "," or a closing bracket, found "}"'),
        ("[NaN]", '1:2 [0]: expected a value or "]", found "NaN]"'),
        ("[1", '1:3 [1]: expected "," or a closing bracket, found the end of the file'),
        ('["a\nb"]', "1:2 [0]: expected a closing quote on the same line, found none"),
        ('["\\q"]', '1:3 [0]: expected an escape such as \\n, \\" or \\u00e9, found "\\\\q"'),
        ("[1]\n\n[2]", '3:1: expected the end of the file, found "[2]"; one file holds one document'),
        ("[1e400]", "1:2 [0]: expected a number below 10^15"),
    ],
)
def test_json_is_read_strictly(text, told):
    assert refused(text, "x.json").startswith(f"x.json:{told}")


def test_all_mistakes_that_can_be_seen_at_once_are_told_in_order():
    lines = refused("b: .inf\na: {x: 1, x: 2}\nb: 1e99\nc: *d\n").splitlines()
    assert [line.split(" ")[0] for line in lines] == ["text:1:4", "text:2:11", "text:3:1", "text:3:4", "text:4:4"]


def test_other_encodings_are_refused_with_advice():
    assert refused("a: 1".encode("utf-16")).endswith("expected UTF-8 text, found UTF-16 or UTF-32; save it as UTF-8")
    assert refused(b"a: 1\nb: \xe9t\xe9\n") == "text:2:4: expected UTF-8 text, found the byte 0xe9; save it as UTF-8"


# --------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize("opening", ["[", '{"a":', "- ", "{a: "])
def test_depth_is_limited(opening):
    assert "lists and mappings inside each other" in refused(opening * 20_000)


def test_the_deepest_document_is_read_and_one_deeper_is_not():
    deepest = "[" * DEEPEST + "]" * DEEPEST
    assert parse(deepest).places.value((0,) * 3) == (1, 4)
    refused(f"[{deepest}]")
    assert write(data(f"a: &a {deepest[1:-1]}\nb: *a")["b"]) == deepest[1:-1]
    refused(f"a: &a {deepest[1:-1]}\nb: [*a]")


def test_a_bomb_of_aliases_is_refused_before_it_goes_off():
    bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
    for one, next_ in zip("abcdefgh", "bcdefghi", strict=True):
        bomb += f"{next_}: &{next_} [{', '.join([f'*{one}'] * 10)}]\n"
    assert "expected at most 15,000 values, found more; aliases count as what they stand for" in refused(bomb)
    long = f"a: &a {'x' * 100_000}\nb: [{'*a, ' * 10_000}]"
    assert "mappings and long texts as several values" in refused(long)


def test_the_number_of_values_is_limited():
    assert "at most 15,000 values" in refused("a: [" + "1," * 20_000 + "]")
    assert "at most 160,000 values" in refused("[" + "1," * 160_001 + "1]")
    assert "at most 160,000 values" in refused("[" + "{}," * 54_000 + "1]")
    assert len(data("[" + "1," * 49_998 + "1]")) == 49_999
    assert "at most 2,000 names in a mapping" in refused("{" + "".join(f'"{n}":1,' for n in range(2_001)) + '"x":1}')


def test_large_files_are_for_json():
    long = "x" * MOST_YAML
    assert refused(f"a: {long}").endswith("write it as JSON")
    assert parse(f'{{"a": "{long}"}}').data == {"a": long}
    assert refused("[" + " " * MOST_YAML + "1,]").endswith('expected a value, found "]"')


HOSTILE = [
    "'[' * 8_000_000",
    "'[1.5,{}],' * 800_000",
    "'{' + '\"a\":[],' * 1_000_000",
    "'a: &a [' + 'x,' * 90 + ']\\nb: &b [' + '*a,' * 90 + ']\\nc: [' + '*b,' * 9000 + ']'",
    "'{' + ''.join(f'a{n}: 1,' for n in range(20_000)) + '}'",
    "'\\\\n' * 4_000_000",
    "b'\\xff' * 60_000_000",
    "'x' * 60_000_000",
]


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a process as Linux does")
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_refused_in_little_memory(text):
    # The text itself is there first; reading it may take 200 MB more.
    code = f"""
import resource
from pathlib import Path
from typing import Any
from enfilade.files.document import BadFile, parse
import ruamel.yaml
text = {text}
held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (held + 200 * 2**20,) * 2)
try:
    parse(text)
except BadFile as error:
    print("refused", len(str(error)) < 20_000)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("refused True\n", "")


# ------------------------------------------------------------------------------------------ files


def test_a_file_is_read(tmp_path):
    (tmp_path / "x.battle.yaml").write_text("a: 1\n")
    document = read(tmp_path / "x.battle.yaml")
    assert document.data == {"a": 1}
    assert document.name == str(tmp_path / "x.battle.yaml")
    assert document.folder == str(tmp_path)


def test_what_is_no_file_is_refused(tmp_path):
    def told(path: object) -> str:
        with pytest.raises(BadFile) as caught:
            read(path)  # type: ignore[arg-type]
        return str(caught.value).removeprefix(str(tmp_path))

    (tmp_path / "castle.yaml").write_text("a: 1")
    assert (
        told(tmp_path / "castel.yaml")
        == '/castel.yaml: expected a file, found no such file; did you mean "castle.yaml"?'
    )
    assert "there is no folder" in told(tmp_path / "nowhere" / "x.yaml")
    assert told(tmp_path) == ": expected a file, found a folder"
    assert "expected a file, found a device or a pipe" in told("/dev/zero")
    assert "expected a file that can be read" in told("a\0b")
    assert "expected a file that can be read" in told(tmp_path / ("x" * 300))
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert "expected a file that can be read" in told(tmp_path / "loop")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_does_not_hang_the_reader(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadFile, match="expected a file, found a device or a pipe"):
        read(tmp_path / "pipe")


def test_a_file_of_50_megabytes_is_refused_unread(tmp_path):
    path: Path = tmp_path / "huge.yaml"
    with path.open("wb") as stream:
        stream.truncate(50 * 2**20)
    with pytest.raises(BadFile, match=r"huge.yaml: expected at most 8,388,608 bytes, found 52,428,800"):
        read(path)


def test_names_of_files_cannot_forge_lines(tmp_path):
    assert "\n" not in refused("a: .nan", "x\ny: 1:1 all is well")


# --------------------------------------------------------------------------------- error texts


def test_fields_are_printed_as_a_player_would_point_at_them():
    assert field(("units", 2, "facing")) == "units[2].facing"
    assert field(("wounds", "1.1")) == 'wounds["1.1"]'
    assert field(("a\x1b[31m\n",)) == '["a<U+001B>[31m\\n"]'
    assert len(field(("x",) * 1000)) < 200


def test_a_document_refuses_with_places_in_the_order_of_the_file():
    document = parse("b: 1\na: {c: 2}\n", "x.yaml")
    error = document.refuse([Mistake(("a", "c"), "3", "2", "count again"), Mistake(("b",), "2", "1")])
    assert str(error) == "x.yaml:1:4 b: expected 2, found 1\nx.yaml:2:8 a.c: expected 3, found 2; count again"
    assert [mistake.path for mistake in error.mistakes] == [("b",), ("a", "c")]


def test_a_thousand_mistakes_are_not_all_printed():
    document = parse("[" + "1," * 999 + "1]")
    lines = str(document.refuse(Mistake((n,), "2", "1") for n in range(1000))).splitlines()
    assert len(lines) == 101
    assert lines[-1] == "text: and 900 more mistakes"


def test_json_lines_count_their_lines():
    documents = parse_lines('{"a": 1}\n{"b": 2}\n', "x.jsonl")
    assert [(one.data, one.places.value(())) for one in documents] == [({"a": 1}, (1, 1)), ({"b": 2}, (2, 1))]
    with pytest.raises(BadFile, match=r"^x.jsonl:2:4 \[1\]: expected"):
        list(parse_lines("[1]\n[1 \n", "x.jsonl"))
    with pytest.raises(BadFile, match="values"):
        list(parse_lines("[1,2,3]\n" * 40_000))


# -------------------------------------------------------------------------------------- fuzz


def survives(source: str | bytes, name: str = "text") -> None:
    """Nothing but our own error, or a document that prints and reads back equal."""
    told = ""
    try:
        read_once = parse(source, name).data
    except BadFile as error:
        told = str(error)
    if told:
        assert all(line.startswith(f"{name}:") for line in told.split("\n"))
        assert all(c.isprintable() for c in told.replace("\n", ""))
        return
    for indent in (None, 2):
        again = parse(write(read_once, indent), "again.json").data
        assert again == read_once
        assert kinds(again) == kinds(read_once)


def kinds(value: object) -> object:
    """The shape of a document and the kinds of its values; True == 1, but they are not the same."""
    if isinstance(value, dict):
        return {name: kinds(inner) for name, inner in value.items()}
    return [kinds(inner) for inner in value] if isinstance(value, list) else type(value)


SCENARIO = """\
format: enfilade/scenario/1   # a comment
ruleset: "runewars"
table: {width: 6ft, depth: 3ft, tray: 2.5in}
units:
  - &first
    id: reanimates
    ranks: ["44", '2.']
    position: [10, -6.50]
    wounds: {"1.1": 2, 2.1: 0x10}
    text: >-
      folded
      text
  - *first
  - {id: ~, "facing": 1e1, literal: true}
"""
FRAGMENTS = st.sampled_from(
    [*"[]{}:,-?&*!|>'\"%@`#~\\\n\t .0e\ufeff\x00\x85é", "- ", ": ", "*first", "&x ", "!!", "\n  ", "---"]
)


@given(st.binary(max_size=200))
def test_random_bytes(source):
    survives(source)


@given(st.text(st.characters(exclude_categories=()), max_size=100), st.sampled_from(["text", "x.json"]))
def test_random_text(source, name):
    survives(source, name)


@given(
    st.lists(FRAGMENTS | st.text("abc1. ", max_size=4), max_size=40).map("".join), st.sampled_from(["text", "x.json"])
)
def test_random_pieces_of_syntax(source, name):
    survives(source, name)


@given(st.data(), st.sampled_from([SCENARIO, write(parse(SCENARIO).data), write(parse(SCENARIO).data, 1)]))
def test_damaged_scenarios(choose, source):
    for _ in range(choose.draw(st.integers(1, 4))):
        at = choose.draw(st.integers(0, len(source)))
        to = choose.draw(st.integers(at, min(len(source), at + 12)))
        source = source[:at] + choose.draw(FRAGMENTS | st.just("")) + source[to:]
    survives(source)


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**15) + 1, 10**15 - 1)
    | st.decimals(-(10**14), 10**14, places=5)
    | st.floats(-1e14, 1e14)
    | st.text(
        st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="\ufeff\ufffe\uffff"), max_size=20
    )
)
DATA = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text("ab .:#é\n", max_size=5), inner, max_size=5),
    max_leaves=30,
)


@given(DATA, st.sampled_from([None, 1]))
def test_what_is_written_is_read_again(written, indent):
    text = write(written, indent)
    expected = exact(written)
    assert parse(text, "x.json").data == expected
    # The same text through the YAML reader: its first character makes it no JSON.
    assert parse(f"# \n{text}").data == expected


def exact(value: object) -> object:
    """Floats as the decimals that they print as."""
    if isinstance(value, dict):
        return {name: exact(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [exact(inner) for inner in value]
    return Decimal(repr(value)) if isinstance(value, float) else value


@pytest.mark.parametrize("value", [float("nan"), float("inf"), Decimal("NaN"), {1: 2}, {1, 2}, object()])
def test_what_no_file_can_hold_is_not_written(value):
    with pytest.raises(TypeError):
        write([value])
