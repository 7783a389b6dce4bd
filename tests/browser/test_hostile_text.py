"""What people write is shown and never done: hostile text in every field, opened on every page that shows it."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from qa import rules, services
from qa.models import Answer, Comment, FlagReason, Question, Tag
from qa.services.drafts import save_draft
from tests.browser.conftest import REPORTS, sign_in_as, watched
from tests.factories import make_user

pytestmark = [pytest.mark.browser, pytest.mark.sqlite_only, pytest.mark.django_db(transaction=True)]

WORD = "kraken"
"""Stands in every text, so that a search finds them all."""

PAYLOADS = [
    # Elements that run or load by themselves
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.invalid/a.js></sCrIpT >",
    '<img src=x onerror="alert(2)">',
    "<img/src=`x`/onerror=alert(3)//",
    "<image src=//evil.invalid/b.png onload=alert(4)>",
    '<iframe srcdoc="<script>alert(5)</script>"></iframe>',
    "<object data=data:text/html,<script>alert(6)</script>></object><embed src=//evil.invalid/c.swf>",
    "<video autoplay onplay=alert(7)><source onerror=alert(8) src=q></video><audio src=x onerror=alert(9)>",
    '<link rel=stylesheet href=//evil.invalid/d.css><base href="//evil.invalid/">',
    '<meta http-equiv=refresh content="0;url=//evil.invalid/e"><meta http-equiv=set-cookie content=a=b>',
    "<style>@import url(//evil.invalid/f.css);body{display:none}</style>",
    # Events and attributes
    "<input autofocus onfocus=alert(10)><details open ontoggle=alert(11)>x</details>",
    '<p style="background:url(//evil.invalid/g.png);position:fixed;inset:0" onpointerenter=alert(12)>over all</p>',
    "<a href='#' onclick=alert(13) onmouseover=alert(14) tabindex=1 accesskey=x>press</a>",
    '"><b onanimationstart=alert(15) style=animation-name:x>',
    "' autofocus onfocus='alert(16)' x='",
    '<b id="main" name="title" class="message error">named like a part of the page</b>',
    "<form action=//evil.invalid/h><button formaction=javascript:alert(17)>go</button></form>",
    '<button hx-get="//evil.invalid/i" hx-trigger="load" data-hx-on="alert(18)">x</button>',
    # SVG and MathML
    "<svg onload=alert(19)><script>alert(20)</script><animate onbegin=alert(21) attributeName=x></svg>",
    '<svg><a xlink:href="javascript:alert(22)"><text y=20>x</text></a><use href="//evil.invalid/j.svg#k"/></svg>',
    "<svg><foreignObject><iframe src=javascript:alert(23)></iframe></foreignObject></svg>",
    '<math><mtext><a href="javascript:alert(24)">x</a></mtext><maction actiontype="statusline#//evil">y</maction>',
    '<math href="javascript:alert(25)"><mi xlink:href="data:text/html,x">z</mi></math>',
    # Addresses
    "[a](javascript:alert(26)) [b](JaVaScRiPt&colon;alert(27)) [c](java\tscript:alert(28))",
    "[d](data:text/html;base64,PHNjcmlwdD5hbGVydCgyOSk8L3NjcmlwdD4=) [e](vbscript:msgbox(30)) [f](//evil.invalid/l)",
    '[g](&#106;avascript:alert(31)) [h](\x01javascript:alert(32)) [i]( javascript:alert(33) "t" )',
    "![j](javascript:alert(34)) ![k](//evil.invalid/m.png) ![l](data:image/svg+xml,<svg onload=alert(35)>)",
    '![m](x "\\" onerror=alert(36) y=\\"") [n](<javascript:alert(37)>) <javascript:alert(38)>',
    "[o]: javascript:alert(39)\n\n[o] [p][o] ![q][o]",
    # Markdown in Markdown
    "[![r](x)](javascript:alert(40)) **[s](javascript:alert(41)**) `<img src=x onerror=alert(42)>`",
    "> - 1. > | <img src=x onerror=alert(43)> |\n>      |---|\n>      | [t](javascript:alert(44)) |",
    '```"><img src=x onerror=alert(45)>\n<script>alert(46)</script>\n```',
    "# <svg onload=alert(47)>\n\n$\\href{javascript:alert(48)}{x}$ $$\\unicode{<img src=x onerror=alert(49)>}$$",
    # What a parser makes of it the second time
    '<noscript><p title="</noscript><img src=x onerror=alert(50)>"></noscript>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(51)&gt;">',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(52)>">',
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(53)>",
    "<template><s><template><s><img src=x onerror=alert(54)></s></template></s></template>",
    "<select><option><style></option></select><img src=x onerror=alert(55)></style>",
    "<!--><img src=x onerror=alert(56)>-->",
    "<![CDATA[<img src=x onerror=alert(57)>]]> <?xml <img src=x onerror=alert(58)>?>",
    "<textarea></textarea><title></title></script></style></template></main><img src=x onerror=alert(59)>",
    # Templates
    "{{ request }} {% include 'x' %} ${alert(60)} {{constructor.constructor('alert(61)')()}} #{alert(62)} <%= 63 %>",
    "%(name)s {name} {0.__class__} &lt;script&gt;alert(64)&lt;/script&gt; &amp;lt;img src=x onerror=alert(65)&amp;gt;",
    # Characters
    "\x00\x08\x0b\x1b[31m\x7f\x85 \ufffe \uffff \ufeff \u2028\u2029 \u200b\u200d \ue000 \ud83d" + "\udc00",
    "\u202egnp.exe\u202c \u2066\u2067\u2068\u2069 \u202d\u202b abc \u05d0\u05d1 e" + "\u0301" * 60,
    "<scr\x00ipt>alert(66)</scr\x00ipt> <img src=x o\x00nerror=alert(67)>",
    "\uff1cscript\uff1ealert(68)\uff1c/script\uff1e",
    "+ADw-script+AD4-alert(69)+ADw-/script+AD4- \xbcscript\xbealert(70)\xbc/script\xbe",
]
PAYLOADS = [payload.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for payload in PAYLOADS]


def packed(most: int) -> list[str]:
    """All payloads on as few lines as have room for them, each with the word that is searched for."""
    lines, line = [], WORD
    for payload in PAYLOADS:
        short = " ".join(payload.split())[: most - len(WORD) - 2]
        if len(line) + len(short) + 1 > most:
            lines.append(line)
            line = WORD
        line = f"{line} {short}"
    return [*lines, line]


def without_controls(text: str) -> str:
    """What a service takes: it refuses some control characters with a sentence."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]", "", text)


TEXT = without_controls("\n\n".join([WORD, *PAYLOADS]))
LINES = [without_controls(line) for line in packed(280)]
COMMENTS = [without_controls(line) for line in packed(1_900)]
NAME = '"><img src=x onerror=alert(90)>'


@dataclass
class Site:
    question: Question
    answer: Answer
    tag: Tag
    mallory: User
    reader: User

    @property
    def pages(self) -> list[str]:
        q, a, who = self.question, self.answer, self.mallory.get_absolute_url()
        return [
            q.get_absolute_url(), f"{q.get_absolute_url()}?comments=all", f"/q/{q.pk}/history", f"/a/{a.pk}/history",
            f"/q/{q.pk}/edit", f"/a/{a.pk}/edit", f"/a/{a.pk}/comment", f"/q/{q.pk}/flag",
            "/", "/?sort=unanswered", f"/search?q={WORD}", f"/search?q={WORD}&explain=1", "/tags", f"/tags?q={WORD}",
            self.tag.get_absolute_url(), f"/t/{self.tag.pk}/edit", "/users", who, f"{who}?tab=answers",
            f"{who}?tab=tags", f"{who}?tab=activity", "/me/bookmarks", "/me/following",
        ]  # fmt: skip


@pytest.fixture
def site(transactional_db) -> Site:
    """Hostile text in every field; where a rule refuses it, the row is written past the rule."""
    mallory, reader = make_user("mallory", is_moderator=True), make_user("reader", is_moderator=True)
    questions = [services.ask(actor=mallory, title=line, body=line, tags=[WORD, "xss"]) for line in LINES]
    question = questions[-1]
    answer = services.post_answer(actor=mallory, question=question, body=TEXT)
    for number, comment in enumerate(COMMENTS):
        services.add_comment(actor=mallory, post=(question, answer)[number % 2], body=comment)
    for line in LINES[:3]:
        services.edit_question(actor=mallory, question=question, title=line, body=f"{line}\n\n{TEXT}", reason=line)
        services.edit_answer(actor=mallory, answer=answer, body=f"{TEXT}\n\n{line}", reason=line)
    tag = services.edit_tag(actor=mallory, tag=Tag.objects.get(name=WORD), description=LINES[0])
    services.flag(actor=reader, post=question, reason=FlagReason.OTHER, text=LINES[1])
    for thing in (question, tag):
        services.follow(actor=reader, thing=thing)
    for post in (question, answer):
        services.bookmark(actor=reader, post=post)
    save_draft(actor=reader, form="/ask", typed={"title": LINES[0], "body": TEXT, "tags": NAME}, base=0)
    past_the_rules(mallory, questions[0])
    return Site(Question.objects.get(pk=question.pk), answer, Tag.objects.get(pk=tag.pk), mallory, reader)


def past_the_rules(mallory: User, imported: Question) -> None:
    """Names, tags and environments that no form lets through."""
    User.objects.filter(pk=mallory.pk).update(username=NAME)
    mallory.refresh_from_db()
    Tag.objects.filter(name="xss").update(name=NAME, slug="xss")
    Question.objects.update(**dict.fromkeys(rules.ENVIRONMENT_FIELDS, NAME[:30]))
    Question.objects.filter(pk=imported.pk).update(author=None, author_name=NAME)


BAD_PARTS = """() => {
    const bad = [];
    const loads = /^(script|iframe|object|embed|style|link|meta|base|template|video|audio|form|input|svg)$/i;
    const acts = /^(on.*|style|id|hx-.*|data-hx-.*|formaction|autofocus|xlink:href)$/i;
    for (const part of document.querySelectorAll(".markdown *, .excerpt *, h1 *, .row h3 a *, ins *, del *")) {
        const isIcon = part.closest("svg.icon, .code-box > .copy");
        const ownHeading = (name) => name === "id" && /^H[2-6]$/.test(part.tagName);
        if (isIcon) continue;
        if (loads.test(part.localName) || part.getAttributeNames().some((name) => acts.test(name) && !ownHeading(name)))
            bad.push(part.outerHTML);
    }
    const leads = ["href", "src", "action", "formaction"];
    for (const part of document.querySelectorAll(leads.map((name) => `[${name}]`).join()))
        if (leads.some((name) => /^[\\s\\x00-\\x20]*(javascript|vbscript|data):/i.test(part.getAttribute(name))))
            bad.push(part.outerHTML);
    return bad.map((html) => html.slice(0, 150));
}"""
"""Parts of a page that were made of a text and could do something."""


def assert_harmless(page: Page, where: str) -> None:
    """The page shows what was written, and nothing of it has become a part of the page that could do something."""
    assert page.evaluate(BAD_PARTS) == [], where
    assert re.search(f"{WORD}|alert", page.text_content("body")), where


def test_what_must_not_happen_would_be_seen(browser: Browser, live_server: LiveServer) -> None:
    """The watch that every page of `visit` is under, on a page without a policy that does all of it."""
    page, complaints = browser.new_page(), []
    watched(page, complaints, live_server.url)
    page.add_init_script(REPORTS)
    harm = "<meta http-equiv=Content-Security-Policy content='style-src none'><style>b{}</style>"
    html = f"{harm}<p class=markdown><img src=//evil.invalid/a.png onerror=alert(1)></p><a href=javascript:x>kraken</a>"
    page.route("**/harm", lambda route: route.fulfill(body=html, content_type="text/html"))
    with page.expect_event("dialog"):
        page.goto(f"{live_server.url}/harm")
    for part in ("dialog 1", "http://evil.invalid/a.png", "CSP style-src"):
        assert any(part in said for said in complaints), part
    assert len(page.evaluate(BAD_PARTS)) == 2
    page.close()


def test_no_page_does_what_is_written_on_it(visit: Callable[..., Page], site: Site) -> None:
    page = visit("/keys")
    sign_in_as(page, site.reader)
    for path in site.pages:
        assert page.goto(path).status == 200, path
        assert_harmless(page, path)
        for block in page.locator("script[type='application/ld+json']").all_text_contents():
            assert WORD in json.loads(block)["mainEntity"]["name"]


def test_what_appears_while_somebody_types_is_harmless(visit: Callable[..., Page], site: Site) -> None:
    page = visit("/tags")
    sign_in_as(page, site.reader)
    page.locator("#search-box").press_sequentially(WORD)
    expect(page.get_by_role("option").first).to_be_visible()
    assert_harmless(page, "suggestions")
    page.goto("/ask")
    expect(page.locator("#id_body")).to_have_value(re.compile("onerror"))
    expect(page.locator("#similar a").first).to_be_visible()
    expect(page.locator(".preview")).to_contain_text("alert(1)")
    assert_harmless(page, "draft, preview and similar questions")
    page.locator("#id_tags").fill("")
    page.locator("#id_tags").press_sequentially(WORD[:3])
    expect(page.locator("[role=option][data-name]").first).to_be_visible()
    assert_harmless(page, "tags")


def test_what_comes_into_an_open_page_is_harmless(visit: Callable[..., Page], site: Site) -> None:
    page = visit("/keys")
    sign_in_as(page, site.reader)
    page.goto(site.question.get_absolute_url())
    before = page.locator(".comments li").count()
    page.locator(f"#comment-q{site.question.pk}").click()
    page.locator(f"#comment-body-q{site.question.pk}").fill(COMMENTS[0])
    page.locator(f"#comment-send-q{site.question.pk}").click()
    expect(page.locator(".comments li")).to_have_count(before + 1)
    page.locator("#answering textarea[name=body]").fill(TEXT)
    expect(page.locator("#answering .preview")).to_contain_text("alert(1)")
    page.locator("#answering button.primary").click()
    expect(page.locator("article.answer")).to_have_count(2)
    assert_harmless(page, "comment, preview, answer")
    assert Comment.objects.count() == len(COMMENTS) + 1


def test_a_query_is_shown_as_text(visit: Callable[..., Page], site: Site) -> None:
    page = visit("/search")
    for text in (*LINES[:2], *COMMENTS):
        page.locator("#search-box").fill(text)
        with page.expect_navigation():
            page.locator("#search-box").press("Enter")
        expect(page.locator("#search-box")).to_have_value(re.compile(WORD))
        assert_harmless(page, text)
    page.goto("/diagnose")
    page.locator("#id_text").fill(f'Traceback (most recent call last):\n  File "{NAME}", line 1\nKrakenError: {TEXT}')
    page.locator("main form button").click()
    expect(page.locator(".recognised")).to_contain_text("KrakenError")
    assert_harmless(page, "what was recognised")


ATOM = "{http://www.w3.org/2005/Atom}"


def test_feeds_are_valid_and_harmless_in_any_reader(visit: Callable[..., Page], site: Site) -> None:
    """A reader shows the texts without the rules of this site: they must be harmless by themselves."""
    page = visit("/keys")
    shown: list[str] = []
    page.route("**/reader", lambda route: route.fulfill(body="<hr>".join(shown), content_type="text/html"))
    user, question = site.mallory.pk, site.question.pk
    for feed in ("questions", f"questions/{question}", f"tags/{WORD}", f"users/{user}", f"search?q={WORD}"):
        answered = page.request.get(f"/feeds/{feed}")
        assert answered.status == 200, feed
        entries = list(ElementTree.fromstring(answered.body()).iter(f"{ATOM}entry"))
        assert entries, feed
        shown[:] = [
            part.text for entry in entries for name in ("summary", "content") for part in entry.iter(ATOM + name)
        ]
        page.goto("/reader")
        assert_harmless(page, feed)
    for path in ("/llms.txt", "/opensearch.xml", "/sitemap.xml", "/sitemap-questions.xml", "/robots.txt"):
        kind = page.request.get(path).headers["content-type"]
        assert re.match("text/plain|application/.*xml", kind), path
