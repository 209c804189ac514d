"""What the site refuses at a form, in the words of that form."""

from playwright.sync_api import Page

#: Every shape in which a form of the referee's page has a field.
FORM = """<form>
  <label>Paragraph  broken
    <select name="paragraph"><option>§6 illegal move</option></select></label>
  <label>or another <input name="paragraph"></label>
  <label><span class="colour">Yellow</span> <input name="yellow"></label>
  <fieldset><legend>Ruling</legend><label><input type="radio" name="ruling"> It stands</label></fieldset>
  <label>First <input name="places.0"></label>
  <input type="hidden" name="position">
</form>"""
#: The field of a refusal, what the site says, what the form says.
REFUSED = [
    ("paragraph", "paragraph: this is missing", "Paragraph broken: this is missing"),
    ("yellow", "yellow: no such field", "Yellow: no such field"),
    ("ruling", "ruling: one of a, b is needed", "Ruling: one of a, b is needed"),
    ("places[0]", "places[0]: this is missing", "First: this is missing"),
    # What has no heading is said as it came.
    ("position", "position: this is missing", "position: this is missing"),
    ("unknown", "unknown: this is missing", "unknown: this is missing"),
    ("paragraph", "The paragraph is missing", "The paragraph is missing"),
    (None, "It is over.", "It is over."),
]


def test_a_refusal_calls_its_field_as_the_form_does(phone: Page) -> None:
    said = phone.evaluate(
        """async ([html, refusals]) => {
            const { refusalOn } = await import("./referee/forms.js");
            document.body.innerHTML = html;
            const of = ([field, detail]) => refusalOn(document.forms[0], { detail, field: field ?? undefined });
            return refusals.map(of);
        }""",
        [FORM, REFUSED],
    )
    assert said == [words for _, _, words in REFUSED]
