from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_backups_asked_for"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="entered_in",
            field=models.CharField(db_default="", default="", editable=False, max_length=120),
        ),
    ]
