"""Fixes answers of moto 5.2.1 that differ from AWS and show as a change in every plan."""

import copy
import functools
import json
from datetime import datetime

from moto.applicationautoscaling.responses import ApplicationAutoScalingResponse
from moto.autoscaling.models import FakeScalingPolicy, LifecycleHook
from moto.awslambda.models import EventInvokeConfig, LambdaBackend
from moto.core.responses import ActionResult
from moto.dynamodb.models import DynamoDBBackend
from moto.ec2.models.launch_templates import LaunchTemplate
from moto.ec2.models.security_groups import SecurityGroupRule
from moto.ec2.responses.dhcp_options import DHCPOptions
from moto.ec2.responses.elastic_block_store import ElasticBlockStore
from moto.ec2.responses.launch_templates import LaunchTemplates
from moto.ec2.responses.security_groups import SecurityGroups
from moto.ec2.responses.transit_gateway_attachments import TransitGatewayAttachment
from moto.logs.models import LogsBackend
from moto.rds.models import DBCluster, RDSBackend
from moto.route53.responses import Route53
from moto.sqs.models import Queue


def close_gaps():
    keep_template_tags_apart()
    start_from_the_source_version()
    describe_group_rules()
    answer_with_every_rule()
    print_redrive_policy_tersely()
    keep_queue_policy()
    keep_tags_of_creation()
    scale_as_told()
    share_snapshots()
    list_no_tags()
    keep_the_last_invoke_config()
    tell_private_zones()
    scale_only_what_has_no_server()
    keep_changed_subnet_groups()
    replace_metric_filters()
    take_capacity_away()


def keep_template_tags_apart():
    """Tags of the template itself are not part of the launch data."""
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
    # The tags that it has now, not those it was created with.
    LaunchTemplate.tags = property(lambda self: self.get_tags(), lambda self, tags: None)


def start_from_the_source_version():
    """A new version takes what the call leaves out from the source version that it names."""
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
    """A rule whose source is a group has a description as well."""

    def description(self):
        return self.ip_range.get("Description") or self.source_group.get("Description")

    SecurityGroupRule.description = property(description)


def answer_with_every_rule():
    """A call with several permissions returns the rules of all of them."""

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
    """The provider compares this document byte for byte."""
    attributes = Queue.attributes.fget

    def terse(self):
        result = attributes(self)
        if isinstance(result.get("RedrivePolicy"), str):
            policy = json.loads(result["RedrivePolicy"])
            result["RedrivePolicy"] = json.dumps(policy, separators=(",", ":"), sort_keys=True)
        return result

    Queue.attributes = property(terse)


def keep_queue_policy():
    """A call that sets another attribute leaves the policy alone."""
    set_attributes = Queue._set_attributes

    @functools.wraps(set_attributes)
    def kept(self, attributes, now=None):
        policy = self.policy if hasattr(self, "_policy_json") else None
        set_attributes(self, {"Policy": policy, **attributes}, now)

    Queue._set_attributes = kept


def keep_tags_of_creation():
    """Resources created with tags have them from the start."""

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


def scale_as_told():
    """By default, policies are enabled and predict nothing, and hooks notify nobody."""
    create_policy, create_hook = FakeScalingPolicy.__init__, LifecycleHook.__init__

    @functools.wraps(create_policy)
    def policy(self, *args, **kwargs):
        create_policy(self, *args, **kwargs)
        self.enabled = True
        self.predictive_scaling_configuration = self.predictive_scaling_configuration or None

    @functools.wraps(create_hook)
    def hook(self, *args, **kwargs):
        create_hook(self, *args, **kwargs)
        self.role_arn = self.notification_target_arn = None

    FakeScalingPolicy.__init__, LifecycleHook.__init__ = policy, hook


def share_snapshots():
    """Permissions may also come as lists of what to add and what to remove."""
    modify = ElasticBlockStore.modify_snapshot_attribute

    @functools.wraps(modify)
    def respond(self):
        permission = self._get_param("CreateVolumePermission", {})
        snapshot = self._get_param("SnapshotId")
        for member, change in (
            ("Add", self.ec2_backend.add_create_volume_permission),
            ("Remove", self.ec2_backend.remove_create_volume_permission),
        ):
            users = [item["UserId"] for item in permission.get(member, []) if "UserId" in item]
            if users:
                change(snapshot, user_ids=users, groups=[])
        return modify(self)

    ElasticBlockStore.modify_snapshot_attribute = respond


def list_no_tags():
    """The provider asks for the tags of scalable targets."""

    def respond(self):
        return json.dumps({"Tags": {}})

    ApplicationAutoScalingResponse.list_tags_for_resource = respond


def keep_the_last_invoke_config():
    """A function has only one, with its time as a number."""
    answer, put = EventInvokeConfig.response, LambdaBackend.put_function_event_invoke_config

    @functools.wraps(answer)
    def dated(self):
        result = answer(self)
        time = datetime.fromisoformat(str(self.last_modified).replace("Z", "+00:00"))
        return {**result, "LastModified": int(time.timestamp())}

    @functools.wraps(put)
    def replaced(self, function_name, config):
        self.get_function(function_name).event_invoke_config.clear()
        return put(self, function_name, config)

    EventInvokeConfig.response = dated
    LambdaBackend.put_function_event_invoke_config = replaced


def tell_private_zones():
    """A zone created with a VPC is private, whether the call says so or not."""
    create = Route53.create_hosted_zone

    @functools.wraps(create)
    def made(self):
        is_private = self._get_param("VPC.VPCId") is not None
        given = self._get_bool_param
        self._get_bool_param = lambda key, default=None: (
            is_private if key == "HostedZoneConfig.PrivateZone" else given(key, default)
        )
        return create(self)

    Route53.create_hosted_zone = made


def scale_only_what_has_no_server():
    """Only serverless clusters report a scaling configuration."""
    told = DBCluster.scaling_configuration_info.fget

    def information(self):
        return told(self) if self.scaling_configuration else None

    DBCluster.scaling_configuration_info = property(information)


def keep_changed_subnet_groups():
    """A subnet group still exists after it was changed."""
    modify = RDSBackend.modify_db_subnet_group

    @functools.wraps(modify)
    def modified(self, subnet_name, *args, **kwargs):
        group = modify(self, subnet_name, *args, **kwargs)
        self.subnet_groups[subnet_name] = group
        return group

    RDSBackend.modify_db_subnet_group = modified


def replace_metric_filters():
    """Putting a filter again replaces the one of the same name."""
    put = LogsBackend.put_metric_filter

    @functools.wraps(put)
    def replaced(self, filter_name, filter_pattern, log_group_name, metric_transformations):
        self.delete_metric_filter(filter_name, log_group_name)
        put(self, filter_name, filter_pattern, log_group_name, metric_transformations)

    LogsBackend.put_metric_filter = replaced


def take_capacity_away():
    """An on-demand table has no provisioned capacity."""
    update = DynamoDBBackend.update_table

    @functools.wraps(update)
    def updated(self, *args, **kwargs):
        table = update(self, *args, **kwargs)
        if table.billing_mode == "PAY_PER_REQUEST":
            table.throughput = {"ReadCapacityUnits": 0, "WriteCapacityUnits": 0}
        return table

    DynamoDBBackend.update_table = updated
