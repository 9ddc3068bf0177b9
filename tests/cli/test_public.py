import doctest

import pytest

import enfilade


def test_every_public_name_is_there():
    assert sorted(enfilade.__all__) == sorted([*enfilade._HOMES, "__version__"])
    for name in enfilade.__all__:
        assert getattr(enfilade, name) is not None
    assert dir(enfilade) == sorted(enfilade.__all__)


def test_a_name_that_is_not_there_is_told():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = enfilade.nonsense


def test_six_lines_from_a_file_to_a_roll(tmp_path):
    from random import Random

    from tests.show.scenes import saved

    battle = enfilade.load(saved(tmp_path))
    action = battle.actions()[0]
    ruling = battle.judge(action)
    assert str(enfilade.report(ruling)).startswith("melee: reanimates → spearmen")
    assert "at least 1" in str(enfilade.report(battle.odds(action)))
    assert enfilade.draw(battle.scene(action), ruling).save(tmp_path / "out.svg").exists()
    after = battle.play(action, Random(1))
    enfilade.save_record(after, tmp_path / "r.jsonl")
    assert enfilade.read_record(tmp_path / "r.jsonl").replay() == after


def test_the_docstring_runs():
    assert doctest.testmod(enfilade).failed == 0
