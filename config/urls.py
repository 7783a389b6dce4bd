"""All addresses of the site."""

from django.urls import include, path

urlpatterns = [
    path("", include("qa.web.urls")),
    path("", include("qa.web.machine_urls")),
    path("api/", include("qa.api.urls")),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
]
