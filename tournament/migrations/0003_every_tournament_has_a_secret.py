"""The secret of the next draw, for tournaments from before there were any."""

import secrets

from django.db import migrations


def commit(apps, schema_editor):
    Tournament = apps.get_model("tournament", "Tournament")
    DrawSecret = apps.get_model("tournament", "DrawSecret")
    DrawSecret.objects.bulk_create(
        DrawSecret(tournament_id=pk, secret=secrets.token_hex(32))
        for pk in Tournament.objects.values_list("pk", flat=True)
    )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_the_draw_is_proven")]

    operations = [migrations.RunPython(commit, migrations.RunPython.noop)]
