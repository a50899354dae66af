import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import { createEffect, deleteEffect, refTo, setEffect, unknownChange } from '../catalog/effects.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import { convertKind } from './kinds.ts';
import { memberValueAt, textIn } from './members.ts';
import { namesIn } from './names.ts';

const type = 'google_dns_record_set';
const zonePath = 'projects/{project}/managedZones/{zone}';

interface Zone {
  readonly project: string;
  readonly zone: string;
}

interface RecordSet {
  readonly name: string;
  readonly type: string;
  readonly attributes: JsonObject;
}

/** A change deletes record sets and adds others. One that is in both lists gets new values. */
function change(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const zone = zoneOf(event);
  const parent = refTo('google_dns_managed_zone', {
    id: `projects/${zone.project}/managedZones/${zone.zone}`,
  });
  if (event.omitted.includes('request')) return [unknownChange(parent)];
  const body = memberValueAt(event.request, 'change');
  const added = recordsIn(memberValueAt(body, 'additions'));
  const deleted = recordsIn(memberValueAt(body, 'deletions'));
  const keep = new Set(added.map(keyOf));
  return [
    ...deleted.filter((one) => !keep.has(keyOf(one))).map((one) => deleteEffect(ref(zone, one))),
    ...added.flatMap((one) => written(zone, one, estate, parent)),
  ];
}

function written(
  zone: Zone,
  record: RecordSet,
  estate: Estate,
  parent: ReturnType<typeof refTo>,
): readonly DraftEffect[] {
  const resource = ref(zone, record);
  if (estate.find(resource) !== undefined) {
    return Object.entries(record.attributes).map(([name, value]) =>
      setEffect(resource, [name], value),
    );
  }
  const { name, type: kind, attributes } = record;
  const { project, zone: managed } = zone;
  const importId = `projects/${project}/managedZones/${managed}/rrsets/${name}/${kind}`;
  return [
    createEffect(
      resource,
      { managed_zone: managed, name, type: kind, ...attributes },
      { importId, parent },
    ),
  ];
}

function zoneOf(event: AuditEvent): Zone {
  const { project = event.scope, zone = '' } = namesIn(event, zonePath, { zone: 'managedZone' });
  return { project, zone };
}

function ref({ project, zone }: Zone, { name, type: kind }: RecordSet): ReturnType<typeof refTo> {
  return refTo(
    type,
    { id: `projects/${project}/managedZones/${zone}/rrsets/${name}/${kind}` },
    { project, managed_zone: zone, name, type: kind },
  );
}

function recordsIn(value: Json | undefined): readonly RecordSet[] {
  if (!isJsonArray(value)) return [];
  return value.filter(isJsonObject).flatMap((one) => {
    const name = textIn(one, 'name');
    const kind = textIn(one, 'type');
    if (name === undefined || kind === undefined) return [];
    const ttl = convertKind('number', memberValueAt(one, 'ttl') ?? null, '');
    // The log has `rrdata` for the API's `rrdatas`.
    const data = convertKind('list', memberValueAt(one, 'rrdata') ?? null, '');
    const attributes = {
      ...(ttl === undefined ? {} : { ttl }),
      ...(data === undefined ? {} : { rrdatas: data }),
    };
    return [{ name, type: kind, attributes }];
  });
}

function keyOf({ name, type: kind }: RecordSet): string {
  return `${name} ${kind}`;
}

/** The record set of a call that concerns only one. */
function single(event: AuditEvent): RecordSet | undefined {
  const body =
    memberValueAt(event.request, 'rrset') ?? memberValueAt(event.request, 'resourceRecordSet');
  return recordsIn([isJsonObject(body) ? body : event.request])[0];
}

export const recordEntries: readonly CatalogEntry[] = [
  {
    service: 'dns.googleapis.com',
    operations: ['changes.create'],
    types: [type],
    paths: ['ttl', 'rrdatas'],
    effects: change,
  },
  ...untabled('dns.googleapis.com', [type], {
    'resourceRecordSets.create': (event, estate) => {
      const zone = zoneOf(event);
      const record = single(event);
      const parent = refTo('google_dns_managed_zone', {
        id: `projects/${zone.project}/managedZones/${zone.zone}`,
      });
      return record === undefined ? [unknownChange(parent)] : written(zone, record, estate, parent);
    },
    'resourceRecordSets.patch': (event, estate) => {
      const zone = zoneOf(event);
      const record = single(event);
      const parent = refTo('google_dns_managed_zone', {
        id: `projects/${zone.project}/managedZones/${zone.zone}`,
      });
      return record === undefined ? [unknownChange(parent)] : written(zone, record, estate, parent);
    },
    'resourceRecordSets.delete': (event) => {
      const name = textIn(event.request, 'name');
      const kind = textIn(event.request, 'type');
      if (name === undefined || kind === undefined) return [];
      return [deleteEffect(ref(zoneOf(event), { name, type: kind, attributes: {} }))];
    },
  }),
];
