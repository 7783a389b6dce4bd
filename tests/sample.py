"""A small community around the packaged content: what screenshots show."""

from dataclasses import dataclass

from django.core.management import call_command

from accounts.models import User
from bench.page import session_of
from qa import services
from qa.models import Course, Question, Tag

PASTED = """Traceback (most recent call last):
  File "/home/lin/train.py", line 41, in <module>
    model.train(10, dataset)
  File "/usr/lib/python3.9/site-packages/mindspore/train/model.py", line 1068, in train
TypeError: For 'MatMul', the type of 'x' should be Tensor, but got int.
"""
TITLE = "静态图模式下 MatMul 报 TypeError：type of 'x' should be Tensor"
BODY = f"""升级到 2.3 以后，同一份脚本在 **静态图** 下训练第一步就报错，PyNative 下没有问题。

```text
{PASTED.strip()}
```

网络里与它有关的只有这几行：

```python
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.matmul = ops.MatMul()
        self.scale = 2

    def construct(self, x):
        return self.matmul(self.scale, x)
```

我查过文档，`scale` 换成 `1.0` 也一样。静态图里常量应该怎么写？
"""
ACCEPTED = """`MatMul` 的两个输入都必须是 **Tensor**。静态图编译时不会替你转换 `int`，所以要么换算子，要么先转成张量。

```python
def construct(self, x):
    return self.scale * x
```

缩放用逐元素乘法即可，它接受标量：$y_{ij} = s\\,x_{ij}$。两种写法的差别：

| 写法 | 输入 | 静态图 |
| --- | --- | --- |
| `ops.MatMul()(a, b)` | 两个 Tensor | 可以 |
| `self.scale * x` | 标量与 Tensor | 可以 |
| `ops.MatMul()(2, x)` | 标量与 Tensor | `TypeError` |
"""
SECOND = """If you do need a matrix product, make the constant a parameter once, in `__init__`:

```python
self.scale = Tensor([[2.0]], ms.float32)
```

Building tensors inside `construct` works too, but it is compiled again for each new value.
"""
TYPED = {
    "title": "GeneratorDataset 卡住不动，没有任何报错",
    "body": "数据读到一半就停住。\n\n```python\ndata = ds.GeneratorDataset(source, ['data', 'label'])\n```",
    "tags": "dataset, 报错",
}


@dataclass(frozen=True)
class Sample:
    """Addresses of the main pages, a member's cookie, and what is typed on two of them."""

    pages: dict[str, str]
    cookie: str
    pasted: str
    typed: dict[str, str]


def person(name: str, reputation: int, **fields: object) -> User:
    return User.objects.create_user(name, email=f"{reputation}@example.org", reputation=reputation, **fields)


def solved_question(asker: User, helper: User, guest: User) -> Question:
    """With everything that a question page can show."""
    environment = {"version": "2.3.0", "device": "Ascend", "mode": "Graph", "os": "Linux", "python": "3.9"}
    question = services.ask(
        actor=asker, title=TITLE, body=BODY, tags=["graph-mode", "算子", "报错"], environment=environment
    )
    accepted = services.post_answer(actor=helper, question=question, body=ACCEPTED)
    second = services.post_answer(actor=guest, question=question, body=SECOND)
    services.add_comment(actor=asker, post=accepted, body="换成 `self.scale * x` 就好了，谢谢！")
    services.add_comment(actor=guest, post=accepted, body="The error message could say so. I opened an issue.")
    for voter in (asker, guest):
        services.vote(actor=voter, post=accepted, value=1)
    for voter in (helper, guest):
        services.vote(actor=voter, post=question, value=1)
    services.vote(actor=helper, post=second, value=1)
    services.accept(actor=asker, answer=accepted)
    services.edit_question(
        actor=helper,
        question=question,
        title=f"{TITLE}，得到 int",
        body=BODY.replace("我查过文档，", ""),
        reason="补全标题",
    )
    return Question.objects.get(pk=question.pk)


def waiting_question(asker: User, helper: User) -> None:
    """One that has an answer which its asker has not seen."""
    body = "混合精度训练十几步以后 loss 变成 nan，学习率已经降到 1e-5。"
    question = services.ask(actor=asker, title="混合精度训练时 loss 变成 nan", body=body, tags=["性能", "报错"])
    services.post_answer(actor=helper, question=question, body="先打开 loss scale：`amp.DynamicLossScaler`。")


def populated() -> tuple[Question, User]:
    """A question with everything, and a member who has something waiting."""
    asker, helper, guest = person("小林", 240), person("阿哲", 1830, is_moderator=True), person("marta", 515)
    question = solved_question(asker, helper, guest)
    waiting_question(asker, helper)
    services.edit_tag(
        actor=helper, tag=Tag.objects.get(name="graph-mode"), description="静态图：先编译整张图，再执行。"
    )
    for name in ("报错", "性能"):
        services.follow(actor=asker, thing=Tag.objects.get(name=name))
    services.follow(actor=asker, thing=question)
    services.bookmark(actor=asker, post=question)
    return question, asker


def made() -> Sample:
    """Fills the empty site that the settings name."""
    call_command("migrate", verbosity=0)
    for command in ("seed", "collectstatic --noinput --verbosity=0"):
        call_command(*command.split())
    question, member = populated()
    call_command("sync_search", "--words")
    pages = {
        "home": "/",
        "for-you": "/",
        "question": question.get_absolute_url(),
        "ask": "/ask",
        "search": "/search?q=静态图",
        "pasted": "/search",
        "tag": "/tags/graph-mode",
        "course": Course.objects.order_by("position", "pk")[0].get_absolute_url(),
        "person": f"{question.accepted_answer.author.get_absolute_url()}?tab=answers",
        "sign-up": "/accounts/signup/",
    }
    return Sample(pages, session_of(member), PASTED, TYPED)
