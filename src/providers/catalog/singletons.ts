import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { own } from '../../model/json.ts';
import { derivedRefOf } from '../derived/ref.ts';
import { splitArn } from './arn.ts';
import { refTo } from './effects.ts';
import { AmbiguousError } from './request.ts';
import type { Estate, ManagedResource } from './types.ts';

/** The extent in which only one exists: an account, or a region of an account. */
export type Extent = 'account' | 'region';

const perRegion = [
  'aws_api_gateway_account',
  'aws_backup_region_settings',
  'aws_bedrock_model_invocation_logging_configuration',
  'aws_config_retention_configuration',
  'aws_devopsguru_event_sources_config',
  'aws_devopsguru_service_integration',
  'aws_ebs_default_kms_key',
  'aws_ebs_encryption_by_default',
  'aws_ebs_snapshot_block_public_access',
  'aws_ec2_image_block_public_access',
  'aws_ec2_instance_metadata_defaults',
  'aws_ec2_serial_console_access',
  'aws_ecr_registry_policy',
  'aws_ecr_registry_scanning_configuration',
  'aws_ecr_replication_configuration',
  'aws_emr_block_public_access_configuration',
  'aws_glue_data_catalog_encryption_settings',
  'aws_glue_resource_policy',
  'aws_inspector2_organization_configuration',
  'aws_iot_event_configurations',
  'aws_iot_indexing_configuration',
  'aws_iot_logging_options',
  'aws_lakeformation_data_lake_settings',
  'aws_macie2_account',
  'aws_macie2_classification_export_configuration',
  'aws_macie2_organization_configuration',
  'aws_securityhub_account',
  'aws_securityhub_organization_configuration',
  'aws_sesv2_account_suppression_attributes',
  'aws_sesv2_account_vdm_attributes',
  'aws_sns_sms_preferences',
  'aws_vpc_block_public_access_options',
  'aws_xray_encryption_config',
] as const;

const perAccount = [
  'aws_account_primary_contact',
  'aws_backup_global_settings',
  'aws_costoptimizationhub_preferences',
  'aws_fms_admin_account',
  'aws_iam_account_alias',
  'aws_iam_account_password_policy',
  'aws_iam_organizations_features',
  'aws_iam_security_token_service_preferences',
  'aws_s3_account_public_access_block',
  'aws_spot_datafeed_subscription',
] as const;

/**
 * Settings that exist once per account, or once per region. Their calls name no resource, and the
 * provider often makes up the id in the state.
 */
export const singletons: ReadonlyMap<string, Extent> = new Map<string, Extent>([
  ...perRegion.map((type) => [type, 'region'] as const),
  ...perAccount.map((type) => [type, 'account'] as const),
]);

/** The managed setting that a call concerns. */
export type SingletonMatch =
  | { readonly kind: 'one'; readonly resource: ManagedResource }
  /** The managed ones belong to another account or region. */
  | { readonly kind: 'elsewhere'; readonly resource: ManagedResource }
  /** It is unknown whether these belong to the account and region of the call. */
  | { readonly kind: 'unclear'; readonly resources: readonly ManagedResource[] }
  | { readonly kind: 'none' };

export function findSingleton(event: AuditEvent, estate: Estate, type: string): SingletonMatch {
  const all = estate.ofType(type);
  const [first] = all;
  if (first === undefined) return { kind: 'none' };
  const extent = singletons.get(type) ?? 'region';
  const placed = all.map((resource) => ({
    resource,
    is: placeOf(resource, event, estate, extent),
  }));
  const here = placed.filter(({ is }) => is === 'here').map(({ resource }) => resource);
  const unclear = placed.filter(({ is }) => is === 'unclear').map(({ resource }) => resource);
  const [only, ...others] = here;
  if (only !== undefined && others.length === 0) return { kind: 'one', resource: only };
  if (only === undefined && unclear.length === 0) return { kind: 'elsewhere', resource: first };
  return { kind: 'unclear', resources: here.length > 0 ? here : unclear };
}

/**
 * The ref of the managed setting. `id` is the provider's id for the setting, if that is always the
 * same. Throws if it is unclear which setting is meant.
 */
export function singletonRef(
  event: AuditEvent,
  estate: Estate,
  type: string,
  id?: string,
): ResourceRef {
  const place = singletons.get(type) === 'account' ? event.scope : event.region;
  const own = refTo(type, { id: id ?? place });
  const match = findSingleton(event, estate, type);
  if (match.kind === 'one') return derivedRefOf(match.resource, estate) ?? own;
  if (match.kind === 'none') return own;
  const [first, ...others] = match.kind === 'unclear' ? match.resources : [];
  if (match.kind === 'elsewhere' || first === undefined) {
    const isTaken = estate.find(own) !== undefined;
    return isTaken ? refTo(type, { id: `${event.scope}/${event.region}` }) : own;
  }
  if (id !== undefined && others.length === 0) return own;
  const named = [first, ...others].map(({ address }) => address).slice(0, maxNamed);
  throw new AmbiguousError(
    `It changes a setting of the account ${event.scope} in ${event.region}, and the state does not say whether that is ${named.join(' or ')}.`,
  );
}

const maxNamed = 5;

type Place = 'here' | 'elsewhere' | 'unclear';

/** Decided by the resource's own attributes, or else by those of the provider's other resources. */
function placeOf(
  resource: ManagedResource,
  event: AuditEvent,
  estate: Estate,
  extent: Extent,
): Place {
  const own = ownPlace(resource);
  const near = neighborsOf(resource, estate);
  const account = compare(own.account, near.accounts, event.scope);
  if (extent === 'account') return account;
  const region = compare(own.region, near.regions, event.region);
  if (account === 'elsewhere' || region === 'elsewhere') return 'elsewhere';
  return account === 'here' && region === 'here' ? 'here' : 'unclear';
}

function compare(own: string | undefined, near: ReadonlySet<string>, asked: string): Place {
  if (own !== undefined) return own === asked ? 'here' : 'elsewhere';
  if (near.size === 0) return 'unclear';
  if (!near.has(asked)) return 'elsewhere';
  return near.size === 1 ? 'here' : 'unclear';
}

const accountId = /^\d{12}$/;
const regionName = /^[a-z]{2,4}(?:-[a-z]+)+-\d+$/;

function ownPlace({ attributes }: ManagedResource): { account?: string; region?: string } {
  const texts = (names: readonly string[]): readonly string[] =>
    names.flatMap((name) => {
      const value = own(attributes, name);
      return typeof value === 'string' ? [value] : [];
    });
  const arn = splitArn(texts(['arn', 'id'])[0] ?? '');
  const account = [...texts(['account_id', 'aws_account_id', 'registry_id', 'catalog_id', 'id'])]
    .concat(arn?.account ?? [])
    .find((text) => accountId.test(text));
  const region = [...texts(['region', 'aws_region', 'id'])]
    .concat(arn?.region ?? [])
    .find((text) => regionName.test(text));
  return {
    ...(account === undefined ? {} : { account }),
    ...(region === undefined ? {} : { region }),
  };
}

interface Neighbors {
  readonly accounts: ReadonlySet<string>;
  readonly regions: ReadonlySet<string>;
}

const nobody: Neighbors = { accounts: new Set(), regions: new Set() };
const known = new WeakMap<Estate, ReadonlyMap<string, Neighbors>>();

/** The accounts and regions of the resources with the same provider configuration. */
function neighborsOf({ provider = '' }: ManagedResource, estate: Estate): Neighbors {
  const before = known.get(estate);
  const all = before ?? neighborsIn(estate);
  if (before === undefined) known.set(estate, all);
  return all.get(provider) ?? nobody;
}

function neighborsIn(estate: Estate): ReadonlyMap<string, Neighbors> {
  const found = new Map<string, { accounts: Set<string>; regions: Set<string> }>();
  for (const type of estate.types?.() ?? []) {
    if (!type.startsWith('aws_')) continue;
    for (const { attributes, provider = '' } of estate.ofType(type)) {
      const arn = typeof attributes['arn'] === 'string' ? splitArn(attributes['arn']) : undefined;
      const group = found.get(provider) ?? { accounts: new Set(), regions: new Set() };
      if (arn !== undefined && accountId.test(arn.account)) group.accounts.add(arn.account);
      if (arn !== undefined && regionName.test(arn.region)) group.regions.add(arn.region);
      found.set(provider, group);
    }
  }
  return found;
}
