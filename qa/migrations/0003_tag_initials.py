"""Tags can be found by their pinyin; those that are there get theirs."""

import re

from django.db import migrations, models

BATCH = 500
HAN = re.compile("[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+")


def fill(apps, schema_editor):
    """By key and in batches; may be run again."""
    from pypinyin import lazy_pinyin

    Tag = apps.get_model("qa", "Tag")
    last = 0
    while tags := list(Tag.objects.filter(pk__gt=last).order_by("pk").only("pk", "name")[:BATCH]):
        last = tags[-1].pk
        chinese = [tag for tag in tags if HAN.search(tag.name)]
        for tag in chinese:
            tag.pinyin = HAN.sub(lambda run: "".join(lazy_pinyin(run[0])), tag.name)
            tag.initials = HAN.sub(lambda run: "".join(part[0] for part in lazy_pinyin(run[0])), tag.name)
        Tag.objects.bulk_update(chinese, ["pinyin", "initials"])


class Migration(migrations.Migration):
    dependencies = [
        ("qa", "0002_environment"),
    ]

    operations = [
        migrations.AddField(
            model_name="tag",
            name="pinyin",
            field=models.CharField(blank=True, default="", editable=False, max_length=300),
        ),
        migrations.AddField(
            model_name="tag",
            name="initials",
            field=models.CharField(blank=True, default="", editable=False, max_length=50),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
