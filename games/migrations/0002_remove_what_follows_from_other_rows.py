"""Contract: a backup that is wanted is a security event that is newer than the newest backup.

Nothing is lost: each wish was noted as a security event, too.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.DeleteModel("BackupWish")]
