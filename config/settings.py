"""The site's settings, read from the environment; docs/settings.md explains each variable."""

from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import SELF
from django.utils.translation import gettext_lazy as _

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent

# Where things are
JIEHUO_DATA_DIR = env.folder("JIEHUO_DATA_DIR", BASE_DIR / "data")
SEARCH_INDEX_DIR = JIEHUO_DATA_DIR / "search"
PORT = env.port("PORT", 8000)
SITE_URL = env.site_url("SITE_URL", f"http://127.0.0.1:{PORT}")
SITE_NAME = env.text("SITE_NAME", "解惑 Jiehuo")
SITE_HOST = urlsplit(SITE_URL).hostname
HTTPS = SITE_URL.startswith("https://")

SECRET_KEY = env.secret_key("SECRET_KEY", JIEHUO_DATA_DIR)
DEBUG = env.boolean("DEBUG")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", sorted({"127.0.0.1", "localhost", "[::1]", SITE_HOST}))
ENCODER = env.encoder("ENCODER", "auto")
ENCODER_MODEL = env.text("ENCODER_MODEL", "text-embedding-3-small")
ENCODER_KEY = env.text("ENCODER_KEY")

# What a question may say of its environment
FRAMEWORK = env.text("FRAMEWORK", "MindSpore")
FRAMEWORK_VERSIONS = env.versions(
    "FRAMEWORK_VERSIONS",
    "2.10.0, 2.9.0, 2.8.0, 2.7.2, 2.7.1, 2.7.0, 2.6.0, 2.5.0, 2.4.10, 2.4.1, 2.4.0, 2.3.1, 2.3.0, 2.2.14, 2.2.10, "
    "2.2.0, 2.1.0, 2.0.0, 1.10.1, 1.10.0, 1.9.0, 1.8.1, 1.8.0, 1.7.0, 1.6.1, 1.6.0, 1.5.0, 1.3.0, 1.2.0, 1.1.0, 1.0.0",
)
DEVICES = env.choices("DEVICES", "Ascend, GPU, CPU")
MODES = env.choices("MODES", "Graph, PyNative")
SYSTEMS = env.choices("SYSTEMS", "Linux, Windows, macOS")

INSTALLED_APPS = [
    "accounts",
    "qa",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "taggit",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "drf_standardized_errors",
    "corsheaders",
    "csp",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "qa.web.errors.DomainErrorMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
APPEND_SLASH = True

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
            ],
        },
    },
]

DATABASES = {"default": env.database("DATABASE_URL", JIEHUO_DATA_DIR / "jiehuo.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LOCAL_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {"BACKEND": LOCAL_MEMORY},
    # Question pages, of some 50 KB each: apart, so that they do not push out what counts attempts to sign in.
    "pages": {"BACKEND": LOCAL_MEMORY, "LOCATION": "pages", "OPTIONS": {"MAX_ENTRIES": 200}},
}

# People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "/"
# One proxy in front when TLS ends there; the address it saw is the visitor's.
PROXIES = 1 if HTTPS else 0
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.validators.username_validators"
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
EMAIL_IS_SENT = bool(env.text("EMAIL_URL"))
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_IS_SENT else "none"
vars().update(env.email("EMAIL_URL"))
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", f"noreply@{SITE_HOST}")

# Language and time
LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", _("Simplified Chinese")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_I18N = USE_TZ = True

# Static files: hashed names, compressed, served by the application
STATIC_URL = "/static/"
STATIC_ROOT = JIEHUO_DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Pictures that people upload: served by the application as well
MEDIA_URL = "/media/"
MEDIA_ROOT = JIEHUO_DATA_DIR / "media"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG

# Jobs
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}

# REST API
API_THROTTLE = env.rate("API_THROTTLE", "120/min")
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["knox.auth.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["qa.api.parsers.BoundedJSONParser"],
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": API_THROTTLE, "user": API_THROTTLE},
    "NUM_PROXIES": PROXIES,
    "DEFAULT_SCHEMA_CLASS": "drf_standardized_errors.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "drf_standardized_errors.handler.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
REST_KNOX = {"TOKEN_TTL": timedelta(days=365)}
DRF_STANDARDIZED_ERRORS = {"EXCEPTION_HANDLER_CLASS": "qa.api.errors.Handler"}
SPECTACULAR_SETTINGS = {
    "TITLE": "Jiehuo API",
    "DESCRIPTION": "Questions, answers, tags, search and pasted-error look-ups. Reading needs no token.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "LangEnum": "qa.models.post.Language",
        "ValidationErrorEnum": "drf_standardized_errors.openapi_serializers.ValidationErrorEnum.choices",
        "ClientErrorEnum": "drf_standardized_errors.openapi_serializers.ClientErrorEnum.choices",
        "ServerErrorEnum": "drf_standardized_errors.openapi_serializers.ServerErrorEnum.choices",
        "ErrorCode401Enum": "drf_standardized_errors.openapi_serializers.ErrorCode401Enum.choices",
        "ErrorCode403Enum": "drf_standardized_errors.openapi_serializers.ErrorCode403Enum.choices",
        "ErrorCode404Enum": "drf_standardized_errors.openapi_serializers.ErrorCode404Enum.choices",
        "ErrorCode405Enum": "drf_standardized_errors.openapi_serializers.ErrorCode405Enum.choices",
        "ErrorCode415Enum": "drf_standardized_errors.openapi_serializers.ErrorCode415Enum.choices",
        "ErrorCode429Enum": "drf_standardized_errors.openapi_serializers.ErrorCode429Enum.choices",
        "ErrorCode500Enum": "drf_standardized_errors.openapi_serializers.ErrorCode500Enum.choices",
    },
    "POSTPROCESSING_HOOKS": ["drf_standardized_errors.openapi_hooks.postprocess_schema_enums"],
}
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

# Safety
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "form-action": [SELF],
        "img-src": [SELF, "data:"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
CSRF_FAILURE_VIEW = "qa.web.errors.csrf_failure"
CSRF_TRUSTED_ORIGINS = [SITE_URL]
if HTTPS:
    # TLS ends at the proxy in front; docs/deployment.md has the nginx lines that set and strip this header.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"qa": {"level": "INFO"}, "django.request": {"level": "ERROR"}},
}
