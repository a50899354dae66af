"""What moto looks up again for each request or in each process, although once is enough."""

import functools

from moto.core import responses, utils
from moto.core.loaders import create_loader
from moto.iam.models import get_account_id_from
from moto.moto_server.werkzeug_app import DomainDispatcherApplication


def find_out_once():
    # Otherwise, loading any model first looks through the folders of all services.
    utils.create_loader = functools.cache(create_loader)
    responses.method_names_from_class = functools.cache(responses.method_names_from_class)


def know(services):
    """Loads the models of services, and the managed policies of each partition."""
    for service in services:
        utils.get_service_model(service)
    get_account_id_from("nobody")


class Dispatcher(DomainDispatcherApplication):
    """Finds the service of a host only once: moto lists its folders and tries 200 patterns."""

    def __init__(self, create_app):
        super().__init__(create_app)
        self.get_backend_for_host = functools.cache(self.get_backend_for_host)
