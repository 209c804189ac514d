"""Contract: earlier versions of slides, which no page has shown; who changed a hall stays in the history of the hall."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0039_no_claims_of_their_own"),
    ]

    operations = [
        migrations.DeleteModel(name="HistoricalHallSlide"),
    ]
