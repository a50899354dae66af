import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { deleteEffect, omittedEffect, refTo } from '../catalog/effects.ts';
import { refByArn, refByName } from '../catalog/naming.ts';
import type { PutSpec } from '../catalog/replace.ts';
import { putEffects } from '../catalog/replace.ts';
import { boolAt, requestAt, requireText } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { jsonField, number, textField } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import { aws } from './aws.ts';
import { busName, eventsService, rule } from './events-rule.ts';

const bus = 'aws_cloudwatch_event_bus';
const permission = 'aws_cloudwatch_event_permission';
const busPolicy = 'aws_cloudwatch_event_bus_policy';
const archive = 'aws_cloudwatch_event_archive';
const destination = 'aws_cloudwatch_event_api_destination';

const busAttributes: CatalogAttributes = {
  description: 'description',
  kms_key_identifier: 'kmsKeyIdentifier',
  'dead_letter_config.0.arn': 'deadLetterConfig.arn',
};

function policyRef(event: AuditEvent): ResourceRef {
  return refTo(busPolicy, { event_bus_name: busName(event) });
}

/** Statements of a policy that is managed as one document, whose new text is not in the log. */
function policyChange(event: AuditEvent, estate: Estate): readonly DraftEffect[] | undefined {
  const ref = policyRef(event);
  if (estate.find(ref) === undefined) return undefined;
  return [omittedEffect(ref, ['policy'])];
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

const permissionEntries = untabled(eventsService, [permission, busPolicy], {
  PutPermission: (event, estate) =>
    requestAt(event.request, 'policy') === undefined
      ? (policyChange(event, estate) ??
        putEffects(event, estate, statementSpec, permissionRef(event)))
      : putEffects(event, estate, policySpec, policyRef(event)),
  RemovePermission: (event, estate) => {
    if (boolAt(event.request, 'removeAllPermissions') === true) {
      return [deleteEffect(policyRef(event))];
    }
    return policyChange(event, estate) ?? [deleteEffect(permissionRef(event))];
  },
});

const archiveAttributes: CatalogAttributes = {
  description: 'description',
  event_pattern: jsonField('eventPattern'),
  retention_days: number('retentionDays'),
};

const destinationAttributes: CatalogAttributes = {
  connection_arn: 'connectionArn',
  description: 'description',
  http_method: 'httpMethod',
  invocation_endpoint: 'invocationEndpoint',
  invocation_rate_limit_per_second: number('invocationRateLimitPerSecond'),
};

export const eventBusEntries: readonly CatalogEntry[] = [
  ...aws(eventsService, [
    {
      type: bus,
      identity: refByName(bus, 'name', ['events', 'event-bus/']),
      fixed: { name: 'name', event_source_name: 'eventSourceName' },
      fields: busAttributes,
      tags: 'tags',
      importId: 'name',
      calls: {
        CreateEventBus: 'create',
        UpdateEventBus: 'patch',
        DeleteEventBus: 'delete',
      },
    },
  ]),
  ...permissionEntries,
  ...aws(eventsService, [
    {
      type: archive,
      identity: refByName(archive, 'archiveName', ['events', 'archive/']),
      fixed: { name: 'archiveName', event_source_arn: 'eventSourceArn' },
      fields: archiveAttributes,
      defaults: { retention_days: 0 },
      importId: 'archiveName',
      calls: {
        CreateArchive: 'create',
        UpdateArchive: 'patch',
        DeleteArchive: 'delete',
      },
    },
    {
      type: destination,
      identity: [{ name: 'name' }],
      fixed: { name: 'name' },
      fields: destinationAttributes,
      defaults: { invocation_rate_limit_per_second: 300 },
      importId: 'name',
      calls: {
        CreateApiDestination: 'create',
        UpdateApiDestination: 'patch',
        DeleteApiDestination: 'delete',
      },
    },
    {
      type: rule,
      also: [bus],
      identity: refByArn('resourceArn', { ':rule/': rule, ':event-bus/': bus }),
      calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeys' } },
    },
    {
      ignores: ['CancelReplay', 'PutEvents', 'PutPartnerEvents', 'StartReplay', 'TestEventPattern'],
    },
  ]),
];
