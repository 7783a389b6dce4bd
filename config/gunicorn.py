"""How gunicorn serves: threads, since search releases the interpreter's lock; workers replaced now and then."""

worker_class = "gthread"
threads = 4
max_requests = 5_000
max_requests_jitter = 500
graceful_timeout = 8
timeout = 60
accesslog = None
errorlog = "-"
loglevel = "warning"
forwarded_allow_ips = "127.0.0.1"
control_socket_disable = True
