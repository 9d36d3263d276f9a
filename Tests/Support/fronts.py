"""HAProxy and nginx in front of a server, on a free port, as they are set up for it; they let nothing through to /forbidden."""

import shutil
import socket
import subprocess
from contextlib import contextmanager

from running import poll

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"

HAPROXY_SETTINGS = """
defaults
  mode http
  timeout connect 5s
  timeout client 2s
  timeout http-request 1s
  timeout http-keep-alive 1s
  timeout server 30s
  http-reuse always
  option forwardfor
listen front
  bind 127.0.0.1:{front}
  http-request deny if {{ path /forbidden }}
  server behind 127.0.0.1:{behind}
"""

NGINX_SETTINGS = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
worker_processes 1;
events {{ }}
http {{
  access_log off;
  client_header_timeout 1s; client_body_timeout 1s; keepalive_timeout 1s;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  upstream behind {{ server 127.0.0.1:{behind}; keepalive 4; }}
  server {{
    listen 127.0.0.1:{front};
    location = /forbidden {{ return 403; }}
    location {at} {{
      proxy_pass http://behind{rest};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_request_buffering off;
      proxy_buffering off;
    }}
  }}
}}
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def is_open(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


@contextmanager
def front(name, behind, folder, at="/", rest=""):
    """
    The port of `haproxy` or `nginx` in front of the port `behind`. With `at` and `rest`, nginx publishes it below a path, which it takes away, and
    decodes what is encoded in the others.
    """
    port = free_port()
    settings = folder / f"{name}.conf"
    text = HAPROXY_SETTINGS if name == "haproxy" else NGINX_SETTINGS
    settings.write_text(text.format(front=port, behind=behind, folder=folder, at=at, rest=rest))
    command = ["haproxy", "-db", "-f", settings] if name == "haproxy" else [NGINX, "-p", folder, "-c", settings]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        poll(lambda: is_open(port), 30, f"{name} listens")
        yield port
    finally:
        process.terminate()
        process.wait(30)
