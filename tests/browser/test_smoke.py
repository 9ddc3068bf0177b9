from playwright.sync_api import expect


def test_the_page_greets_with_the_examples(table, person):
    page = person()
    page.goto(table.address)
    expect(page.get_by_role("heading", name="The referee you can take apart")).to_be_visible()
    expect(page.get_by_text("Reanimates struck in the rear")).to_be_visible()
