# A real CAS server for the tests: django-cas-server on a database of its own. Arguments: folder, allowed service, user names.
import sys
import wsgiref.simple_server
from socketserver import ThreadingMixIn

import django
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.urls import include, path

folder, service, *users = sys.argv[1:]
settings.configure(
    SECRET_KEY="only for tests",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    STATIC_URL="/static/",
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "django.contrib.staticfiles",
        "cas_server",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder + "/cas.sqlite"}},
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    CAS_AUTH_CLASS="cas_server.auth.DjangoAuthUser",
    CAS_TICKET_VALIDITY=5,
    CAS_NEW_VERSION_HTML_WARNING=False,
    CAS_SHOW_POWERED=False,
)
django.setup()
urlpatterns = [path("cas/", include("cas_server.urls", namespace="cas_server"))]
call_command("migrate", verbosity=0)

from cas_server.models import ServicePattern
from django.contrib.auth.models import User

for name in users:
    User.objects.create_user(name, password="Campus2026")
ServicePattern.objects.create(pattern="^" + service + "$", single_log_out=True)


class Server(ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True


class Quiet(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *_):
        pass


server = wsgiref.simple_server.make_server("127.0.0.1", 0, get_wsgi_application(), Server, Quiet)
print(server.server_port, flush=True)
server.serve_forever()
