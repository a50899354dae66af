import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import { azureElements } from '../azure/elements.ts';

/** How the members of a repeated block or of a set of objects are identified and compared. */
export interface ElementRule {
  /** Attributes that name a member: two members that agree in all of them are the same one. */
  readonly identity?: readonly string[];
  /** List attributes that one member may hold several values of, each a fact of its own. */
  readonly mergeable?: readonly string[];
  /** Booleans that are a fact of their own when true, beside the lists. */
  readonly flags?: readonly string[];
  /** A member without any value in these lists is a fact as well: a protocol with all its ports. */
  readonly alone?: true;
  /** Values that an absent attribute stands for, written out in atoms. */
  readonly defaults?: JsonObject;
}

const securityGroupRule: ElementRule = {
  mergeable: ['cidr_blocks', 'ipv6_cidr_blocks', 'prefix_list_ids', 'security_groups'],
  flags: ['self'],
  defaults: { description: '' },
};
const aclRule: ElementRule = { identity: ['rule_no'] };
const route: ElementRule = {
  identity: ['cidr_block', 'ipv6_cidr_block', 'destination_prefix_list_id'],
};
const parameter: ElementRule = { identity: ['name'] };
const firewallRule: ElementRule = { mergeable: ['ports'], alone: true };
const backend: ElementRule = { identity: ['group'] };
const namedPort: ElementRule = { identity: ['name'] };

/** By type, then by the name of the block or attribute. */
const rules: Readonly<Record<string, Readonly<Record<string, ElementRule>>>> = {
  aws_autoscaling_group: {
    initial_lifecycle_hook: { identity: ['name'] },
    tag: { identity: ['key'] },
    traffic_source: { identity: ['identifier'] },
  },
  aws_cloudwatch_metric_alarm: { metric_query: { identity: ['id'] } },
  aws_db_parameter_group: { parameter },
  aws_default_network_acl: { egress: aclRule, ingress: aclRule },
  aws_default_route_table: { route },
  aws_default_security_group: { egress: securityGroupRule, ingress: securityGroupRule },
  aws_dynamodb_table: {
    attribute: { identity: ['name'] },
    global_secondary_index: { identity: ['name'] },
    local_secondary_index: { identity: ['name'] },
    replica: { identity: ['region_name'] },
  },
  aws_ec2_managed_prefix_list: { entry: { identity: ['cidr'] } },
  aws_ecs_cluster: { setting: { identity: ['name'] } },
  aws_ecs_cluster_capacity_providers: {
    default_capacity_provider_strategy: { identity: ['capacity_provider'] },
  },
  aws_ecs_service: {
    capacity_provider_strategy: { identity: ['capacity_provider'] },
    load_balancer: { identity: ['container_name', 'container_port', 'target_group_arn'] },
  },
  aws_iam_role: { inline_policy: { identity: ['name'] } },
  aws_instance: {
    ebs_block_device: { identity: ['device_name'] },
    network_interface: { identity: ['device_index'] },
  },
  aws_lb: { subnet_mapping: { identity: ['subnet_id'] } },
  aws_network_acl: { egress: aclRule, ingress: aclRule },
  aws_rds_cluster_parameter_group: { parameter },
  aws_route53_zone: { vpc: { identity: ['vpc_id'] } },
  aws_route_table: { route },
  aws_s3_bucket: { lifecycle_rule: { identity: ['id'] } },
  aws_s3_bucket_intelligent_tiering_configuration: { tiering: { identity: ['access_tier'] } },
  aws_s3_bucket_lifecycle_configuration: { rule: { identity: ['id'] } },
  aws_s3_bucket_replication_configuration: { rule: { identity: ['id'] } },
  aws_secretsmanager_secret: { replica: { identity: ['region'] } },
  aws_security_group: { egress: securityGroupRule, ingress: securityGroupRule },
  ...azureElements,
  google_cloud_run_v2_service: { env: { identity: ['name'] } },
  google_compute_backend_service: { backend },
  google_compute_firewall: { allow: firewallRule, deny: firewallRule },
  google_compute_instance_group_manager: { named_port: namedPort },
  google_compute_region_backend_service: { backend },
  google_compute_region_instance_group_manager: { named_port: namedPort },
  google_compute_security_policy: { rule: { identity: ['priority'] } },
  google_compute_url_map: { host_rule: { identity: ['path_matcher'] } },
  google_container_cluster: { cidr_blocks: { identity: ['cidr_block'] } },
  google_sql_database_instance: {
    authorized_networks: { identity: ['value'] },
    database_flags: { identity: ['name'] },
  },
};

/** The rule for members of `block` in resources of `type`; undefined compares them whole. */
export function elementRule(type: string, block: string): ElementRule | undefined {
  if (!Object.hasOwn(rules, type)) return undefined;
  const blocks = rules[type];
  return blocks !== undefined && Object.hasOwn(blocks, block) ? blocks[block] : undefined;
}

/** Attributes of which a resource has at least one: it goes with the last value in them. */
const lives: Readonly<Record<string, readonly string[]>> = {
  aws_security_group_rule: [
    'cidr_blocks',
    'ipv6_cidr_blocks',
    'prefix_list_ids',
    'self',
    'source_security_group_id',
  ],
};

/** The attributes that a resource of the type cannot all be without; none for most types. */
export function livesBy(type: string): readonly string[] {
  return Object.hasOwn(lives, type) ? (lives[type] ?? []) : [];
}

/**
 * A member taken apart into facts that come and go one by one: a security group rule with two
 * CIDRs is two atoms, of `cidr_blocks: [x]` each. Members of other blocks are their own atom.
 */
export function atomsOf(type: string, block: string, element: Json): readonly Json[] {
  const rule = elementRule(type, block);
  if (rule?.mergeable === undefined || !isJsonObject(element)) return [element];
  const { mergeable, flags = [] } = rule;
  const rest = Object.entries(element).filter(
    ([name, value]) => !mergeable.includes(name) && !flags.includes(name) && value !== null,
  );
  const common = { ...rule.defaults, ...Object.fromEntries(rest) };
  const fromLists = mergeable.flatMap((name) => {
    const values = Object.hasOwn(element, name) ? element[name] : undefined;
    return isJsonArray(values) ? values.map((value) => ({ ...common, [name]: [value] })) : [];
  });
  const fromFlags = flags
    .filter((name) => Object.hasOwn(element, name) && element[name] === true)
    .map((name) => ({ ...common, [name]: true }));
  const atoms = [...fromLists, ...fromFlags];
  return atoms.length === 0 && rule.alone === true ? [common] : atoms;
}
