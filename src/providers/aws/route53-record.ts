import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { CreateSpec } from '../catalog/creation.ts';
import { creationEntry } from '../catalog/creation.ts';
import { createEffect, deleteEffect, refTo } from '../catalog/effects.ts';
import type { Resets } from '../catalog/replace.ts';
import { replaceMembers } from '../catalog/replace.ts';
import { member, objectsAt, RequestError, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, number, textField } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';

export const route53Service = 'route53.amazonaws.com';
export const zone = 'aws_route53_zone';
const record = 'aws_route53_record';

/** Accepts `/hostedzone/Z1` or `Z1`. */
export function zoneIdOf(given: string): string {
  return given.slice(given.lastIndexOf('/') + 1);
}

/**
 * A name as Terraform has it: without the final dot, in lower case, and with `*` instead of `\052`.
 */
export function cleanName(given: string): string {
  const unescaped = given.replace(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
  return unescaped.replace(/\.$/, '').toLowerCase();
}

/** Types for which Terraform leaves out the quotes around the text. */
const quotedTypes: ReadonlySet<string> = new Set(['SPF', 'TXT']);

function values(set: JsonObject): Json | undefined {
  const found = objectsAt(set, 'resourceRecords').map((item) => requireText(item, 'value'));
  if (found.length === 0) return undefined;
  const quoted = quotedTypes.has(requireText(set, 'type'));
  return found.map((value) => (quoted ? value.replace(/^"+|"+$/g, '') : value)).sort();
}

/** Sources are members of one resource record set, which takes the place of the request. */
const attributes: CatalogAttributes = {
  health_check_id: 'healthCheckId',
  multivalue_answer_routing_policy: bool('multiValueAnswer'),
  records: built(({ request }) => values(request)),
  set_identifier: 'setIdentifier',
  ttl: number('ttl'),
  'alias.0.evaluate_target_health': bool('aliasTarget.evaluateTargetHealth'),
  'alias.0.name': textField(({ request }) => {
    const name = textAt(request, 'aliasTarget.dnsName');
    return name === undefined ? undefined : cleanName(name);
  }),
  'alias.0.zone_id': 'aliasTarget.hostedZoneId',
  'cidr_routing_policy.0.collection_id': 'cidrRoutingConfig.collectionId',
  'cidr_routing_policy.0.location_name': 'cidrRoutingConfig.locationName',
  'failover_routing_policy.0.type': 'failover',
  'geolocation_routing_policy.0.continent': 'geoLocation.continentCode',
  'geolocation_routing_policy.0.country': 'geoLocation.countryCode',
  'geolocation_routing_policy.0.subdivision': 'geoLocation.subdivisionCode',
  'geoproximity_routing_policy.0.aws_region': 'geoProximityLocation.awsRegion',
  'geoproximity_routing_policy.0.bias': number('geoProximityLocation.bias'),
  'geoproximity_routing_policy.0.local_zone_group': 'geoProximityLocation.localZoneGroup',
  'latency_routing_policy.0.region': 'region',
  'weighted_routing_policy.0.weight': number('weight'),
};

/** UPSERT replaces the record: what it leaves out returns to these values. */
const resets: Resets = {
  alias: [],
  cidr_routing_policy: [],
  failover_routing_policy: [],
  geolocation_routing_policy: [],
  geoproximity_routing_policy: [],
  health_check_id: null,
  latency_routing_policy: [],
  multivalue_answer_routing_policy: null,
  records: null,
  ttl: null,
  weighted_routing_policy: [],
};

interface RecordChange {
  readonly ref: ResourceRef;
  readonly zoneId: string;
  readonly name: string;
  readonly type: string;
  /** The event with the record set in place of its request. */
  readonly event: AuditEvent;
}

function recordChange(event: AuditEvent, set: JsonObject): RecordChange {
  const zoneId = zoneIdOf(requireText(event.request, 'hostedZoneId'));
  const name = cleanName(requireText(set, 'name'));
  const type = requireText(set, 'type');
  const set_identifier = textAt(set, 'setIdentifier');
  const rest = {
    zone_id: zoneId,
    type,
    ...(set_identifier === undefined ? {} : { set_identifier }),
  };
  // The name in the code may lack the name of the zone; `fqdn` always has it.
  const ref = refTo(record, { fqdn: name, ...rest }, { name, ...rest });
  return { ref, zoneId, name, type, event: { ...event, request: set } };
}

function createSpec({ zoneId, name, type, event }: RecordChange): CreateSpec {
  const identifier = textAt(event.request, 'setIdentifier');
  const parts = [zoneId, name, type, ...(identifier === undefined ? [] : [identifier])];
  return {
    type: record,
    keys: [],
    attributes,
    constants: { zone_id: zoneId, name, type },
    defaults: { multivalue_answer_routing_policy: false },
    importId: () => parts.join('_'),
    parent: () => refTo(zone, { zone_id: zoneId }),
  };
}

function translate(change: RecordChange, action: string, estate: Estate): readonly DraftEffect[] {
  const { ref, event } = change;
  if (action === 'DELETE') return [deleteEffect(ref)];
  if (action !== 'CREATE' && action !== 'UPSERT') {
    throw new RequestError(`${action} is not an action on a record.`);
  }
  const managed = estate.find(ref);
  if (managed === undefined) return creationEntry(event, estate, createSpec(change), ref);
  const sets = replaceMembers(event, ref, { attributes, resets }, managed);
  if (action === 'UPSERT') return sets;
  // A managed record that is created again was deleted before, perhaps by this very call.
  return [createEffect(ref, {}), ...sets];
}

export const route53RecordEntries: readonly CatalogEntry[] = [
  {
    service: route53Service,
    operations: ['ChangeResourceRecordSets'],
    types: [record],
    paths: Object.keys(attributes),
    resets: Object.keys(resets),
    effects: (event, estate) =>
      objectsAt(event.request, 'changeBatch.changes').flatMap((item) => {
        const set = member(item, 'resourceRecordSet');
        const [first] = objectsAt(item, 'resourceRecordSet');
        if (set === undefined || first === undefined) {
          throw new RequestError('it has a change without a record.');
        }
        return translate(recordChange(event, first), requireText(item, 'action'), estate);
      }),
  },
];
