"""How gunicorn serves: threads, since search releases the interpreter's lock; workers replaced now and then."""

import threading

from gunicorn.workers.base import Worker

worker_class = "gthread"
threads = 4
max_requests = 50_000
max_requests_jitter = 5_000
graceful_timeout = 8
timeout = 60
accesslog = None
errorlog = "-"
loglevel = "warning"
forwarded_allow_ips = "127.0.0.1"
control_socket_disable = True


def post_worker_init(worker: Worker) -> None:
    """Has the sentence encoder ready before the first search needs it, without keeping the first page waiting."""
    from qa.search import encoders

    threading.Thread(target=encoders.warm_up, name="encoder", daemon=True).start()
