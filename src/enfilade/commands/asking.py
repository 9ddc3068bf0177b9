"""Judge a position, give its odds, answer a short question."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from enfilade.commands.choosing import (
    Attacker,
    Edge,
    Field,
    File,
    Json,
    Kind,
    Language,
    Policy,
    Target,
    Units,
    Wanted,
    chosen,
    judged,
    pairs,
    policy_named,
    policy_of,
    read_battle,
    speaking,
    surveyed,
    wanted,
)
from enfilade.commands.screen import NOTHING, Wrong, print_raw, say, say_json, say_line, say_table

if TYPE_CHECKING:
    from enfilade.battle import Battle
    from enfilade.dice import Distribution
    from enfilade.referee import Action, Question, Result, Ruling, Translator

app = typer.Typer()

MOST_IN_FULL = 12  # with more rulings than this, each gets a line or two
QUICK = 30_000  # the branches that odds beside a ruling may take; `enfilade odds` takes its time


@app.command()
def judge(
    file: File,
    kind: Kind = "",
    attacker: Attacker = "",
    target: Target = "",
    edge: Edge = "",
    field: Field = [],  # noqa: B006
    units: Units = "",
    full: Annotated[bool, typer.Option("--full", help="Every step, however many rulings there are.")] = False,
    all_pairs: Annotated[bool, typer.Option("--all-pairs", help="A table of who can attack whom.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="The table of --all-pairs as CSV.")] = False,
    json: Json = False,
    language: Language = "en",
) -> None:
    """Which attacks are legal, what each is worth, and why."""
    battle = read_battle(file, units)
    translate = speaking(language, battle)
    narrowing = wanted(kind, attacker, target, edge, field)
    if all_pairs or csv:
        _tell_pairs(battle, surveyed(battle, narrowing), csv, json)
    elif json:
        _tell_json(battle, _chosen_json(battle, narrowing, "rulings"), speaking(language))  # with ids, for programs
    else:
        _tell(battle, chosen(battle, narrowing), full, translate)


@app.command()
def odds(
    file: File,
    kind: Kind = "",
    attacker: Attacker = "",
    target: Target = "",
    edge: Edge = "",
    field: Field = [],  # noqa: B006
    units: Units = "",
    policy: Policy = "",
    chart: Annotated[str, typer.Option(help="Draw the odds into this SVG file.", metavar="OUT.svg")] = "",
    json: Json = False,
    language: Language = "en",
) -> None:
    """How likely each result of an attack is, exactly."""
    from enfilade.show import chart as draw_chart
    from enfilade.show import odds_json
    from enfilade.show.remarks import NO_DICE
    from enfilade.show.words import deed, policy_text

    battle = read_battle(file, units)
    translate = speaking(language, battle)
    policy = policy_named(battle, policy, translate)
    narrowing = wanted(kind, attacker, target, edge, field)
    actions = _chosen_json(battle, narrowing, "odds") if json else chosen(battle, narrowing)
    rolled, settled, refused = judged(battle, actions)
    told = [(ruling, *_odds(battle, ruling, policy)) for ruling in rolled]
    if json:
        say_json(odds_json(battle, [(r.action, by, d) for r, by, d in told], refused))
    elif told or not settled:
        _tell_odds(told, refused, translate)
    if chart and told:
        ruling, by, distribution = told[0]
        title = f"{deed(ruling.action, translate)} ({policy_text(by, translate)})"
        draw_chart(distribution, title, translate).save(chart)
    if not told and settled:
        raise Wrong(translate(NO_DICE), NOTHING)
    if not told:
        raise typer.Exit(NOTHING)


@app.command()
def ask(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="runewars, lineofattack, asoiaf or ageofmagic.")],
    given: Annotated[list[str], typer.Argument(metavar="[NAME=VALUE]...", help="The facts.")] = [],  # noqa: B006
    policy: Policy = "",
    json: Json = False,
    language: Language = "en",
) -> None:
    """A ruling from a few facts, without a file; without facts, what can be asked."""
    from enfilade.battle import Battle
    from enfilade.commands.books import ruleset_of
    from enfilade.show.remarks import NO_ACTION

    translate = speaking(language)
    rules = ruleset_of(ruleset)
    if not given:
        _tell_questions(rules.questions, ruleset, json)
        return
    facts = pairs(given)
    state, actions = rules.ask(facts)
    if not actions:
        raise Wrong(translate(NO_ACTION), NOTHING)
    battle = Battle(rules, {"edition": facts.get("edition", rules.edition)}, state)
    if json:
        _tell_json(battle, actions, translate)
    else:
        _tell_asked(battle, actions, translate, policy_named(battle, policy, translate))


def _tell(battle: "Battle", actions: Sequence["Action"], full: bool, translate: "Translator") -> None:
    """Rulings in words with their odds; many of them in short."""
    from enfilade.show.remarks import IN_SHORT, remark
    from enfilade.show.report import headline, report

    short = len(actions) > MOST_IN_FULL and not full
    for number, action in enumerate(actions):
        ruling = battle.judge(action)
        if number and not short:
            say_line()
        say(headline(ruling, translate) if short else report(ruling, battle.ruleset.book, translate))
        if not short:
            _tell_chances(battle, ruling, "", translate)
    if short:
        say_line()
        say_line(remark(IN_SHORT, translate, number=len(actions)), "quiet")


def _tell_asked(battle: "Battle", actions: Sequence["Action"], translate: "Translator", policy: str) -> None:
    """Rulings on what a few facts describe: who has no name is called by its part, for there are no ids to type."""
    from enfilade.show.calling import described
    from enfilade.show.report import Report, report
    from enfilade.show.words import deed

    called = described(battle, translate)
    for number, action in enumerate(actions):
        ruling = battle.judge(action)
        if number:
            say_line()
        head, *rest = report(ruling, battle.ruleset.book, called).rows
        say(Report((head._replace(words=deed(action, called)), *rest)))
        _tell_chances(battle, ruling, policy, called)


def _tell_chances(battle: "Battle", ruling: "Ruling", policy: str, translate: "Translator") -> None:
    """The odds of what can be rolled, in short."""
    from enfilade.show.report import odds_report

    if ruling.dice:
        by, distribution = _odds(battle, ruling, policy, QUICK)
        say(odds_report(distribution, by, translate, brief=True))


def _chosen_json(battle: "Battle", narrowing: Wanted, answers: str) -> Sequence["Action"]:
    """The actions that fit; where none does, a document that holds no answer is printed before that is told."""
    from enfilade.show import odds_json, rulings_json

    try:
        return chosen(battle, narrowing)
    except Wrong as error:
        if error.status == NOTHING:
            say_json(rulings_json(battle, []) if answers == "rulings" else odds_json(battle, []))
        raise


def _tell_json(battle: "Battle", actions: Sequence["Action"], translate: "Translator") -> None:
    from enfilade.show import rulings_json

    say_json(rulings_json(battle, [battle.judge(action) for action in actions], translate))


def _tell_pairs(battle: "Battle", rulings: Sequence["Ruling"], csv: bool, json: bool) -> None:
    from enfilade.show.pairs import by_attacker, pairs_csv, pairs_json

    if csv:
        print_raw(pairs_csv(rulings))
    elif json:
        say_json(pairs_json(battle, rulings))
    else:
        rows = [(one.attacker, ", ".join(one.may), ", ".join(one.may_not)) for one in by_attacker(rulings)]
        say_table(("attacker", "may attack", "may not"), rows)


def _odds(battle: "Battle", ruling: "Ruling", policy: str, budget: int = 300_000) -> tuple[str, "Distribution[Result]"]:
    """The name of the policy that answers choices, and the odds under it."""
    from enfilade.dice import OverBudget, odds

    assert ruling.dice is not None
    name = policy or next(iter(battle.ruleset.policies))
    try:
        return name, odds(ruling.dice, policy_of(battle, ruling, name), budget)
    except OverBudget as error:
        raise Wrong(f"{error}: name another policy than {name}") from None


def _tell_odds(
    told: Sequence[tuple["Ruling", str, "Distribution[Result]"]], refused: Sequence["Ruling"], translate: "Translator"
) -> None:
    from enfilade.show.remarks import MORE_REFUSED, remark
    from enfilade.show.report import Report, headline, odds_report

    for number, (ruling, policy, distribution) in enumerate(told):
        if number:
            say_line()
        say(Report(headline(ruling, translate).rows[:1]) + odds_report(distribution, policy, translate))
    if refused and (not told or len(refused) == 1):
        for ruling in refused:
            say(headline(ruling, translate))
    elif refused:
        say_line()
        say_line(remark(MORE_REFUSED, translate, number=len(refused)), "quiet")


def _tell_questions(questions: Sequence["Question"], ruleset: str, json: bool) -> None:
    if json:
        say_json([{"name": q.name, "words": q.words, "takes": q.takes, "example": q.example} for q in questions])
        return
    from enfilade.show.report import Report, Row

    say_line("What can be told; a ruling follows from any of it:", "head")
    say(Report(tuple(Row(1, q.name, f"{q.words} ({q.takes})") for q in questions)))
    example = " ".join(f"{q.name}={_quoted(q.example)}" for q in [q for q in questions if q.example][:3])
    say_line(f"For example: enfilade ask {ruleset} {example}", "quiet")


def _quoted(value: str) -> str:
    import shlex

    return shlex.quote(value)
