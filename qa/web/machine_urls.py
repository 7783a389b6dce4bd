"""Addresses that programs ask for: feeds, sitemaps, pictures beside links, and what a site says of itself."""

from django.contrib.sitemaps import views as sitemaps
from django.urls import path

from qa.web import cards, feeds, machines
from qa.web.sitemaps import SITEMAPS

urlpatterns = [
    path("robots.txt", machines.robots, name="robots"),
    path("llms.txt", machines.llms, name="llms"),
    path("opensearch.xml", machines.opensearch, name="opensearch"),
    path("sitemap.xml", sitemaps.index, {"sitemaps": SITEMAPS, "sitemap_url_name": "sitemap"}, name="sitemap-index"),
    path("sitemap-<str:section>.xml", sitemaps.sitemap, {"sitemaps": SITEMAPS}, name="sitemap"),
    path("feeds/questions", feeds.site, name="feed"),
    path("feeds/questions/<int:pk>", feeds.answers, name="feed-answers"),
    path("feeds/tags/<path:name>", feeds.tag, name="feed-tag"),
    path("feeds/users/<int:pk>", feeds.person, name="feed-person"),
    path("feeds/search", feeds.search, name="feed-search"),
    path("cards/<int:pk>.png", cards.card, name="card"),
]
