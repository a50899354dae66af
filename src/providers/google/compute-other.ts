import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { attributesFrom } from '../catalog/attributes.ts';
import {
  addEffect,
  deleteEffect,
  omittedEffect,
  refTo,
  removeEffect,
  setEffect,
  unknownChange,
} from '../catalog/effects.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import { metadataDelta } from './compute-instance.ts';
import { everything, fieldEffects, type GoogleFields } from './fields.ts';
import { google, googleRefOf } from './google.ts';
import { convertKind } from './kinds.ts';
import { memberValueAt } from './members.ts';
import type { GoogleType } from './spec.ts';

const service = 'compute.googleapis.com';

const disk = (type: string, collection: string, path: string): GoogleType => ({
  type,
  identity: { path: `${path}/disks/{name}` },
  fields: {
    description: 'text',
    labels: 'labels',
    size: { as: 'number', from: 'sizeGb' },
    type: 'short',
    snapshot: { as: 'link', from: 'sourceSnapshot' },
    physical_block_size_bytes: 'number',
    provisioned_iops: 'number',
    provisioned_throughput: 'number',
  },
  defaults: { type: 'pd-standard', physical_block_size_bytes: 4096 },
  calls: {
    [`${collection}.insert`]: 'create',
    [`${collection}.update`]: 'replace',
    [`${collection}.delete`]: 'delete',
    [`${collection}.resize`]: { set: { size: { as: 'number', from: 'sizeGb' } } },
    [`${collection}.setLabels`]: { set: { labels: 'labels' }, all: true },
  },
});

const rule: GoogleFields = {
  action: 'text',
  description: 'text',
  preview: 'bool',
  priority: 'number',
  match: {
    one: {
      versioned_expr: 'text',
      config: { one: { src_ip_ranges: 'set' } },
      expr: { one: { expression: 'text' } },
    },
  },
};

const policy: GoogleType = {
  type: 'google_compute_security_policy',
  identity: { path: 'projects/{project}/global/securityPolicies/{name}' },
  fields: {
    description: 'text',
    type: 'text',
    rule: { members: rule, from: 'rules' },
    adaptive_protection_config: {
      one: {
        layer_7_ddos_defense_config: {
          one: { enable: 'bool', rule_visibility: 'text' },
          from: 'layer7DdosDefenseConfig',
        },
      },
    },
  },
  calls: {
    'securityPolicies.insert': 'create',
    'securityPolicies.patch': 'patch',
    'securityPolicies.delete': 'delete',
  },
};

/** Rules are added and removed one by one, and identified by their priority. */
function changeRule(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const resource = googleRefOf(policy, event);
  if (event.omitted.includes('request')) return [unknownChange(resource)];
  const reading = { resource, managed: undefined, project: event.scope, scope: everything };
  const element: JsonObject = attributesFrom(fieldEffects(reading, rule, event.request));
  if (!Object.hasOwn(element, 'priority')) return [unknownChange(resource)];
  if (event.operation === 'securityPolicies.removeRule') {
    return [removeEffect(resource, ['rule'], { priority: element['priority'] ?? null })];
  }
  if (event.operation === 'securityPolicies.addRule') {
    return [addEffect(resource, ['rule'], element)];
  }
  const managed = estate.find(resource);
  const member = { element: { priority: element['priority'] ?? null } };
  return fieldEffects({ ...reading, managed }, rule, event.request, {
    path: ['rule', member],
    api: '',
  }).filter(({ change }) => change.kind !== 'set' || change.path.at(-1) !== 'priority');
}

/**
 * The metadata of a project is one map in the code, or a separate item for each key. Changes of
 * single keys are logged without values.
 */
function setProjectMetadata(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const project = event.scope;
  const whole = refTo('google_compute_project_metadata', { project }, { id: project });
  const items = memberValueAt(event.request, 'items');
  const all = items === undefined ? undefined : convertKind('map', items, project);
  if (isJsonObject(all)) return allMetadata(all, whole, project, estate);
  const delta = metadataDelta(event, 'projectMetadataDelta');
  if (delta === undefined) return [unknownChange(whole)];
  return [
    ...delta.changed.map((key) => {
      const item = itemOf(project, key);
      const isItem = estate.find(item) !== undefined;
      const path = isItem ? ['value'] : ['metadata', key];
      const resource = isItem ? item : whole;
      return omittedEffect(resource, path);
    }),
    ...delta.deleted.map((key) => {
      const item = itemOf(project, key);
      const isItem = estate.find(item) !== undefined;
      return isItem ? deleteEffect(item) : setEffect(whole, ['metadata', key], null);
    }),
  ];
}

function allMetadata(
  all: JsonObject,
  whole: ReturnType<typeof refTo>,
  project: string,
  estate: Estate,
): readonly DraftEffect[] {
  if (estate.find(whole) !== undefined) return [setEffect(whole, ['metadata'], all)];
  return Object.entries(all).flatMap(([key, value]: [string, Json]) => {
    const item = itemOf(project, key);
    return estate.find(item) === undefined ? [] : [setEffect(item, ['value'], value)];
  });
}

function itemOf(project: string, key: string): ReturnType<typeof refTo> {
  return refTo('google_compute_project_metadata_item', { project, key });
}

export const otherComputeEntries: readonly CatalogEntry[] = [
  ...google(service, [
    disk('google_compute_disk', 'disks', 'projects/{project}/zones/{zone}'),
    disk('google_compute_region_disk', 'regionDisks', 'projects/{project}/regions/{region}'),
    policy,
  ]),
  ...untabled(service, [policy.type], {
    'securityPolicies.addRule': changeRule,
    'securityPolicies.patchRule': changeRule,
    'securityPolicies.removeRule': changeRule,
  }),
  {
    service,
    operations: ['projects.setCommonInstanceMetadata'],
    types: ['google_compute_project_metadata', 'google_compute_project_metadata_item'],
    paths: ['metadata'],
    effects: setProjectMetadata,
  },
];
