"""A fight at the table: begun, rolled, told, taken back, looked at again, saved and loaded."""

import json
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from tests.browser.hands import judged, opened, panel, piece

FLANK = "A charge in the flank"
CHARGE = "Oathsworn Cavalry → Reanimates"


def begun(page: Page, address: str, title: str = FLANK, attack: str = CHARGE) -> Page:
    """A fight that is open at an example, with an attack chosen."""
    opened(page, address, title)
    judged(page, attack).get_by_role("button", name="Roll it…").click()
    page.get_by_role("button", name="Start a fight here").click()
    expect(page.get_by_text("connected", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("/room/"))
    return page


def rolled(page: Page, policy: str = "hits") -> Locator:
    """The chosen attack rolled by the server to its end; what is told of it."""
    page.get_by_role("combobox", name="Choices").select_option(policy)
    page.get_by_role("button", name="Roll", exact=True).click()
    told = page.get_by_role("region", name=CHARGE)
    expect(told.get_by_role("button", name="Put away")).to_be_visible()
    expect(told.locator("dl dt", has_text="figures")).to_be_visible()
    return told


def figures(page: Page, name: str) -> int:
    found = re.search(r"(\d+) figures", piece(page, name).get_attribute("aria-label") or "")
    assert found
    return int(found[1])


def log(page: Page) -> Locator:
    return page.get_by_role("log", name="What happened").get_by_role("listitem")


def entries(page: Page) -> Locator:
    """The lines of the log that open into a ruling."""
    return page.get_by_role("log", name="What happened").get_by_role("button", expanded=False)


def test_an_attack_is_rolled_told_and_its_casualties_come_off(table, person):
    page = begun(person(), table.address)
    assert figures(page, "Reanimates") == 20
    told = rolled(page)
    assert told.get_by_role("img", name=re.compile("^(red|blue|white): ")).count() >= 3
    lost = int(told.locator("dl div", has_text="figures").locator("dd").inner_text())
    assert figures(page, "Reanimates") == 20 - lost
    expect(entries(page)).to_have_count(1)


def test_a_line_of_the_log_opens_into_its_ruling_and_its_fair_dice(table, person):
    page = begun(person(), table.address)
    rolled(page).get_by_role("button", name="Put away").click()
    entries(page).first.click()
    line = page.get_by_role("log", name="What happened")
    line.get_by_text("Why: the ruling step by step").click()
    expect(line.get_by_text("Oathsworn Cavalry has a melee attack")).to_be_visible()
    line.get_by_text("Fair dice: check throw 1").click()
    line.get_by_role("button", name="Check it").click()
    expect(line.get_by_role("status")).to_contain_text("The secret is the one that was promised")


def test_the_faces_of_numbered_dice_follow_from_what_was_promised(table, person):
    page = opened(person(), table.address, "A charge into the flank")
    judged(page, "→ Bolton Cutthroats", "align 100").get_by_role("button", name="Roll it…").click()
    page.get_by_role("button", name="Start a fight here").click()
    page.get_by_text("Fair dice: throw 1 is sealed").click()
    promised = page.get_by_text(re.compile("^[0-9a-f]{64}$")).inner_text()
    page.get_by_role("textbox", name="Your own words").fill("By my beard")
    page.get_by_role("combobox", name="Choices").select_option(index=1)
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_text("Fair dice: check throw 1").click()
    proof = page.get_by_role("group").filter(has_text="check throw 1").last
    expect(proof).to_contain_text(promised)
    expect(proof).to_contain_text("By my beard")
    proof.get_by_role("button", name="Check it").click()
    expect(proof.get_by_role("status")).to_contain_text("Every face follows from it.")


def test_whoever_decides_is_asked(table, person):
    page = begun(person(), table.address)
    page.get_by_role("button", name="Roll", exact=True).click()
    asked = page.get_by_role("group", name="Which die for flanking?")
    expect(asked.get_by_role("button")).to_have_text(["red", "blue"])
    asked.get_by_role("button", name="blue").click()
    expect(asked).to_have_count(0)


def test_an_attack_is_called_off_before_a_die_falls(table, person):
    page = begun(person(), table.address)
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_role("button", name="Call it off: no die has fallen yet").click()
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_visible()
    expect(entries(page)).to_have_count(0)


def test_dice_that_fell_on_a_real_table_are_typed_and_marked(table, person):
    page = begun(person(), table.address)
    page.get_by_role("button", name="we roll and type").click()
    page.get_by_role("combobox", name="Choices").select_option("hits")
    page.get_by_role("button", name="Begin, and type the dice").click()
    fell = page.get_by_role("button", name="These fell")
    under_way = page.get_by_role("region", name=CHARGE)
    typed = under_way.get_by_role("textbox", name="or all in one line")
    expect(typed).to_be_visible()
    typed.fill("9 9 9 9")
    expect(page.get_by_role("alert")).to_contain_text("is no face of a")
    expect(fell).to_have_count(0)
    typed.fill("")
    while under_way.get_by_role("group", name=re.compile("^Die ")).or_(fell).first.is_visible():
        if fell.count():
            fell.click()
            expect(fell).to_have_count(0)
        elif (faces := under_way.get_by_role("group", name=re.compile("^Die "))).count():
            faces.get_by_role("button").last.click()
        if page.get_by_role("button", name="Put away").count():
            break
    expect(page.get_by_role("button", name="Put away")).to_be_visible()
    expect(log(page).last).to_contain_text("typed dice")
    assert figures(page, "Reanimates") < 20


def test_undo_is_free_before_dice_fall_and_the_referee_takes_back_what_was_rolled(table, person):
    page = begun(person(), table.address)
    rolled(page)
    assert figures(page, "Reanimates") < 20
    page.get_by_role("button", name="↶ Undo").click()
    agree = page.get_by_role("alertdialog").get_by_role("button")
    expect(piece(page, "Reanimates").or_(agree.first).first).to_be_visible()
    expect(piece(page, "Reanimates")).to_have_attribute("aria-label", re.compile("20 figures"))
    expect(page.get_by_role("log").get_by_text("undone")).to_be_visible()
    expect(entries(page)).to_have_count(0)


def test_the_referee_decides_what_no_rule_says(table, person):
    page = begun(person(), table.address)
    page.get_by_role("button", name="Let the referee decide…").click()
    dialog = page.get_by_role("dialog", name="Let the referee decide")
    dialog.get_by_role("textbox", name="What is decided, in words").fill("The dog sits on the column: it stands here.")
    dialog.get_by_role("combobox").select_option("column")
    dialog.get_by_role("spinbutton", name="x").fill("15")
    dialog.get_by_role("button", name="Decide", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(log(page).last).to_contain_text("The dog sits on the column")
    expect(piece(page, "Reanimates")).to_have_attribute("aria-label", re.compile(r"at \(15, 7\)"))


def test_the_record_is_looked_through_and_branched(table, person):
    page = begun(person(), table.address)
    rolled(page)
    left = figures(page, "Reanimates")
    page.get_by_role("button", name="Put away").click()
    replay = page.get_by_role("region", name="Replay")
    replay.get_by_role("button", name="To the start").click()
    expect(replay).to_contain_text("You are looking at the past.")
    expect(piece(page, "Reanimates")).to_have_attribute("aria-label", re.compile("20 figures"))
    replay.get_by_role("button", name="One on").click()
    expect(piece(page, "Reanimates")).to_have_attribute("aria-label", re.compile(f"{left} figures"))
    expect(replay.get_by_text("You are looking at the past.")).to_have_count(0)

    replay.get_by_role("button", name="One back").click()
    expect(replay).to_contain_text("before the first entry")
    was = page.url
    replay.get_by_role("button", name="Fight on from here at another table").click()
    expect(page).not_to_have_url(was)
    expect(piece(page, "Reanimates")).to_have_attribute("aria-label", re.compile("20 figures"))
    expect(entries(page)).to_have_count(0)


def test_a_saved_record_passes_the_check_and_is_loaded_again(table, person, tmp_path):
    page = begun(person(), table.address)
    rolled(page)
    left = figures(page, "Reanimates")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save record").click()
    assert saving.value.suggested_filename == "a-charge-in-the-flank.record.jsonl"
    record = tmp_path / "fight.record.jsonl"
    saving.value.save_as(record)
    assert len(record.read_text("utf-8").splitlines()) == 2
    command = [sys.executable, "-m", "enfilade", "check", str(record)]
    checked = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr

    other = person()
    other.goto(table.address)
    with other.expect_file_chooser() as choosing:
        other.get_by_role("button", name="Open a file…").click()
    choosing.value.set_files(Path(record))
    expect(other).to_have_url(re.compile("/room/"))
    expect(piece(other, "Reanimates")).to_have_attribute("aria-label", re.compile(f"{left} figures"))
    expect(entries(other)).to_have_count(1)

    lines = record.read_text("utf-8").splitlines()
    entry = json.loads(lines[1])
    entry["answers"] = entry["answers"][:-1]
    record.write_text("\n".join([lines[0], json.dumps(entry)]), "utf-8")
    wrong = person()
    wrong.goto(table.address)
    with wrong.expect_file_chooser() as choosing:
        wrong.get_by_role("button", name="Open a file…").click()
    choosing.value.set_files(record)
    expect(wrong.get_by_role("alert")).to_be_visible()


def test_a_fight_is_left_and_found_again_by_its_address(table, person):
    page = begun(person(), table.address)
    rolled(page)
    left, address = figures(page, "Reanimates"), page.url
    page.get_by_role("button", name="Leave").click()
    expect(page).not_to_have_url(re.compile("/room/"))
    page.goto(address)
    expect(piece(page, "Reanimates")).to_have_attribute("aria-label", re.compile(f"{left} figures"))
    expect(entries(panel(page, "Fight").page)).to_have_count(1)
