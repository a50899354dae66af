import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn } from '../catalog/arn.ts';
import type { Attributes } from '../catalog/define.ts';
import {
  creates,
  deletes,
  ignores,
  json,
  number,
  tagging,
  text,
  updates,
} from '../catalog/define.ts';
import { deleteEffect, effect, refTo } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { puts } from '../catalog/replace.ts';
import { at, boolAt, requireText } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { busName, rule, service } from './events-rule.ts';

const bus = 'aws_cloudwatch_event_bus';
const permission = 'aws_cloudwatch_event_permission';
const busPolicy = 'aws_cloudwatch_event_bus_policy';
const archive = 'aws_cloudwatch_event_archive';
const destination = 'aws_cloudwatch_event_api_destination';

/** A resource named within account and region by `name` of the request. */
function named(type: string, member: string, resource: string) {
  return (event: AuditEvent, estate: Estate): ResourceRef => {
    const name = requireText(event.request, member);
    return localRef(event, estate, type, { name }, arnIn(event, 'events', `${resource}/${name}`));
  };
}

const busKeys = named(bus, 'name', 'event-bus');

const busAttributes: Attributes = {
  description: 'description',
  kms_key_identifier: 'kmsKeyIdentifier',
  'dead_letter_config.0.arn': 'deadLetterConfig.arn',
};

const busEntries: readonly CatalogEntry[] = [
  creates({
    service,
    operations: ['CreateEventBus'],
    type: bus,
    keys: busKeys,
    attributes: { name: 'name', event_source_name: 'eventSourceName', ...busAttributes },
    tags: 'tags',
    importId: 'name',
  }),
  updates({
    service,
    operations: ['UpdateEventBus'],
    type: bus,
    keys: busKeys,
    attributes: busAttributes,
  }),
  deletes({ service, operations: ['DeleteEventBus'], type: bus, keys: busKeys }),
];

function policyRef(event: AuditEvent): ResourceRef {
  return refTo(busPolicy, { event_bus_name: busName(event) });
}

/** Statements of a policy that is managed whole; what it says now is not in the log. */
function policyChange(event: AuditEvent, estate: Estate): readonly DraftEffect[] | undefined {
  const ref = policyRef(event);
  if (estate.find(ref) === undefined) return undefined;
  return [effect(ref, { kind: 'set', path: ['policy'], value: { kind: 'omitted' } })];
}

function permissionRef(event: AuditEvent): ResourceRef {
  const statement_id = requireText(event.request, 'statementId');
  return refTo(permission, { event_bus_name: busName(event), statement_id });
}

const putStatement = puts({
  service,
  operations: [],
  type: permission,
  keys: permissionRef,
  attributes: {
    action: 'action',
    event_bus_name: text(busName),
    principal: 'principal',
    statement_id: 'statementId',
    'condition.0.key': 'condition.key',
    'condition.0.type': 'condition.type',
    'condition.0.value': 'condition.value',
  },
  resets: { condition: [] },
  defaults: { action: 'events:PutEvents', event_bus_name: 'default' },
  importId: (event) => `${busName(event)}/${requireText(event.request, 'statementId')}`,
});

const putPolicy = puts({
  service,
  operations: [],
  type: busPolicy,
  keys: policyRef,
  attributes: { event_bus_name: text(busName), policy: json('policy') },
  defaults: { event_bus_name: 'default' },
  importId: busName,
});

const permissionEntries: readonly CatalogEntry[] = [
  {
    service,
    operations: ['PutPermission'],
    types: [permission, busPolicy],
    effects: (event, estate) =>
      at(event.request, 'policy') === undefined
        ? (policyChange(event, estate) ?? putStatement.effects(event, estate))
        : putPolicy.effects(event, estate),
  },
  {
    service,
    operations: ['RemovePermission'],
    types: [permission, busPolicy],
    effects: (event, estate) => {
      if (boolAt(event.request, 'removeAllPermissions') === true) {
        return [deleteEffect(policyRef(event))];
      }
      return policyChange(event, estate) ?? [deleteEffect(permissionRef(event))];
    },
  },
];

const archiveKeys = named(archive, 'archiveName', 'archive');

const archiveAttributes: Attributes = {
  description: 'description',
  event_pattern: json('eventPattern'),
  retention_days: number('retentionDays'),
};

const destinationKeys = [{ name: 'name' }];

const destinationAttributes: Attributes = {
  connection_arn: 'connectionArn',
  description: 'description',
  http_method: 'httpMethod',
  invocation_endpoint: 'invocationEndpoint',
  invocation_rate_limit_per_second: number('invocationRateLimitPerSecond'),
};

const otherEntries: readonly CatalogEntry[] = [
  creates({
    service,
    operations: ['CreateArchive'],
    type: archive,
    keys: archiveKeys,
    attributes: {
      name: 'archiveName',
      event_source_arn: 'eventSourceArn',
      ...archiveAttributes,
    },
    defaults: { retention_days: 0 },
    importId: 'archiveName',
  }),
  updates({
    service,
    operations: ['UpdateArchive'],
    type: archive,
    keys: archiveKeys,
    attributes: archiveAttributes,
  }),
  deletes({ service, operations: ['DeleteArchive'], type: archive, keys: archiveKeys }),
  creates({
    service,
    operations: ['CreateApiDestination'],
    type: destination,
    keys: destinationKeys,
    attributes: { name: 'name', ...destinationAttributes },
    defaults: { invocation_rate_limit_per_second: 300 },
    importId: 'name',
  }),
  updates({
    service,
    operations: ['UpdateApiDestination'],
    type: destination,
    keys: destinationKeys,
    attributes: destinationAttributes,
  }),
  deletes({
    service,
    operations: ['DeleteApiDestination'],
    type: destination,
    keys: destinationKeys,
  }),
];

function tagged({ request }: AuditEvent): ResourceRef | undefined {
  const arn = requireText(request, 'resourceArn');
  if (arn.includes(':rule/')) return refTo(rule, { arn });
  return arn.includes(':event-bus/') ? refTo(bus, { arn }) : undefined;
}

export const eventBusEntries: readonly CatalogEntry[] = [
  ...busEntries,
  ...permissionEntries,
  ...otherEntries,
  ...tagging({
    service,
    tag: ['TagResource'],
    untag: ['UntagResource'],
    types: [rule, bus],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: tagged,
  }),
  ignores(service, [
    'CancelReplay',
    'PutEvents',
    'PutPartnerEvents',
    'StartReplay',
    'TestEventPattern',
  ]),
];
