"""An AWS emulator that can be copied in milliseconds.

Runs moto's WSGI application in this process. Takes commands as lines on stdin and answers with
JSON lines on stdout:

    fork          copy the whole state into a child that listens on a port of its own
    fork SOCKET   the same, and the child itself takes commands from whoever connects to SOCKET
    stop PID      end one child
    quit          end everything (so does the end of stdin)

For several projects, the first process only loads what takes seconds, once for all of them. Each
project is applied to a copy of it that has a socket, and a case works on a copy of that copy. State
is shared copy-on-write, so a copy costs a fork, and no case sees what another one does.
"""

import ctypes
import gc
import json
import os
import re
import signal
import socket
import sys
import threading

os.environ.setdefault("MOTO_IAM_LOAD_MANAGED_POLICIES", "true")
# No request comes from a page of another host.
os.environ.setdefault("MOTO_DISABLE_GLOBAL_CORS", "true")

from moto.moto_server.werkzeug_app import create_backend_app  # noqa: E402
from werkzeug.serving import (  # noqa: E402
    ThreadedWSGIServer,
    WSGIRequestHandler,
)

from gaps import close_gaps  # noqa: E402
from once import Dispatcher, find_out_once, know  # noqa: E402

HOST = "127.0.0.1"
# What most projects use.
SERVICES = (
    "apigateway autoscaling cloudwatch dynamodb ec2 ecs elbv2 events iam kms lambda logs rds route53"
    " s3 secretsmanager sns sqs ssm sts"
).split()
PR_SET_PDEATHSIG = 1
SQS_SCOPE = re.compile(r"Credential=[^/]+/\d+/([a-z0-9-]+)/sqs/")


class Gate:
    """Counts requests in progress, so that a fork never copies half a change or a held lock."""

    def __init__(self):
        self.condition = threading.Condition()
        self.running = 0
        self.closed = False

    def __enter__(self):
        with self.condition:
            self.condition.wait_for(lambda: not self.closed)
            self.running += 1

    def __exit__(self, *_):
        with self.condition:
            self.running -= 1
            self.condition.notify_all()

    def close(self):
        with self.condition:
            self.closed = True
            self.condition.wait_for(lambda: self.running == 0)

    def open(self):
        with self.condition:
            self.closed = False
            self.condition.notify_all()


class QuietHandler(WSGIRequestHandler):
    def log(self, *_):
        pass


class Emulator:
    def __init__(self, application):
        self.application = application
        self.gate = Gate()
        self.server = None
        self.is_warm = False

    def warm(self):
        """Loads what most projects use, so that every copy made from now on has it."""
        if self.is_warm:
            return
        for service in SERVICES:
            self.application.app_instances[service] = create_backend_app(service)
        know(SERVICES)
        self.is_warm = True

    def serve(self, environ, start_response):
        give_queues_their_real_host(environ)
        # The body is read inside the gate too: moto builds some answers lazily.
        with self.gate:
            return list(self.application(environ, start_response))

    def listen(self):
        listener = socket.create_server((HOST, 0), backlog=128)
        self.server = ThreadedWSGIServer(
            HOST, 0, self.serve, handler=QuietHandler, fd=listener.fileno()
        )
        self.server.daemon_threads = True
        listener.close()
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        return self.server.port

    def fork(self, place=None):
        """Returns the child's pid and port; never returns in the child."""
        self.gate.close()
        if place is not None:
            self.warm()
        gc.collect()
        # A garbage collection in the child would touch, and so copy, every page; and the next one
        # here can skip what stays.
        gc.freeze()
        reader, writer = os.pipe()
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            self.run_child(parent, writer, place)
        os.close(writer)
        self.gate.open()
        with os.fdopen(reader) as answer:
            return pid, int(answer.read())

    def run_child(self, parent, writer, place):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # the parent died before the line above
            os._exit(0)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        close_files_except({writer})
        self.gate = Gate()
        commands = None
        if place is not None:
            commands = socket.socket(socket.AF_UNIX)
            commands.bind(place)
            commands.listen(1)
        port = self.listen()
        os.write(writer, str(port).encode())
        os.close(writer)
        if commands is None:
            signal.pause()
        else:
            connection, _ = commands.accept()
            stream = connection.makefile("rw")
            obey(self, stream, stream)
        os._exit(0)


def give_queues_their_real_host(environ):
    """Queue URLs contain the host of the request. They must name AWS, as in real states and logs,
    and be the same in every copy."""
    scope = SQS_SCOPE.search(environ.get("HTTP_AUTHORIZATION", ""))
    if scope:
        environ["HTTP_HOST"] = f"sqs.{scope.group(1)}.amazonaws.com"
        environ["wsgi.url_scheme"] = "https"


def close_files_except(kept):
    """Closes the parent's listener and connections, whose threads do not exist here. Redirects the
    standard streams to the null device."""
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    for name in os.listdir("/proc/self/fd"):
        number = int(name)
        if number > 2 and number not in kept:
            try:
                os.close(number)
            except OSError:
                pass


def obey(emulator, commands, answers):
    """Carries out `commands`, one per line, until they end."""

    def answer(**fields):
        answers.write(json.dumps(fields) + "\n")
        answers.flush()

    answer(event="listening", pid=os.getpid(), port=emulator.server.port)
    children = set()
    for line in commands:
        words = line.split()
        if words[:1] == ["fork"] and len(words) <= 2:
            pid, port = emulator.fork(*words[1:])
            children.add(pid)
            answer(event="forked", pid=pid, port=port)
        elif len(words) == 2 and words[0] == "stop" and int(words[1]) in children:
            children.discard(int(words[1]))
            try:
                os.kill(int(words[1]), signal.SIGKILL)
            except ProcessLookupError:
                pass
            answer(event="stopped", pid=int(words[1]))
        elif words == ["quit"]:
            break
        else:
            answer(event="error", message=f"unknown command: {line.strip()}")
    for pid in children:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def main():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children are reaped by the kernel
    close_gaps()
    find_out_once()
    emulator = Emulator(Dispatcher(create_backend_app))
    emulator.listen()
    obey(emulator, sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
