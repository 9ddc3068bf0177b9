"""Work shared out: every answer once, whatever is lost on the way."""

import importlib.util
import os

import pytest
from tests.lab.rosters import always_lost, double, fail_once, slow, who

from enfilade.lab import Crew, workers
from enfilade.lab.fought import LabError
from enfilade.lab.workers import share


@pytest.mark.parametrize("on", ["threads", "processes"])
def test_every_task_is_answered_once(on):
    answers = sorted(share(double, range(7), Crew(on, 2)))
    assert answers == [(n, 2 * n) for n in range(7)]


@pytest.mark.parametrize(("long", "elsewhere"), [(0.0, True), (60.0, False)])
def test_the_first_task_tells_where_the_others_are_done(long, elsewhere, monkeypatch):
    monkeypatch.setattr(workers, "LONG", long)
    answers = dict(share(who, range(4), Crew("auto", 2)))
    assert sorted(answers) == [0, 1, 2, 3]
    assert answers.pop(0) == os.getpid()
    assert (set(answers.values()) != {os.getpid()}) == elsewhere


def test_no_task_at_all():
    assert list(share(who, (), Crew("auto", 2))) == []


def test_answers_are_told_as_they_come_in():
    assert sorted(share(slow, range(5), Crew("threads", 5))) == [(n, n) for n in range(5)]


def test_a_lost_workers_tasks_are_done_again_and_counted_once(tmp_path):
    tasks = [(n, str(tmp_path)) for n in range(5)]
    assert sorted(share(fail_once, tasks, Crew("processes", 1))) == [(n, n) for n in range(5)]


def test_workers_that_are_always_lost_end_in_words():
    with pytest.raises(LabError, match="workers were lost"):
        list(share(always_lost, range(2), Crew("processes", 1)))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (("clouds",), "known: threads, processes, ray"),
        (("threads", -1), "found -1"),
        (("threads", 1, "10.0.0.1:6379"), "--on ray"),
    ],
)
def test_a_crew_that_cannot_be(fields, said):
    with pytest.raises(LabError, match=said):
        Crew(*fields)


@pytest.mark.skipif(importlib.util.find_spec("ray") is not None, reason="Ray is installed here")
def test_without_ray_it_says_how_to_get_it():
    with pytest.raises(LabError, match=r"pip install 'enfilade\[cluster\]'"):
        list(share(double, range(2), Crew("ray")))
