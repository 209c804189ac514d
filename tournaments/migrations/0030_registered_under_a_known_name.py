from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0029_order_of_counted_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="namesake",
            field=models.CharField(
                blank=True,
                choices=[("", "not said"), ("same", "the same person"), ("new", "somebody else")],
                db_default="",
                default="",
                editable=False,
                max_length=4,
                verbose_name="known before",
            ),
        ),
        migrations.AddField(
            model_name="historicalentry",
            name="namesake",
            field=models.CharField(
                blank=True,
                choices=[("", "not said"), ("same", "the same person"), ("new", "somebody else")],
                db_default="",
                default="",
                editable=False,
                max_length=4,
                verbose_name="known before",
            ),
        ),
    ]
