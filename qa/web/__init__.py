"""The pages: HTML from the server, complete without JavaScript. Never imports `api`.

A view fetches with access, fills a form, calls a service, responds.
"""
