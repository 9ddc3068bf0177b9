"""Dice on the table: the faces and choices that a person types, asked for again until they fit."""

import re
import sys
from typing import TYPE_CHECKING, Any

from enfilade.commands.screen import Wrong, say_line

if TYPE_CHECKING:
    from enfilade.dice import Choice, Face, Option, Throw
    from enfilade.referee import Translator


def typed(faces: str) -> list["Face"]:
    """The faces in a text: between commas if it has any, otherwise between blanks."""
    parts = faces.split(",") if "," in faces else re.split(r"\s+", faces.strip())
    return [part.strip() for part in parts if part.strip()]


def asked_faces(translate: "Translator", throw: "Throw[Any]") -> tuple["Face", ...]:
    """The faces of one throw, as the person reads them off the table."""
    from enfilade.dice import FaceError
    from enfilade.show.words import colon, throw_question

    if not throw.size:
        return ()
    while True:
        faces = tuple(typed(_asked(f"{throw_question(throw, translate)}{colon(translate)} ", translate)))
        try:
            throw.read(faces)
        except FaceError as error:
            say_line(f"{error}", "refused")
        else:
            return faces


def asked_option(translate: "Translator", at: int, situation: Any, choice: "Choice[Any]", /) -> "Option[Any]":
    """The option that the person takes, by its number or its words."""
    from enfilade.show.remarks import NO_OPTION, WHICH_OPTION, remark
    from enfilade.show.words import colon, option_text, question_text

    say_line(f"{translate(choice.side)}{colon(translate)} {question_text(choice, translate)}")
    for number, option in enumerate(choice.options, 1):
        say_line(f"  {number}  {option_text(option, translate)}")
    while True:
        answer = _asked(f"{translate(WHICH_OPTION)}{colon(translate)} ", translate) or "1"
        for number, option in enumerate(choice.options, 1):
            if answer in (str(number), option.label, option_text(option, translate)):
                return option
        say_line(remark(NO_OPTION, translate, said=repr(answer), most=len(choice.options)), "refused")


def _asked(question: str, translate: "Translator") -> str:
    from enfilade.show.remarks import ENDED

    # Not `input`: it could miss an interrupt that comes between its question and its reading.
    sys.stdout.write(question)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise Wrong(translate(ENDED))
    return line.strip()
