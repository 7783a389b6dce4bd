from django.urls import path

from accounts import views

urlpatterns = [
    path("settings/", views.settings_page, name="settings"),
    path("tokens/create/", views.create_token, name="create-token"),
    path("tokens/revoke/", views.revoke_token, name="revoke-token"),
    path("close/", views.close, name="close-account"),
]
