from django.db import migrations, models


class Migration(migrations.Migration):
    """Nothing changes in the database: the names of two more kinds."""

    dependencies = [
        ("games", "0014_accounts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="securityevent",
            name="kind",
            field=models.CharField(
                choices=[
                    ("login", "login"),
                    ("login failed", "login failed"),
                    ("login throttled", "login throttled"),
                    ("logout", "logout"),
                    ("link opened", "link opened"),
                    ("token issued", "token issued"),
                    ("token revoked", "token revoked"),
                    ("permit granted", "permit granted"),
                    ("permit revoked", "permit revoked"),
                    ("factor added", "second factor added"),
                    ("factor removed", "second factor removed"),
                    ("codes made", "recovery codes made"),
                    ("code used", "recovery code used"),
                    ("password changed", "password changed"),
                    ("mail changed", "e-mail address changed"),
                    ("sessions ended", "devices signed out"),
                    ("player erased", "player erased"),
                    ("backup asked for", "backup asked for"),
                    ("backup taken", "backup downloaded"),
                ],
                max_length=20,
                verbose_name="kind",
            ),
        ),
    ]
