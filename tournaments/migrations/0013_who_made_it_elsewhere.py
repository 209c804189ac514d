"""Room for who has made something on another site (``games.domain.actors``)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_forecasts_of_seasons")]

    operations = [
        migrations.AlterField(
            model_name="compensationaward",
            name="made_by",
            field=models.CharField(max_length=80, verbose_name="made by"),
        ),
        migrations.AlterField(
            model_name="draw",
            name="made_by",
            field=models.CharField(max_length=80, verbose_name="made by"),
        ),
        migrations.AlterField(
            model_name="historicalcompensationaward",
            name="made_by",
            field=models.CharField(max_length=80, verbose_name="made by"),
        ),
        migrations.AlterField(
            model_name="historicaldraw",
            name="made_by",
            field=models.CharField(max_length=80, verbose_name="made by"),
        ),
        migrations.AlterField(
            model_name="historicalmedalgame",
            name="made_by",
            field=models.CharField(max_length=80, verbose_name="made by"),
        ),
        migrations.AlterField(
            model_name="medalgame",
            name="made_by",
            field=models.CharField(max_length=80, verbose_name="made by"),
        ),
        migrations.AlterField(
            model_name="reportline",
            name="made_by",
            field=models.CharField(max_length=80, verbose_name="made by"),
        ),
    ]
