import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn } from '../catalog/arn.ts';
import { deleteEffect, effect, refTo } from '../catalog/effects.ts';
import { ignores } from '../catalog/ignores.ts';
import { localRef } from '../catalog/naming.ts';
import type { PutSpec } from '../catalog/replace.ts';
import { putEffects } from '../catalog/replace.ts';
import { boolAt, requestAt, requireText } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { jsonField, number, textField } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { busName, eventsService, rule } from './events-rule.ts';

const bus = 'aws_cloudwatch_event_bus';
const permission = 'aws_cloudwatch_event_permission';
const busPolicy = 'aws_cloudwatch_event_bus_policy';
const archive = 'aws_cloudwatch_event_archive';
const destination = 'aws_cloudwatch_event_api_destination';

/** A resource that a request names by `member`, unique within account and region. */
function named(type: string, member: string, resource: string) {
  return (event: AuditEvent, estate: Estate): ResourceRef => {
    const name = requireText(event.request, member);
    return localRef(event, estate, type, { name }, arnIn(event, 'events', `${resource}/${name}`));
  };
}

const busKeys = named(bus, 'name', 'event-bus');

const busAttributes: CatalogAttributes = {
  description: 'description',
  kms_key_identifier: 'kmsKeyIdentifier',
  'dead_letter_config.0.arn': 'deadLetterConfig.arn',
};

const busEntries: readonly CatalogEntry[] = [
  ...aws({
    service: eventsService,
    type: bus,
    identity: busKeys,
    fixed: { name: 'name', event_source_name: 'eventSourceName' },
    fields: busAttributes,
    tags: 'tags',
    importId: 'name',
    calls: {
      CreateEventBus: 'create',
      UpdateEventBus: 'patch',
      DeleteEventBus: 'delete',
    },
  }),
];

function policyRef(event: AuditEvent): ResourceRef {
  return refTo(busPolicy, { event_bus_name: busName(event) });
}

/** Statements of a policy that is managed as one document, whose new text is not in the log. */
function policyChange(event: AuditEvent, estate: Estate): readonly DraftEffect[] | undefined {
  const ref = policyRef(event);
  if (estate.find(ref) === undefined) return undefined;
  return [effect(ref, { kind: 'set', path: ['policy'], value: { kind: 'omitted' } })];
}

function permissionRef(event: AuditEvent): ResourceRef {
  const statement_id = requireText(event.request, 'statementId');
  return refTo(permission, { event_bus_name: busName(event), statement_id });
}

const statementSpec: PutSpec = {
  type: permission,
  keys: permissionRef,
  attributes: {
    action: 'action',
    event_bus_name: textField(busName),
    principal: 'principal',
    statement_id: 'statementId',
    'condition.0.key': 'condition.key',
    'condition.0.type': 'condition.type',
    'condition.0.value': 'condition.value',
  },
  resets: { condition: [] },
  defaults: { action: 'events:PutEvents', event_bus_name: 'default' },
  importId: (event) => `${busName(event)}/${requireText(event.request, 'statementId')}`,
};

const policySpec: PutSpec = {
  type: busPolicy,
  keys: policyRef,
  attributes: { event_bus_name: textField(busName), policy: jsonField('policy') },
  defaults: { event_bus_name: 'default' },
  importId: busName,
};

const permissionEntries: readonly CatalogEntry[] = [
  {
    service: eventsService,
    operations: ['PutPermission'],
    types: [permission, busPolicy],
    effects: (event, estate) =>
      requestAt(event.request, 'policy') === undefined
        ? (policyChange(event, estate) ??
          putEffects(event, estate, statementSpec, permissionRef(event)))
        : putEffects(event, estate, policySpec, policyRef(event)),
  },
  {
    service: eventsService,
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

const archiveAttributes: CatalogAttributes = {
  description: 'description',
  event_pattern: jsonField('eventPattern'),
  retention_days: number('retentionDays'),
};

const destinationKeys = [{ name: 'name' }];

const destinationAttributes: CatalogAttributes = {
  connection_arn: 'connectionArn',
  description: 'description',
  http_method: 'httpMethod',
  invocation_endpoint: 'invocationEndpoint',
  invocation_rate_limit_per_second: number('invocationRateLimitPerSecond'),
};

const otherEntries: readonly CatalogEntry[] = [
  ...aws({
    service: eventsService,
    type: archive,
    identity: archiveKeys,
    fixed: { name: 'archiveName', event_source_arn: 'eventSourceArn' },
    fields: archiveAttributes,
    defaults: { retention_days: 0 },
    importId: 'archiveName',
    calls: {
      CreateArchive: 'create',
      UpdateArchive: 'patch',
      DeleteArchive: 'delete',
    },
  }),
  ...aws({
    service: eventsService,
    type: destination,
    identity: destinationKeys,
    fixed: { name: 'name' },
    fields: destinationAttributes,
    defaults: { invocation_rate_limit_per_second: 300 },
    importId: 'name',
    calls: {
      CreateApiDestination: 'create',
      UpdateApiDestination: 'patch',
      DeleteApiDestination: 'delete',
    },
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
  ...aws({
    service: eventsService,
    type: rule,
    also: [bus],
    identity: tagged,
    fields: {},
    calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeys' } },
  }),
  ignores(eventsService, [
    'CancelReplay',
    'PutEvents',
    'PutPartnerEvents',
    'StartReplay',
    'TestEventPattern',
  ]),
];
