"""What lies ready at the table: the rulesets, the shipped scenarios, the page's words in other languages."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from enfilade.files.scenario import playable
from enfilade.referee import Ruleset, Source, Translator
from enfilade.referee.ruleset import Deciding
from enfilade.rulesets import TITLES, load
from enfilade.show.coverage import place
from enfilade.show.languages import page_texts
from enfilade.show.words import spoken
from enfilade.web import examples, wire
from enfilade.web.refusing import NotAnswered
from enfilade.web.speaking import TROUBLES, AtDesk, Language, Set, Speaking, answer

router = APIRouter(prefix="/api", responses=TROUBLES, tags=["what lies ready"])
NOT_THERE: dict[int | str, dict[str, Any]] = {404: {"model": wire.Trouble, "description": "There is no such thing."}}


@router.get("/rulesets")
async def list_rulesets(translate: Speaking) -> list[wire.RulesetInfo]:
    """The rulesets, with their editions, disputed readings and policies."""
    return [_ruleset(load(name), translate) for name in playable()]


@router.get("/examples")
async def list_examples(request: Request, desk: AtDesk, settings: Set) -> list[wire.Example]:
    """The shipped scenarios."""
    return list(await desk.quick(request, partial(examples.listed, settings.examples)))


@router.get("/examples/{id:path}", response_model=wire.ExampleTold, responses=NOT_THERE)
async def get_example(
    id: Annotated[str, Path(max_length=200)], request: Request, desk: AtDesk, settings: Set
) -> Response:
    """A shipped scenario, whole and as its text."""
    found = await desk.quick(request, partial(examples.told, settings.examples, id))
    if found is None:
        raise NotAnswered(404, "not_found", "there is no example {name}", name=id)
    return answer(found)


@router.get("/catalogue/{language}")
async def get_catalogue(language: Language) -> wire.Catalogue:
    """The page's own words in a language."""
    return wire.Catalogue(language=language, texts=dict(page_texts(language)))


def _ruleset(ruleset: Ruleset, translate: Translator) -> wire.RulesetInfo:
    return wire.RulesetInfo(
        name=ruleset.name,
        title=TITLES[ruleset.name],
        edition=ruleset.edition,
        editions=list(ruleset.editions),
        readings=[
            wire.ReadingInfo(
                name=reading.name,
                question=translate(reading.question),
                options=[wire.ReadingOption(name=name, text=translate(text)) for name, text in reading.options.items()],
                default=reading.default,
            )
            for reading in ruleset.book.readings.values()
        ],
        policies=_offers(ruleset.policies, translate),
        aims=_offers(ruleset.aims, translate),
        kinds=_offers(ruleset.kinds, translate),
        rules={key: _rule(source, translate) for key, source in ruleset.book.sources.items()},
        decides=_decidable(ruleset, translate),
    )


def _rule(source: Source, translate: Translator) -> wire.RuleTold:
    """A rule as the page shows it beside a step."""
    return wire.RuleTold(place=place(source), words=translate(source.words), basis=translate(source.basis))


def _offers(names: Iterable[str], translate: Translator) -> list[wire.Offer]:
    """Names to send back, each with how it reads."""
    return [wire.Offer(name=name, label=spoken(name, translate)) for name in names]


def _decidable(ruleset: Ruleset, translate: Translator) -> list[wire.Decidable] | None:
    """What the referee may decide of a unit."""
    deciding = getattr(ruleset, "decidable", None)
    if not isinstance(deciding, Deciding):
        return None
    return [wire.Decidable(name=name, takes=translate(takes)) for name, takes in deciding.fields.items()]
