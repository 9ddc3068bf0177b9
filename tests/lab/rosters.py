"""Rosters that the tests share; at module level, so that worker processes can reach what they need."""

import os
import time

ROSTER = """
format: enfilade/roster/1
ruleset: asoiaf
title: Three
units:
  A:
    points: 6
    unit: {wounds: 4, profile: {tray: infantry, speed: 5, defense: 4, morale: 6, attacks: [{name: s, kind: melee, to_hit: 3, dice: [5, 4, 3]}]}}
  B:
    points: 5
    unit: {wounds: 4, profile: {tray: infantry, speed: 5, defense: 5, morale: 5, attacks: [{name: s, kind: melee, to_hit: 4, dice: [5, 4, 3]}]}}
  C:
    points: 7
    unit: {wounds: 4, profile: {tray: infantry, speed: 5, defense: 3, morale: 7, attacks: [{name: s, kind: melee, to_hit: 4, dice: [6, 5, 3]}]}}
"""  # noqa: E501


def double(number):
    return 2 * number


def who(_task):
    """The process that does it; it takes a moment."""
    time.sleep(0.01)
    return os.getpid()


def fail_once(task):
    """Die the first time that a task is met, as a worker that is lost does."""
    number, folder = task
    mark = os.path.join(folder, str(number))
    if number == 2 and not os.path.exists(mark):
        with open(mark, "w"):
            pass
        os._exit(9)
    return number


def always_lost(_task):
    os._exit(9)


def slow(number):
    time.sleep(0.01 * (5 - number))
    return number
