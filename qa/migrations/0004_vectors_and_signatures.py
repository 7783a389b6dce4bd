import django.db.models.deletion
from django.db import migrations, models

import qa.models.installation


class Migration(migrations.Migration):

    dependencies = [
        ('qa', '0003_tag_initials'),
    ]

    operations = [
        migrations.AddField(
            model_name='installation',
            name='vector_model',
            field=models.CharField(blank=True, help_text='The encoder whose vectors searches use; empty before the first.', max_length=200),
        ),
        migrations.AddField(
            model_name='installation',
            name='signature_version',
            field=models.PositiveIntegerField(default=0, help_text="The way in which every post's errors are signed."),
        ),
        # What was written before has no signatures: 0 has them made.
        migrations.AlterField(
            model_name='installation',
            name='signature_version',
            field=models.PositiveIntegerField(default=qa.models.installation.signature_version, help_text="The way in which every post's errors are signed."),
        ),
        migrations.CreateModel(
            name='ErrorSignature',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(blank=True, help_text='The same error has the same; empty: too vague.', max_length=16)),
                ('exception', models.CharField(blank=True, max_length=200)),
                ('message', models.TextField(blank=True)),
                ('terms', models.JSONField(default=list, help_text='What the search index holds of it.')),
                ('answer', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='qa.answer')),
                ('question', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='qa.question')),
            ],
            options={
                'indexes': [models.Index(fields=['question'], name='signature_of_question'), models.Index(fields=['answer'], name='signature_of_answer')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('answer__isnull', True), ('question__isnull', False)), models.Q(('answer__isnull', False), ('question__isnull', True)), _connector='OR'), name='signature_has_one_target')],
            },
        ),
        migrations.CreateModel(
            name='QuestionVector',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('aspect', models.SmallIntegerField(choices=[(0, 'title'), (1, 'title and beginning'), (2, 'error')])),
                ('model', models.CharField(help_text='The encoder and its version.', max_length=200)),
                ('digest', models.CharField(help_text='Of the text that was encoded.', max_length=16)),
                ('vector', models.BinaryField()),
                ('question', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='vectors', to='qa.question')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('question', 'model', 'aspect'), name='vector_once_a_model')],
            },
        ),
    ]
