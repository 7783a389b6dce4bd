from django.apps import AppConfig
from django.core.checks import register


class QaConfig(AppConfig):
    name = "qa"
    verbose_name = "Questions and answers"

    def ready(self) -> None:
        from qa import checks

        register(checks.encoder)
