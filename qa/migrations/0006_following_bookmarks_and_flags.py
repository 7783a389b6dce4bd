import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("qa", "0005_tag_description"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Bookmark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "answer",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="qa.answer",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bookmarks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "question",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="qa.question",
                    ),
                ),
            ],
            options={
                "verbose_name": "bookmark",
                "verbose_name_plural": "bookmarks",
                "indexes": [
                    models.Index(
                        models.F("person"), models.OrderBy(models.F("id"), descending=True), name="bookmark_by_person"
                    ),
                    models.Index(fields=["question"], name="bookmark_of_question"),
                    models.Index(fields=["answer"], name="bookmark_of_answer"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("answer__isnull", True), ("question__isnull", False)),
                            models.Q(("answer__isnull", False), ("question__isnull", True)),
                            _connector="OR",
                        ),
                        name="bookmark_has_one_target",
                    ),
                    models.UniqueConstraint(fields=("person", "question"), name="bookmark_a_question_once"),
                    models.UniqueConstraint(fields=("person", "answer"), name="bookmark_an_answer_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Flag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("spam", "Spam or advertising"),
                            ("rude", "Rude or hurtful"),
                            ("duplicate", "Asked or answered elsewhere"),
                            ("no_answer", "Not an answer to the question"),
                            ("low_quality", "Too little to be of use"),
                            ("other", "Something else"),
                        ],
                        max_length=20,
                        verbose_name="reason",
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=300, verbose_name="text")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("resolved_at", models.DateTimeField(blank=True, null=True)),
                (
                    "answer",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="qa.answer",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="flags",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "question",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="qa.question",
                    ),
                ),
            ],
            options={
                "verbose_name": "flag",
                "verbose_name_plural": "flags",
                "indexes": [
                    models.Index(fields=["person"], name="flag_by_person"),
                    models.Index(fields=["question"], name="flag_of_question"),
                    models.Index(fields=["answer"], name="flag_of_answer"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("answer__isnull", True), ("question__isnull", False)),
                            models.Q(("answer__isnull", False), ("question__isnull", True)),
                            _connector="OR",
                        ),
                        name="flag_has_one_target",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("reason__in", ["spam", "rude", "duplicate", "no_answer", "low_quality", "other"])
                        ),
                        name="flag_reason_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", "other"), ("text", ""), _negated=True),
                        name="other_flag_says_what",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("resolved_at", None)),
                        fields=("person", "question"),
                        name="one_open_flag_a_question",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("resolved_at", None)),
                        fields=("person", "answer"),
                        name="one_open_flag_an_answer",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="follows",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "question",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="follows",
                        to="qa.question",
                    ),
                ),
                (
                    "tag",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="follows",
                        to="qa.tag",
                    ),
                ),
            ],
            options={
                "verbose_name": "follow",
                "verbose_name_plural": "follows",
                "indexes": [
                    models.Index(
                        models.F("person"), models.OrderBy(models.F("id"), descending=True), name="follow_by_person"
                    ),
                    models.Index(fields=["question"], name="follow_of_question"),
                    models.Index(fields=["tag"], name="follow_of_tag"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("question__isnull", False), ("tag__isnull", True)),
                            models.Q(("question__isnull", True), ("tag__isnull", False)),
                            _connector="OR",
                        ),
                        name="follow_has_one_target",
                    ),
                    models.UniqueConstraint(fields=("person", "question"), name="follow_a_question_once"),
                    models.UniqueConstraint(fields=("person", "tag"), name="follow_a_tag_once"),
                ],
            },
        ),
    ]
