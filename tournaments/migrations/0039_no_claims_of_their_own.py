"""Contract: parts of forecasts and webhooks are claimed in the table of all work; their own claims go.

Parts that were handed out are computed again; a receiver that wanted to be left alone may be called once more.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_claims_of_work"),
        ("tournaments", "0038_public_events"),
    ]

    operations = [
        migrations.RemoveField(model_name="forecastpart", name="attempts"),
        migrations.RemoveField(model_name="forecastpart", name="handed_out_at"),
        migrations.RemoveField(model_name="webhook", name="busy_until"),
    ]
