import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject, own } from '../../model/json.ts';
import { azureElements } from '../azure/elements.ts';

/** How elements of a repeated block or of a set of objects are identified and compared. */
export interface ElementRule {
  /** Attributes that identify an element: two elements that agree in all of them are the same. */
  readonly identity?: readonly string[];
  /** List attributes in which one element may have several values, each a separate fact. */
  readonly mergeable?: readonly string[];
  /** Booleans that are a separate fact when true, like the values in the lists. */
  readonly flags?: readonly string[];
  /**
   * An element without any value in these lists is a fact as well: a protocol with all its ports.
   */
  readonly alone?: true;
  /** The values that absent attributes mean, filled in for atoms. */
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

/** Rules by type, then by the name of the block or attribute. */
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

/**
 * The rule for elements of `block` in resources of `type`. Undefined means that elements are
 * compared as a whole.
 */
export function elementRule(type: string, block: string): ElementRule | undefined {
  if (!Object.hasOwn(rules, type)) return undefined;
  const blocks = rules[type];
  return blocks && own(blocks, block);
}

/** Attributes of which a resource needs at least one value: it is deleted with the last one. */
const lives: Readonly<Record<string, readonly string[]>> = {
  aws_security_group_rule: [
    'cidr_blocks',
    'ipv6_cidr_blocks',
    'prefix_list_ids',
    'self',
    'source_security_group_id',
  ],
};

/** The attributes of which a resource of the type needs at least one; none for most types. */
export function livesBy(type: string): readonly string[] {
  return own(lives, type) ?? [];
}

/**
 * An element split into facts that are added and removed one by one: a security group rule with two
 * CIDRs is two atoms, each with `cidr_blocks: [x]`. Elements of other blocks are one atom.
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
    const values = own(element, name);
    return isJsonArray(values) ? values.map((value) => ({ ...common, [name]: [value] })) : [];
  });
  const fromFlags = flags
    .filter((name) => Object.hasOwn(element, name) && element[name] === true)
    .map((name) => ({ ...common, [name]: true }));
  const atoms = [...fromLists, ...fromFlags];
  return atoms.length === 0 && rule.alone === true ? [common] : atoms;
}
