"""What moto finds out again for each request or in each process, and need only once."""

import functools

from moto.core import responses, utils
from moto.core.loaders import create_loader
from moto.iam.models import get_account_id_from
from moto.moto_server.werkzeug_app import DomainDispatcherApplication


def find_out_once():
    # Without it every model begins with a look at the folders of all services.
    utils.create_loader = functools.cache(create_loader)
    responses.method_names_from_class = functools.cache(responses.method_names_from_class)


def know(services):
    """The models of services, and the managed policies of each partition."""
    for service in services:
        utils.get_service_model(service)
    get_account_id_from("nobody")


class Dispatcher(DomainDispatcherApplication):
    """Tells only once which service a host is of: moto lists its folders, and tries 200 patterns."""

    def __init__(self, create_app):
        super().__init__(create_app)
        self.get_backend_for_host = functools.cache(self.get_backend_for_host)
