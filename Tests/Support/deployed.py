"""The proxies of `deploy/`, each with the configuration that is there: only its names, ports and files are those of a test."""

import os
import shutil
import subprocess
from contextlib import contextmanager

from fronts import NGINX, free_port, is_open
from running import ROOT, poll

NAMES = ["nginx", "haproxy", "caddy"]

NGINX_AROUND = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1;
events {{ }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  {inside}
}}
"""


# What stands below a path of a site, as the comments of the configurations say: each line, and what takes its place.
BELOW_A_PATH = {
    "nginx": ("    location / {\n", "    location /photos {\n"),
    "haproxy": ("    default_backend lookahead\n", "    use_backend lookahead if { path /photos } || { path_beg /photos/ }\n"),
    "caddy": ("\treverse_proxy 127.0.0.1:8080 {\n", "\t@photos path /photos /photos/*\n\treverse_proxy @photos 127.0.0.1:8080 {\n"),
}


def written(name, port, behind, certificate, folder, is_below):
    """The configuration of a proxy, and the command that runs it."""
    file = {"nginx": "nginx/lookahead.conf", "haproxy": "haproxy/haproxy.cfg", "caddy": "caddy/Caddyfile"}[name]
    text = (ROOT / "deploy" / file).read_text()

    def put(old, new):
        nonlocal text
        assert old in text, f"{file} has no {old}"
        text = text.replace(old, str(new))

    if is_below:
        # The comments have what is written, word for word.
        for line in BELOW_A_PATH[name][1].strip().splitlines():
            assert line.strip() in [comment.strip().lstrip("#").strip() for comment in text.splitlines()] or f"{line.strip()} in its place" in text, line
        put(*BELOW_A_PATH[name])
    put("127.0.0.1:8080", f"127.0.0.1:{behind}")
    settings = folder / f"{name}.conf"
    if name == "haproxy":
        both = folder / "both.pem"
        both.write_text(certificate.file.read_text() + certificate.key.read_text())
        put("/etc/haproxy/photos.example.pem", both)
        put("bind :443", f"bind 127.0.0.1:{port}")
        command = ["haproxy", "-db", "-f", settings]
    else:
        put("/etc/ssl/photos.example.pem", certificate.file)
        put("/etc/ssl/private/photos.example.key", certificate.key)
        if name == "nginx":
            put("listen 443", f"listen 127.0.0.1:{port}")
            text = NGINX_AROUND.format(folder=folder, inside=text)
            command = [NGINX, "-p", folder, "-c", settings]
        else:
            put("photos.example {", f"https://localhost:{port} {{\n\tbind 127.0.0.1")
            text = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text
            command = ["caddy", "run", "--config", settings, "--adapter", "caddyfile"]
    settings.write_text(text)
    return command


@contextmanager
def proxy(name, behind, certificate, folder, is_below=False):
    """The address of a proxy of `deploy/` in front of the port `behind`, which `is_below` /photos."""
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    command = written(name, port, behind, certificate, folder, is_below)
    with open(folder / "output", "wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, env={**os.environ, "XDG_DATA_HOME": str(folder), "HOME": str(folder)})
    try:
        poll(lambda: is_open(port) or process.poll() is not None, 30, f"{name} listens")
        assert process.poll() is None, (folder / "output").read_text()
        yield f"https://localhost:{port}"
    finally:
        process.terminate()
        process.wait(30)


def is_installed(name):
    return shutil.which(NGINX if name == "nginx" else name) is not None
