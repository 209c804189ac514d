"""Contract: nobody signs in by an OpenID provider any more; what it calls the accounts goes."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0021_requests_for_erasure"),
    ]

    operations = [
        migrations.DeleteModel(name="OpenIdIdentity"),
    ]
