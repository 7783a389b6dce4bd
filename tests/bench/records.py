"""Records in the form that make_corpus.py prints."""


def record(number: int, **changed: object) -> dict:
    """A Chinese question that tells of an error, with two answers, the first accepted."""
    own = f"bokata_n{number}"
    return {
        "external_id": f"corpus/{number}",
        "lang": "zh",
        "title": f"数据集 {number} 训练时报错怎么办 {own}",
        "body": f'说明。\n\n```\nTraceback (most recent call last):\n  File "train.py", line {number}, in main\n'
        f"RuntimeError: dazebu.cc:322 {own} failed, code E{10_000 + number}\n```",
        "tags": ["ascend", f"tag-{number % 3}"],
        "user": f"user{number % 4}",
        "score": number,
        "created_at": "2024-05-06T07:08:00Z",
        "answers": [
            {"body": "升级驱动 <b>。", "user": "user1", "score": 3, "accepted": True},
            {"body": "重新安装。", "user": "helper", "score": 1},
        ],
        **changed,
    }
