"""SVG as text: elements, escaped text, short numbers. The same input gives the same bytes."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

Attribute = str | float | None


FONT = "'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
# Labels keep a white rim, so that they can be read on any ground.
_CSS = ".label{paint-order:stroke;stroke:#fff;stroke-width:3.5px;stroke-linejoin:round}"


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG picture as text. Notebooks show it; `save` writes it."""

    svg: str

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file, and return the file's path."""
        target = Path(path)
        target.write_text(self.svg, encoding="utf-8", newline="\n")
        return target


def sheet(inside: str, size: tuple[float, float], spoken: tuple[str, str], defs: str = "") -> Picture:
    """The whole document around its content; `spoken` is its title and description for screen readers."""
    width, height = round(size[0]), round(size[1])
    return Picture(
        element(
            "svg",
            element("title", words(spoken[0])),
            element("desc", words(spoken[1])),
            element("defs", defs, element("style", _CSS)),
            element("rect", width=width, height=height, fill="#ffffff"),
            inside,
            xmlns="http://www.w3.org/2000/svg",
            role="img",
            viewBox=f"0 0 {width} {height}",
            width=width,
            height=height,
            font_family=FONT,
        )
        + "\n"
    )


def number(value: float) -> str:
    """A coordinate with at most two decimals and no noise."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, /, *inside: str, **attributes: Attribute) -> str:
    """An element; `stroke_width=2` becomes stroke-width="2", and an attribute that is `None` is left out."""
    named = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items() if value is not None}
    written = "".join(f' {key}="{_value(value)}"' for key, value in named.items())
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def words(text: str) -> str:
    """Text as the inside of an element: escaped, and without the characters that XML forbids."""
    return escape("".join(filter(_allowed, text)), quote=False).replace("\u00a0", " ")


def path(points: Iterable[tuple[float, float]], closed: bool = False) -> str:
    """The `d` of a path through these points."""
    steps = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f"M{steps}{'Z' if closed else ''}"


def _value(value: str | float) -> str:
    return escape("".join(filter(_allowed, value))) if isinstance(value, str) else number(value)


def _allowed(char: str) -> bool:
    return char >= " " and not "\ud800" <= char <= "\udfff" and char not in "\x7f\ufffe\uffff"
