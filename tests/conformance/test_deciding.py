"""What the referee decides, in every ruleset: always possible, written down like anything else, and undone."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.positions import Position, in_every_position, played, positions, present, shipped
from tests.conformance.test_nonsense import JUNK, answered
from tests.conformance.test_pieces import agree, on_every_battle

from enfilade.battle import Battle
from enfilade.files import record
from enfilade.files.document import BadFile
from enfilade.files.scenario import load
from enfilade.files.writing import write
from enfilade.referee import Action, Facts, Piece
from enfilade.referee.deciding import EVENT, KIND, LONGEST, RULE

WORDS = "as the referee says"


def decided(battle: Battle, **fields: Any) -> Battle:
    """The battle after a decision that is legal."""
    action = Action.of(KIND, words=WORDS, **fields)
    ruling = battle.judge(action)
    assert ruling.legal, ruling.json()
    return battle.play(action, Random(1))


def standing(battle: Battle) -> dict[str, Piece]:
    return {piece.id: piece for piece in battle.ruleset.pieces(battle.state)}


@in_every_position
def test_words_alone_are_always_possible_and_change_nothing(position: Position):
    battle = position.battle
    after = decided(battle)
    assert after.state == battle.state
    assert [event.json() for event in after.entries[-1].events] == [{"kind": EVENT, "words": WORDS}]
    assert all(action.kind != KIND for action in battle.candidates())
    ruling = battle.judge(Action.of(KIND, words=WORDS))
    assert [step.rule for step in ruling.walk()] == [RULE]
    assert WORDS in ruling.steps[0].text()


@in_every_position
def test_a_decision_without_a_change_leaves_a_unit_as_it_is(position: Position):
    battle = position.battle
    for unit in [*battle.ruleset.decidable.units(battle.state)][:3]:
        assert decided(battle, unit=unit).state == battle.state


# Moving ---------------------------------------------------------------------------------------------------------


def places(battle: Battle, piece: Piece) -> Iterator[dict[str, Any]]:
    """Where a piece might be put: spots all over the table, or every area that is named."""
    scene = battle.scene()
    if piece.area:
        yield from ({"area": shape.of} for shape in scene.shapes if shape.role == "area" and shape.of != piece.area)
        return
    field = "cell" if battle.ruleset.name == "lineofattack" else "position"
    spots = product(*(range(1, int(length), max(1, int(length) // 9)) for length in (scene.width, scene.depth)))
    yield from ({field: spot} for spot in spots if piece.at and spot != piece.at)


def movable(battle: Battle) -> Iterator[tuple[Piece, dict[str, Any]]]:
    """Each piece with the first place that it can be put."""
    for piece in standing(battle).values():
        for place in places(battle, piece):
            if battle.judge(Action.of(KIND, words=WORDS, unit=piece.id, **place)).legal:
                yield piece, place
                break


@on_every_battle
def test_a_piece_that_is_moved_is_there_and_no_other_is_elsewhere(file):
    battles = played(file)
    for battle in battles[:: max(1, len(battles) // 3)]:
        for piece, place in list(movable(battle))[:4]:
            after = decided(battle, unit=piece.id, **place)
            now, before = standing(after), standing(battle)
            there = now.pop(piece.id)
            assert (there.area or there.at) == next(iter(place.values()))
            assert there.facing == before.pop(piece.id).facing
            assert now == before
            agree(after)
            assert after.undo().state == battle.state


@on_every_battle
def test_every_piece_can_be_moved(file):
    battle = load(file)
    pieces = [piece.id for piece in standing(battle).values() if piece.at or piece.area]
    assert [piece.id for piece, _ in movable(battle)] == pieces


@on_every_battle
def test_decisions_are_in_the_record_and_a_battle_goes_on_from_them(file):
    battle = load(file)
    for piece, place in list(movable(battle))[:2]:
        if battle.judge(Action.of(KIND, words=WORDS, unit=piece.id, **place)).legal:  # another may stand there now
            battle = decided(battle, unit=piece.id, **place)
    battle = decided(battle)
    for ruling in [ruling for ruling in map(battle.judge, battle.candidates()) if ruling.dice][:1]:
        battle = battle.play(ruling.action, Random(2))
    there = record.parse(record.write(battle))
    assert there.check() is None
    assert there.replay().state == battle.state
    branch = there.start().replay(there.entries[:1])
    assert decided(next(branch)).entries[-1] == decided(battle.start()).entries[-1]


@on_every_battle
def test_it_is_possible_when_the_battle_has_ended(file):
    over = played(file)[-1]
    assert decided(over).undo().state == over.state


def test_a_moved_piece_is_judged_as_if_the_scenario_had_put_it_there():
    """Contacts, sight and reach follow from the new place just as they do in a position that begins so."""
    held = dict.fromkeys(present(), 0)
    for name in present():
        for file in shipped(name):
            battle = load(file)
            for piece, place in list(movable(battle))[:3]:
                after, again = decided(battle, unit=piece.id, **place), _put(battle, piece, place)
                if again is not None:
                    held[name] += 1
                    assert _rulings(after) == _rulings(again), (file.name, piece.id, place)
    assert min(held.values()) >= 3, held


def _put(battle: Battle, piece: Piece, place: dict[str, Any]) -> Battle | None:
    """The battle whose scenario says so from the start; nothing where it says more of the old place."""
    scenario = dict(battle.scenario)
    field = "tokens" if battle.ruleset.name == "lineofattack" else "units"
    if any(piece.id in pair for pair in scenario.get("engaged", ())) or "orders" in scenario:
        return None
    scenario[field] = [{**unit, **place} if unit["id"] == piece.id else unit for unit in scenario[field]]
    try:
        return load(write(scenario))
    except BadFile:  # somebody ducked from a place where nobody could
        return None


def _rulings(battle: Battle) -> list[Any]:
    return [battle.judge(action).json() for action in battle.candidates()]


# What else can be decided ---------------------------------------------------------------------------------------

CHANGES: list[tuple[str, str, dict[str, Any], str]] = [
    ("runewars/struck-in-the-rear", "reanimates", {"ranks": ["4"]}, "4 figures on 1 tray"),
    ("runewars/struck-in-the-rear", "reanimates", {"ranks": "22"}, "4 figures on 2 trays"),
    ("runewars/struck-in-the-rear", "reanimates", {"tokens": {"panic": 2}}, "10 figures on 3 trays"),
    ("runewars/struck-in-the-rear", "reanimates", {"removed": True}, "destroyed"),
    ("runewars/heroes", "kari", {"wounds": {"1.1": 1}}, "1 figure on 1 tray"),
    ("asoiaf/charge-into-the-flank", "flayed", {"wounds": 3}, "3 of 12 wounds, 1 rank"),
    ("asoiaf/charge-into-the-flank", "flayed", {"conditions": ["weakened"]}, "12 of 12 wounds, 2 ranks"),
    ("asoiaf/charge-into-the-flank", "flayed", {"activated": True}, "12 of 12 wounds, 2 ranks"),
    ("asoiaf/charge-into-the-flank", "flayed", {"removed": True}, "destroyed"),
    ("lineofattack/behind-the-crates", "ana", {"stance": "none"}, "standing"),
    ("lineofattack/behind-the-crates", "ana", {"stance": "pop_up"}, "popped up"),
    ("lineofattack/behind-the-crates", "bruno", {"stance": "duck", "behind": "crates"}, "ducked behind crates"),
    ("lineofattack/behind-the-crates", "carlo", {"height": "1.7m"}, "standing, height 1.7 m"),
    ("lineofattack/behind-the-crates", "carlo", {"removed": True}, "removed"),
    ("ageofmagic/the-five-arms", "knights", {"size": 30}, "30 of 40 men, morale normal"),
    ("ageofmagic/the-five-arms", "knights", {"size": 0}, "annihilated"),
    ("ageofmagic/the-five-arms", "knights", {"area": "field"}, "fled from the field"),
    ("ageofmagic/the-five-arms", "knights", {"morale": "routing"}, "40 of 40 men, morale routing"),
    ("ageofmagic/the-five-arms", "knights", {"tiredness": "tired"}, "40 of 40 men, morale normal"),
    ("ageofmagic/the-five-arms", "knights", {"position": "good"}, "40 of 40 men, morale normal"),
    ("ageofmagic/the-five-arms", "recruits", {"order_of_battle": "none"}, "80 of 80 men, morale normal"),
    ("ageofmagic/the-five-arms", "knights", {"engaged": "peasants"}, "40 of 40 men, morale normal"),
]


def shipped_battle(name: str) -> Battle:
    return load(
        next(file for file in shipped(name.partition("/")[0]) if file.name == f"{name.partition('/')[2]}.battle.yaml")
    )


@pytest.mark.parametrize(("name", "unit", "fields", "strength"), CHANGES)
def test_what_is_decided_of_a_unit_is_so(name: str, unit: str, fields: dict[str, Any], strength: str):
    battle = shipped_battle(name)
    game, before = battle.ruleset, battle.ruleset.decidable.told(battle.state, unit)
    after = decided(battle, unit=unit, **fields)
    told = game.decidable.told(after.state, unit)
    assert standing(after)[unit].strength() == strength
    assert any(told[field] != before[field] for field in fields)
    ruling = battle.judge(Action.of(KIND, words=WORDS, unit=unit, **fields))
    changes = {step.facts["field"] for step in ruling.steps[0].because}
    assert changes == {field for field in told if told[field] != before[field]}
    others = {id: piece for id, piece in standing(battle).items() if id != unit}
    assert {id: piece for id, piece in standing(after).items() if id != unit} == others
    agree(after)


@pytest.mark.parametrize(
    ("name", "unit", "gone", "back"),
    [
        ("runewars/struck-in-the-rear", "reanimates", {"removed": True}, {"ranks": ["44", "2."]}),
        ("asoiaf/charge-into-the-flank", "flayed", {"removed": True}, {"removed": False, "wounds": 12}),
        ("lineofattack/behind-the-crates", "carlo", {"removed": True}, {"removed": False}),
        ("ageofmagic/the-five-arms", "knights", {"size": 0}, {"size": 40}),
        ("ageofmagic/the-five-arms", "knights", {"area": "field"}, {"area": "centre"}),
    ],
)
def test_who_is_gone_may_come_back(name: str, unit: str, gone: dict[str, Any], back: dict[str, Any]):
    battle = shipped_battle(name)
    away = decided(battle, unit=unit, **gone)
    assert standing(away)[unit].gone
    assert all(unit not in action.fields.values() for action in away.candidates())
    again = decided(away, unit=unit, **back)
    assert standing(again)[unit] == standing(battle)[unit]
    assert set(again.candidates()) == set(battle.candidates())


def test_the_front_of_a_unit_stays_where_it_is_when_ranks_are_lost():
    battle = shipped_battle("runewars/charge-in-the-flank")
    after = decided(battle, unit="column", ranks=["44"])
    fronts = []
    for one in (battle, after):
        arrow = next(s for s in one.scene().shapes if s.role == "facing" and s.of == "column")
        fronts.append(arrow.points[0])
    assert fronts[0] == pytest.approx(fronts[1], abs=1e-4)


def test_a_round_ends_when_the_last_unit_is_said_to_have_acted():
    """Rule 3.1 of A Song of Ice & Fire goes on from what is decided."""
    battle = shipped_battle("asoiaf/charge-into-the-flank")
    battle = battle.play(next(action for action in battle.actions() if action.kind == "pass"), Random(1))
    assert battle.state.to_act
    for unit in battle.state.units:
        battle = decided(battle, unit=unit.id, activated=True)
    assert battle.state.round == 2
    assert not any(unit.activated for unit in battle.state.units)


def test_a_place_between_the_points_of_a_map_has_the_map_drawn_finer():
    battle = next(p.battle for p in positions("lineofattack") if p.battle.state.rules["off_grid_tokens"] == "literal")
    token = battle.state.tokens[0].id
    after = decided(battle, unit=token, cell=[1.37, 1.01])
    assert after.state.lattice.scale > battle.state.lattice.scale
    assert standing(after)[token].at == (1.37, 1.01)
    assert {id: one for id, one in standing(after).items() if id != token} == {
        id: one for id, one in standing(battle).items() if id != token
    }
    assert after.scene().shapes[0] == battle.scene().shapes[0]


# What cannot be -------------------------------------------------------------------------------------------------

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("runewars/struck-in-the-rear", {"words": ""}, "expected a line of at most"),
    ("runewars/struck-in-the-rear", {"words": "two\nlines"}, "expected a line of at most"),
    ("runewars/struck-in-the-rear", {"words": "x" * (LONGEST + 1)}, "expected a line of at most"),
    ("runewars/struck-in-the-rear", {"position": [1, 1]}, "position is decided of a unit"),
    ("runewars/struck-in-the-rear", {"unit": "nobody"}, "nobody is not there"),
    ("runewars/struck-in-the-rear", {"unit": "spearmen", "colour": "red"}, "colour is nothing to decide"),
    ("runewars/struck-in-the-rear", {"unit": "spearmen", "position": [10, 6]}, "it overlaps reanimates"),
    ("runewars/struck-in-the-rear", {"unit": "spearmen", "position": [0, 0]}, "trays beyond its edge"),
    ("runewars/struck-in-the-rear", {"unit": "spearmen", "position": "here"}, "x and y of its middle"),
    ("runewars/struck-in-the-rear", {"unit": "spearmen", "ranks": ["4", "44"]}, "1 places"),
    ("runewars/struck-in-the-rear", {"unit": "spearmen", "wounds": {"1.9": 1}}, "a tray with plain figures"),
    ("runewars/struck-in-the-rear", {"unit": "spearmen", "tokens": {"panik": 1}}, "expected a token"),
    ("runewars/struck-in-the-rear", {"unit": "spearmen", "occupies": "moor"}, "the id of terrain"),
    ("runewars/struck-in-the-rear", {"unit": "spearmen", "removed": True, "facing": 3}, "nothing more of a unit"),
    ("asoiaf/charge-into-the-flank", {"unit": "flayed", "position": [24.15, 23]}, "it overlaps cutthroats"),
    ("asoiaf/charge-into-the-flank", {"unit": "flayed", "position": [15, 18]}, "it stands in wall"),
    ("asoiaf/charge-into-the-flank", {"unit": "flayed", "wounds": 13}, "at most its 12 wounds"),
    ("asoiaf/charge-into-the-flank", {"unit": "flayed", "wounds": 13, "position": [99, 1]}, "for 2 reasons"),
    ("asoiaf/charge-into-the-flank", {"unit": "flayed", "conditions": ["tired"]}, "expected a condition"),
    ("asoiaf/charge-into-the-flank", {"unit": "flayed", "activated": "yes"}, "true or false"),
    ("lineofattack/behind-the-crates", {"unit": "carlo", "cell": [12, 1]}, "a place on the map"),
    ("lineofattack/behind-the-crates", {"unit": "carlo", "cell": [1.5, 1]}, "a whole cell"),
    ("lineofattack/behind-the-crates", {"unit": "bruno", "stance": "duck", "behind": "crat"}, "the id of an obstacle"),
    ("lineofattack/behind-the-crates", {"unit": "bruno", "stance": "duck"}, "behind: expected"),
    ("lineofattack/behind-the-crates", {"unit": "bruno", "stance": "none", "behind": "crates"}, "unless it ducks"),
    ("lineofattack/behind-the-crates", {"unit": "carlo", "height": "tall"}, "a height such as"),
    ("ageofmagic/the-five-arms", {"unit": "knights", "area": "moon"}, "expected an area"),
    ("ageofmagic/the-five-arms", {"unit": "knights", "size": 41}, "at most the 40 that it began with"),
    ("ageofmagic/the-five-arms", {"unit": "knights", "size": -1}, "combatants"),
    ("ageofmagic/the-five-arms", {"unit": "knights", "morale": "low"}, "good, normal, poor or routing"),
    ("ageofmagic/the-five-arms", {"unit": "knights", "engaged": ["band"]}, "two enemies"),
    ("ageofmagic/the-five-arms", {"unit": "knights", "engaged": ["ghosts"]}, "a unit on the field"),
]


@pytest.mark.parametrize(("name", "fields", "said"), REFUSED)
def test_what_cannot_be_is_refused_in_words(name: str, fields: dict[str, Any], said: str):
    ruling = shipped_battle(name).judge(Action.of(KIND, **{"words": WORDS, **fields}))
    assert ruling.refusal
    assert ruling.refusal.step.rule == RULE
    assert said in ruling.refusal.step.text()
    assert ruling.dice is None


def test_nobody_pops_up_in_the_open():
    tokens = [{"id": "a", "side": "w", "cell": [1, 1]}, {"id": "t", "side": "d", "cell": [5, 1]}]
    scenario = {"format": "enfilade/scenario/1", "ruleset": "lineofattack", "tokens": tokens}
    ruling = load(write(scenario)).judge(Action.of(KIND, words=WORDS, unit="t", stance="pop_up"))
    assert ruling.refusal
    assert "expected Copertura towards a marked attacker" in ruling.refusal.step.text()


def test_what_was_probably_meant_is_said():
    battle = shipped_battle("lineofattack/behind-the-crates")
    for fields, meant in (
        ({"unit": "carla"}, 'did you mean "carlo"?'),
        ({"unit": "carlo", "sell": [1, 1]}, "cell"),
        ({"unit": "bruno", "stance": "duck", "behind": "crat"}, 'did you mean "crates"?'),
    ):
        refusal = battle.judge(Action.of(KIND, words=WORDS, **fields)).refusal
        assert refusal
        assert refusal.nearest
        assert refusal.nearest.json()["text"] == meant


@pytest.mark.parametrize("name", present())
@settings(max_examples=100)
@given(data=st.data())
def test_any_nonsense_is_a_ruling_and_what_is_legal_is_played_and_undone(name: str, data):
    position = data.draw(st.sampled_from(positions(name)[:: max(1, len(positions(name)) // 6)]))
    battle, decidable = position.battle, position.battle.ruleset.decidable
    units = st.sampled_from([*decidable.units(battle.state)])
    names = st.sampled_from([*decidable.fields, "words", "position"])
    values = st.one_of(JUNK, st.lists(st.floats(0, 9), min_size=2, max_size=2), st.sampled_from(["left", "44", "1.1"]))
    fields = data.draw(st.dictionaries(names, values, max_size=3))
    told = {**decidable.told(battle.state, data.draw(units)), **fields}
    kept = {field: told[field] for field in data.draw(st.sets(st.sampled_from([*told])))}
    facts = Facts({"words": WORDS, **kept}, unit=data.draw(st.one_of(units, JUNK)))
    ruling = answered(position, Action(KIND, facts))
    if ruling.legal:
        after = battle.play(ruling.action, Random(1))
        assert after.undo().state == battle.state
        assert record.write(after)
        agree(after)


@pytest.mark.parametrize("name", present())
def test_how_a_unit_stands_may_be_decided_just_so(name: str):
    """What is told of a unit is what may be written: decided as it is, nothing is another."""
    for position in positions(name)[:: max(1, len(positions(name)) // 20)]:
        battle, decidable = position.battle, position.battle.ruleset.decidable
        for unit in [*decidable.units(battle.state)][:4]:
            told = {
                field: value for field, value in decidable.told(battle.state, unit).items() if value not in (None, "")
            }
            ruling = battle.judge(Action.of(KIND, words=WORDS, unit=unit, **told))
            if ruling.legal and ruling.dice:
                after = battle.play(ruling.action, Random(1))
                assert decidable.told(after.state, unit) == decidable.told(battle.state, unit), (position.id, unit)
