"""What a tag is about, in a sentence or two."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("qa", "0004_vectors_and_signatures")]

    operations = [
        migrations.AddField(
            model_name="tag",
            name="description",
            field=models.CharField(
                blank=True, default="", help_text="One or two sentences.", max_length=300, verbose_name="description"
            ),
        ),
    ]
