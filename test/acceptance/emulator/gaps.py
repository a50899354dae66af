"""Where moto 5.2.1 answers differently from AWS, in ways that show as a change in every plan."""

import copy
import functools
import json

from moto.core.responses import ActionResult
from moto.ec2.models.launch_templates import LaunchTemplate
from moto.ec2.models.security_groups import SecurityGroupRule
from moto.ec2.responses.dhcp_options import DHCPOptions
from moto.ec2.responses.launch_templates import LaunchTemplates
from moto.ec2.responses.security_groups import SecurityGroups
from moto.ec2.responses.transit_gateway_attachments import TransitGatewayAttachment
from moto.sqs.models import Queue


def close_gaps():
    keep_template_tags_apart()
    start_from_the_source_version()
    describe_group_rules()
    answer_with_every_rule()
    print_redrive_policy_tersely()
    keep_tags_of_creation()


def keep_template_tags_apart():
    """Tags of the template itself are no part of the launch data."""
    create = LaunchTemplate.__init__

    @functools.wraps(create)
    def apart(self, backend, name, template_data, version_description, tag_spec):
        specifications = [
            item
            for item in template_data.pop("TagSpecifications", [])
            if item.get("ResourceType") != "launch-template"
        ]
        if specifications:
            template_data["TagSpecifications"] = specifications
        create(self, backend, name, template_data, version_description, tag_spec)

    LaunchTemplate.__init__ = apart


def start_from_the_source_version():
    """A new version takes what the call leaves out from the version it names as its source."""
    create = LaunchTemplates.create_launch_template_version

    @functools.wraps(create)
    def merged(self):
        given = self._get_param
        source = given("SourceVersion")
        if source is None:
            return create(self)
        name, template_id = given("LaunchTemplateName"), given("LaunchTemplateId")
        template = (
            self.ec2_backend.get_launch_template_by_name(name)
            if name
            else self.ec2_backend.get_launch_template(template_id)
        )
        data = {
            **copy.deepcopy(template.get_version(source).data),
            **given("LaunchTemplateData", {}),
        }
        self._get_param = lambda key, default=None: (
            data if key == "LaunchTemplateData" else given(key, default)
        )
        return create(self)

    LaunchTemplates.create_launch_template_version = merged


def describe_group_rules():
    """A rule that names a group has a description as well."""

    def description(self):
        return self.ip_range.get("Description") or self.source_group.get("Description")

    SecurityGroupRule.description = property(description)


def answer_with_every_rule():
    """A call with several permissions answers with the rules of all of them."""

    def authorize(direction):
        def respond(self):
            self.error_on_dryrun()
            rules = []
            for arguments in self._process_rules_from_querystring():
                rules.extend(getattr(self.ec2_backend, f"authorize_{direction}")(**arguments)[0])
            return ActionResult({"Return": True, "SecurityGroupRules": rules})

        return respond

    for direction in ("security_group_ingress", "security_group_egress"):
        setattr(SecurityGroups, f"authorize_{direction}", authorize(direction))


def print_redrive_policy_tersely():
    """The provider compares this document byte by byte."""
    attributes = Queue.attributes.fget

    def terse(self):
        result = attributes(self)
        if isinstance(result.get("RedrivePolicy"), str):
            policy = json.loads(result["RedrivePolicy"])
            result["RedrivePolicy"] = json.dumps(policy, separators=(",", ":"), sort_keys=True)
        return result

    Queue.attributes = property(terse)


def keep_tags_of_creation():
    """What is made with tags has them from the start."""

    def tagged(create, kind):
        @functools.wraps(create)
        def respond(self):
            answer = create(self)
            (made,) = answer.result.values()
            made.add_tags(self._parse_tag_specification().get(kind, {}))
            return answer

        return respond

    for owner, method, kind in (
        (DHCPOptions, "create_dhcp_options", "dhcp-options"),
        (
            TransitGatewayAttachment,
            "create_transit_gateway_vpc_attachment",
            "transit-gateway-attachment",
        ),
    ):
        setattr(owner, method, tagged(getattr(owner, method), kind))
