"""English, French and Italian: the page and the rulings speak the reader's language."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hands import opened, piece, spoken, stands

# Words that no French or Italian page has; what is a name stays as it is printed.
ENGLISH = re.compile(
    r".{0,30}\b(?:the|attack|legal|refused|wounds|figures|rule|odds|why|fight|pieces|undo|share|or)\b.{0,30}",
    re.IGNORECASE,
)
NAMES = re.compile(
    "Reanimates struck in the rear|Spearmen|Runewars Miniatures Game|Rules Reference|Loss of Faith|Betrayal"
    "|Communication Breakdown|Discipline Breakdown|Flee in Terror"
)
SPOKEN = {
    "Français": {"lang": "fr", "legal": "LÉGAL", "why": "Pourquoi", "odds": "Chances"},
    "Italiano": {"lang": "it", "legal": "LECITO", "why": "Perché", "odds": "Probabilità"},
}


def english(page: Page) -> list[str]:
    """What is seen of the page in English."""
    seen = " ".join(page.locator("header, main").all_inner_texts())
    return ENGLISH.findall(NAMES.sub("", seen))


# A number with a decimal point, which neither language writes; rules (10.8), trays (2.1) and editions have none.
POINTED = re.compile(r"\d+\.\d+ ?%|(?<![\d.])\d\.\d\d(?!\d)")


@pytest.mark.parametrize(("language", "place"), [("fr", "(2,5 ; 3)"), ("it", "(2,5; 3)")])
def test_numbers_are_written_and_typed_as_the_reader_does(table, person, language, place):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    page.evaluate("language => localStorage.setItem('enfilade.language', language)", language)
    expect(page).to_have_url(re.compile("#p="))
    page.reload()
    page.get_by_role("treeitem").first.click()
    ruling = page.get_by_role("article")
    ruling.get_by_role("tab", name=re.compile("Chances|Probabilità")).click()
    expect(ruling).to_contain_text("1,50")
    expect(ruling.get_by_role("table").first).to_contain_text(re.compile("85,9\\s?%"))
    assert not POINTED.search(ruling.inner_text())
    page.get_by_role("tab", name=re.compile("Pièces|Pezzi")).click()
    row = page.get_by_role("row", name=re.compile("Spearmen"))
    row.get_by_role("button").click()
    field = page.get_by_role("spinbutton", name="x")
    expect(field).to_have_value("9,5")
    field.fill("2,5")
    page.get_by_role("spinbutton", name="y").fill("3")
    page.get_by_role("spinbutton", name="y").press("Enter")
    expect(row).to_contain_text(re.compile(re.escape(place).replace("\\ ", "\\s")))
    assert stands(page, "Spearmen") == (2.5, 3)
    field.fill("x")
    assert field.evaluate("field => field.validationMessage")
    field.press("Enter")
    assert stands(page, "Spearmen") == (2.5, 3)
    field.fill({"fr": "1 000", "it": "1.000"}[language])
    assert re.search("entre ses chiffres|tra le cifre", field.evaluate("field => field.validationMessage"))
    field.fill("3")
    field.press("ArrowUp")
    expect(field).to_have_value("4")


@pytest.mark.parametrize("language", SPOKEN)
def test_page_and_ruling_are_in_the_language_chosen(table, person, language):
    words = SPOKEN[language]
    page = opened(person(), table.address, "Reanimates struck in the rear")
    page.get_by_role("treeitem").first.click()
    expect(page.get_by_role("article")).to_contain_text("Reanimates has a melee attack")
    page.get_by_role("button", name="Language and look").click()
    page.get_by_role("radio", name=language).check()
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("lang", words["lang"])
    ruling = page.get_by_role("article")
    expect(ruling).not_to_contain_text("Reanimates has a melee attack")
    expect(ruling).to_contain_text(words["legal"])
    expect(ruling.get_by_role("tab", name=words["why"])).to_be_visible()
    expect(spoken(page)).to_contain_text(words["legal"].lower())
    assert english(page) == []
    ruling.get_by_role("tab", name=words["odds"]).click()
    expect(ruling.get_by_role("table").first).to_be_visible()
    assert english(page) == []

    expect(page).to_have_url(re.compile("#p="))
    page.reload()  # it is remembered
    expect(page.locator("html")).to_have_attribute("lang", words["lang"])
    expect(piece(page, "Reanimates")).to_be_visible()
    assert stands(page, "Reanimates") == (10, 6)
