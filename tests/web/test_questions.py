"""What the table answers is what the battle, its rulings and its odds say, and nothing else."""

import asyncio
import json
import random
import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from starlette.requests import Request
from tests.web.asking import DUNGEON, EXAMPLES, MAP_TEXT, SCENE, STILL, ask, page, text_of, told

from enfilade.files.record import write
from enfilade.files.scenario import load
from enfilade.lab.worths import changed
from enfilade.referee import Action, same
from enfilade.show.calling import calling
from enfilade.show.drawing import relabelled
from enfilade.show.report import report
from enfilade.show.tallies import alike
from enfilade.web.desk import Gone, watched
from enfilade.web.settings import Effort
from enfilade.web.telling import plain
from enfilade.web.worths import Weighing, worths

NAMES = sorted(
    f"{file.parent.name}/{file.name.removesuffix('.battle.yaml')}" for file in EXAMPLES.glob("*/*.battle.yaml")
)
REAR = "runewars/struck-in-the-rear"


def battle(name=REAR):
    return load(EXAMPLES / f"{name}.battle.yaml")


def scenario(name=REAR):
    return plain(battle(name).scenario)


def shape(one):
    return [one.get("label", ""), *one["points"]]


@pytest.mark.parametrize("name", [name for name in NAMES if not re.search("turn-[1-7]", name)])
async def test_every_shipped_scenario_is_told_and_judged_as_its_file(name):
    mine = battle(name)
    async with page() as asking:
        given = (await asking.get(f"/api/examples/{name}")).json()
        assert given["text"] == text_of(name)
        position = (await asking.post("/api/position", json={"scenario": given["scenario"]})).json()
        judged = (await asking.post("/api/judge", json={"scenario": position["scenario"]})).json()["rulings"]
        again = {"scenario": position["scenario"], "actions": position["candidates"]}
        assert (await asking.post("/api/judge", json=again)).json()["rulings"] == judged
        brief = (await asking.post("/api/judge", json={**again, "actions": None, "brief": True})).json()["rulings"]
    assert position["ruleset"] == mine.ruleset.name
    assert position["scenario"] == given["scenario"] == json.loads(json.dumps(plain(mine.scenario)))
    assert {piece["id"] for piece in position["pieces"]} == {p.id for p in mine.ruleset.pieces(mine.state)}
    assert {piece["side"] for piece in position["pieces"]} <= set(position["sides"])
    assert len(position["scene"]["shapes"]) == len(mine.scene().shapes)
    rulings = [mine.judge(action) for action in mine.candidates()]
    assert len(judged) == len(brief) == len(rulings)
    for one, short, ruling in zip(judged, brief, rulings, strict=True):
        exact = json.loads(json.dumps(ruling.json(calling(mine, same))))
        drawn = relabelled(ruling.evidence, calling(mine, same))  # labels are texts: names stand in them
        exact["evidence"] = json.loads(json.dumps([shape.json() for shape in drawn]))
        as_exact = {key: one[key] for key in exact if key != "readings"}
        assert as_exact == {key: value for key, value in exact.items() if key != "readings"}
        assert {reading["name"]: reading["option"] for reading in one["readings"]} == exact["readings"]
        assert (short["verdict"], short["values"], short["rollable"]) == (
            one["verdict"],
            one["values"],
            one["rollable"],
        )
        assert short["steps"] == short["evidence"] == short["assumptions"] == []
        assert one["rollable"] == (ruling.dice is not None)
        assert not one["throws"] or one["rollable"]


@pytest.mark.parametrize("name", [REAR, "asoiaf/shift-before-shooting", "ageofmagic/alexander-and-darius-turn-9"])
async def test_odds_are_those_of_the_battle(name):
    mine = battle(name)
    action = next(one for one in mine.actions() if mine.judge(one).dice and len(mine.odds(one)) > 1)
    odds = await told("/api/odds", {"scenario": scenario(name), "action": action.json()})
    assert (odds["exact"], odds["policy"], odds["action"]) == (True, next(iter(mine.ruleset.policies)), action.json())
    assert "samples" not in odds
    tallies = alike(mine.odds(action))
    assert [tally["name"] for tally in odds["tallies"]] == [tally.names[0] for tally in tallies]
    for tally, exact in zip(odds["tallies"], tallies, strict=True):
        shares = [Fraction(outcome["probability"]) for outcome in tally["outcomes"]]
        assert sum(shares) == 1
        assert shares == [exact.exactly(value).share for value in exact.values]
        if exact.numeric:
            assert Fraction(tally["expected"]) == exact.expected()
            least = [Fraction(outcome["at_least"]) for outcome in tally["outcomes"]]
            assert least[0] == 1
            assert [sum(shares[n:]) for n in range(len(shares))] == least
        else:
            assert "expected" not in tally
            assert all("at_least" not in outcome for outcome in tally["outcomes"])


async def test_odds_of_another_reading_and_another_policy():
    mine, action = battle(), {"kind": "melee", "attacker": "reanimates", "target": "spearmen", "edge": "rear"}
    name, option = next(
        (name, option)
        for name, reading in mine.ruleset.book.readings.items()
        for option in reading.options
        if option != reading.default
    )
    other = {**scenario(), "readings": {name: option}}
    by_reading = await told("/api/odds", {"scenario": scenario(), "action": action, "readings": {name: option}})
    assert by_reading == await told("/api/odds", {"scenario": other, "action": action})
    best = await told("/api/odds", {"scenario": scenario(), "action": action, "policy": "best"})
    exact = mine.odds(Action.from_json(action), "best")
    assert best["policy"] == "best"
    assert Fraction(best["tallies"][0]["expected"]) == alike(exact)[0].expected()


async def test_too_much_work_is_sampled_and_says_so():
    body = {"scenario": scenario(), "action": battle().actions()[0].json()}
    odds = await told("/api/odds", body, effort=Effort(branches=1, samples=500))
    assert (odds["exact"], odds["samples"]) == (False, 500)
    for tally in odds["tallies"]:
        for outcome in tally["outcomes"]:
            low, high = outcome["interval"]
            assert 0 <= low <= outcome["p"] <= high <= 1


async def test_refused_odds_come_with_the_ruling():
    refused = next(one for one in battle("runewars/archers-and-a-screen").candidates()
                   if not battle("runewars/archers-and-a-screen").judge(one).legal)  # fmt: skip
    body = {"scenario": scenario("runewars/archers-and-a-screen"), "action": refused.json()}
    for question in ("odds", "worth"):
        answer = await ask(f"/api/{question}", body)
        assert answer.status_code == 422
        found = answer.json()
        assert (found["error"], found["message"]) == ("refused", found["ruling"]["refusal"]["text"])
        assert found["ruling"]["verdict"] == "refused"


async def test_a_settled_action_has_no_odds():
    mine = battle("lineofattack/behind-the-crates")
    legal = next(one for one in mine.actions() if mine.judge(one).dice is None)
    answer = await ask("/api/odds", {"scenario": scenario("lineofattack/behind-the-crates"), "action": legal.json()})
    assert answer.status_code == 422
    assert answer.json()["ruling"]["verdict"] == "legal"


async def test_every_worth_is_the_same_attack_with_one_field_changed():
    mine = battle()
    action = next(one for one in mine.actions() if mine.judge(one).dice)
    found = (await told("/api/worth", {"scenario": scenario(), "action": action.json()}))["worths"]
    assert len({one["name"] for one in found}) == len(found)
    assert any(one["changes"] for one in found)
    assert {one["kind"] for one in found} == {"reading", "modifier"}
    now = await told("/api/odds", {"scenario": scenario(), "action": action.json()})
    async with page() as asking:
        for one in found:
            if one["path"][0] == "action":
                continue
            other = changed(scenario(), tuple(one["path"]), one["value"])
            answer = await asking.post("/api/odds", json={"scenario": other, "action": action.json()})
            assert (answer.status_code == 422) == ("refused" in one), one["name"]
            for change in one["changes"]:
                assert change["now"] == _worth(now, change["label"])
                assert change["then"] == _worth(answer.json(), change["label"])


def _worth(odds, label):
    tally = next(tally for tally in odds["tallies"] if tally["label"] == label)
    if "expected_p" in tally:
        return tally["expected_p"]
    return next((outcome["p"] for outcome in tally["outcomes"] if outcome["value"] is True), 0.0)


async def test_worths_that_are_not_weighed_say_why():
    action = battle().actions()[0].json()
    body = {"scenario": scenario(), "action": action}
    late = (await told("/api/worth", body, effort=Effort(seconds=-1.0)))["worths"]
    assert late
    heavy = (await told("/api/worth", body, effort=Effort(each=1)))["worths"]
    assert heavy == late
    assert {one["unweighed"] for one in late} == {"not weighed: it would take too long"}
    assert not any(one["changes"] for one in late)


def test_nothing_more_is_weighed_for_somebody_who_has_left():
    looks = iter([False, False, True])  # gone after the attack as it is and its first switch
    weighing = Weighing(battle(), battle().actions()[0], "", Effort(), lambda: next(looks))
    with pytest.raises(Gone):
        worths(weighing, same)
    assert list(looks) == []


async def test_whether_somebody_has_left_is_seen_while_they_are_answered():
    messages: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    async with watched(Request({"type": "http"}, messages.get)) as left:
        await asyncio.sleep(0)
        assert not left()
        messages.put_nowait({"type": "http.disconnect"})
        async with asyncio.timeout(20):
            while not left():
                await asyncio.sleep(0.01)


async def test_after_entries_everything_is_asked_of_where_they_lead():
    mine = battle()
    action = next(one for one in mine.actions() if mine.judge(one).dice)
    after = mine.play(action, random.Random(5))
    entries = [json.loads(line) for line in write(after).splitlines()[1:]]
    given = [{name: entry[name] for name in ("action", "answers", "events")} for entry in entries]
    body = {"scenario": scenario(), "entries": given}
    position = await told("/api/position", body)
    assert position["scenario"] == scenario()
    told_pieces = {piece["id"]: piece["strength"] for piece in position["pieces"]}
    assert told_pieces == {piece.id: piece.strength() for piece in after.ruleset.pieces(after.state)}
    judged = (await told("/api/judge", body))["rulings"]
    assert [one["verdict"] for one in judged] == [after.judge(one).verdict for one in after.candidates()]
    worths = (
        (await told("/api/worth", {**body, "action": after.actions()[0].json()}))["worths"] if after.actions() else []
    )
    assert all(one["path"] for one in worths)
    forged = [{**given[0], "events": []}]
    answer = await ask("/api/position", {"scenario": scenario(), "entries": forged})
    assert answer.status_code == 422
    assert answer.json()["mistakes"][0]["field"].startswith("[0]")


@pytest.mark.parametrize(
    ("text", "name", "title"),
    [
        (MAP_TEXT, "hall.dd2vtt", ""),
        (MAP_TEXT, "hall.json", ""),
        (json.dumps(DUNGEON), "cellar.json", "Cellar"),
        (json.dumps(SCENE), "yard.json", "Yard"),
        (json.dumps(SCENE) + "\n", "scenes.db", "Yard"),
    ],
)
async def test_a_map_becomes_a_scenario_without_tokens(text, name, title):
    position = await told("/api/position", {"text": text, "name": name})
    assert (position["ruleset"], position["title"], position["pieces"]) == ("lineofattack", title, [])
    assert position["scenario"]["walls"]
    assert position["candidates"] == []
    assert len(json.dumps(position)) < 20_000  # its picture is left behind
    token = {"id": "a", "side": "red", "cell": [2, 2]}
    peopled = await told("/api/position", {"scenario": {**position["scenario"], "tokens": [token]}})
    assert [piece["at"] for piece in peopled["pieces"]] == [[2.0, 2.0]]


async def test_a_record_is_told_at_its_start():
    mine = battle()
    played = mine.play(next(one for one in mine.actions() if mine.judge(one).dice), random.Random(1))
    position = await told("/api/position", {"text": write(played), "name": "game.jsonl"})
    assert position["record"] is True
    assert {**position, "record": None} == {**await told("/api/position", {"scenario": scenario()}), "record": None}
    broken = write(played).replace("reanimates", "spearmen", 1)
    answer = await ask("/api/position", {"text": broken, "name": "game.jsonl"})
    assert answer.status_code == 422
    assert answer.json()["mistakes"][0]["line"] == 1


async def test_a_scenario_is_json_too():
    position = await told("/api/position", {"text": json.dumps(scenario())})
    assert position == await told("/api/position", {"text": text_of(REAR)})
    assert "record" not in position


async def test_drawings_are_sound_and_hold_no_script():
    action = battle().candidates()[0].json()
    plainly = await ask("/api/draw", {"scenario": scenario()})
    judged = await ask("/api/draw?language=fr", {"scenario": scenario(), "action": action})
    for answer in (plainly, judged):
        assert answer.headers["content-type"] == "image/svg+xml"
        root = ElementTree.fromstring(answer.text)
        assert root.tag.endswith("svg")
        assert "script" not in answer.text
        assert "sandbox" in answer.headers["content-security-policy"]
    assert plainly.text != judged.text


async def test_reports_are_those_of_the_program():
    mine, action = battle(), battle().candidates()[0]
    answer = await ask("/api/report", {"scenario": scenario(), "actions": [action.json()]})
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text.startswith(str(report(mine.judge(action), mine.ruleset.book, calling(mine, same))))
    many = await ask("/api/report", {"scenario": scenario("ageofmagic/heroes")})
    assert many.text.count("\n") >= len(battle("ageofmagic/heroes").candidates())


async def test_languages_change_the_words_and_nothing_else():
    body = {"scenario": scenario()}
    english, french = [await told(f"/api/judge?language={language}", body) for language in ("en", "fr")]
    for one, other in zip(english["rulings"], french["rulings"], strict=True):
        assert (one["action"], one["verdict"], one["values"]) == (other["action"], other["verdict"], other["values"])
    assert (await told("/api/catalogue/en")) == {"language": "en", "texts": {}}
    assert (await told("/api/catalogue/it"))["language"] == "it"
    assert (await ask("/api/catalogue/tlh")).status_code == 422
    assert (await ask("/api/judge?language=tlh", body)).status_code == 422


async def test_rulesets_tell_what_can_be_chosen():
    from enfilade.rulesets import NAMES as RULESETS
    from enfilade.rulesets import load as ruleset

    found = await told("/api/rulesets")
    assert [one["name"] for one in found] == list(RULESETS)
    for one in found:
        rules = ruleset(one["name"])
        assert one["edition"] in one["editions"]
        assert [policy["name"] for policy in one["policies"]] == list(rules.policies)
        assert [aim["name"] for aim in one["aims"]] == list(rules.aims)
        assert [reading["name"] for reading in one["readings"]] == list(rules.book.readings)
        for reading in one["readings"]:
            assert reading["default"] in [option["name"] for option in reading["options"]]


async def test_examples_are_only_those_that_are_listed():
    found = await told("/api/examples")
    assert [one["id"] for one in found] == sorted(NAMES, key=lambda name: (
        [one["ruleset"] for one in found].index(name.split("/")[0]), name))  # fmt: skip
    for name in ("runewars/nobody", "../pyproject", "runewars/..%2Fasoiaf%2Fcharge-into-the-flank", "lab/swords"):
        answer = await ask(f"/api/examples/{name}")
        assert answer.status_code == 404
        assert answer.json()["error"] == "not_found"


async def test_one_long_question_does_not_stop_another():
    import asyncio

    slow = scenario("ageofmagic/standing-orders")
    turn = {"kind": "turn"}
    finished: list[str] = []
    async with page(STILL, effort=Effort(branches=4_000, samples=2_000)) as asking:

        async def question(path, body):
            answer = await asking.post(path, json=body)
            assert answer.status_code == 200, answer.text
            finished.append(path)

        long = asyncio.create_task(question("/api/odds", {"scenario": slow, "action": turn}))
        await asyncio.sleep(0.05)
        await question("/api/position", {"scenario": scenario()})
        await long
    assert finished == ["/api/position", "/api/odds"]


def crowd(side):
    """As many trays on each side, in rows, each facing the others."""
    rows = [("d", "Spearmen", 0), ("w", "Reanimates", 180)]
    units = [
        {"id": f"{name}{n}", "side": name, "profile": profile, "ranks": ["4"], "facing": facing,
         "position": [1 + 1.5 * n, 4 if name == "d" else 8]}
        for name, profile, facing in rows for n in range(side)
    ]  # fmt: skip
    return {
        "format": "enfilade/scenario/1", "ruleset": "runewars", "units": units,
        "table": {"width": "300in", "depth": "60in", "tray": "2.5in"},
    }  # fmt: skip


async def test_of_very_many_attacks_only_those_of_one_unit_are_asked():
    few, many = crowd(22), crowd(24)  # 968 and 1,152 pairs, each both ways
    all_of_them = await told("/api/position", {"scenario": few})
    assert ("more" in all_of_them, len(all_of_them["candidates"])) == (False, 2 * 22 * 22)
    position = await told("/api/position", {"scenario": many})
    assert (position["more"], len(position["candidates"])) == (True, 1_000)
    mine = (await told("/api/judge", {"scenario": many, "about": "w7", "brief": True}))["rulings"]
    assert len(mine) == 2 * 24
    assert all("w7" in (one["action"]["attacker"], one["action"]["target"]) for one in mine)
    whole = (await told("/api/judge", {"scenario": many, "brief": True}))["rulings"]
    assert [one for one in whole if one in mine] == mine
    in_full = await ask("/api/judge", {"scenario": many})
    assert (in_full.status_code, in_full.json()["error"]) == (422, "too_large")
    far_more = await ask("/api/judge", {"scenario": crowd(51), "brief": True})
    assert (far_more.status_code, far_more.json()["error"]) == (422, "too_large")
    nobody = await ask("/api/judge", {"scenario": many, "about": "w99"})
    assert (nobody.status_code, nobody.json()["message"]) == (422, "there is no unit w99 in this position")
