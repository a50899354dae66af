import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn, nameInArn } from '../catalog/arn.ts';
import { setEffect } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { requireText, textAt } from '../catalog/request.ts';
import { jsonField, textField } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

export const eventsService = 'events.amazonaws.com';
export const rule = 'aws_cloudwatch_event_rule';

/** The name of the event bus, which a call may give as ARN or leave out. */
export function busName({ request }: AuditEvent): string {
  return nameInArn(textAt(request, 'eventBusName') ?? 'default');
}

export function ruleRef(event: AuditEvent, estate: Estate, name: string): ResourceRef {
  const bus = busName(event);
  const arn = arnIn(event, 'events', bus === 'default' ? `rule/${name}` : `rule/${bus}/${name}`);
  return localRef(event, estate, rule, { name, event_bus_name: bus }, arn);
}

function namedRule(event: AuditEvent, estate: Estate): ResourceRef {
  return ruleRef(event, estate, requireText(event.request, 'name'));
}

/** Older code has `is_enabled` instead of `state`. A rule may have only one of them. */
function asDeclared(draft: DraftEffect, estate: Estate): DraftEffect {
  const { resource, change } = draft;
  if (change.kind !== 'set' || change.path[0] !== 'state' || change.value.kind !== 'known')
    return draft;
  if (estate.find(resource)?.declares('is_enabled') !== true) return draft;
  return setEffect(resource, ['is_enabled'], change.value.value !== 'DISABLED');
}

export const eventRuleEntries: readonly CatalogEntry[] = aws(eventsService, [
  {
    type: rule,
    identity: namedRule,
    fields: {
      name: 'name',
      event_bus_name: textField(busName),
      description: 'description',
      event_pattern: jsonField('eventPattern'),
      role_arn: 'roleArn',
      schedule_expression: 'scheduleExpression',
      state: 'state',
    },
    resets: {
      description: null,
      event_pattern: null,
      role_arn: null,
      schedule_expression: null,
      state: 'ENABLED',
    },
    tags: 'tags',
    defaults: { event_bus_name: 'default', state: 'ENABLED' },
    importId: (event) => {
      const name = requireText(event.request, 'name');
      return busName(event) === 'default' ? name : `${busName(event)}/${name}`;
    },
    calls: {
      PutRule: 'put',
      EnableRule: { to: { state: 'ENABLED' } },
      DisableRule: { to: { state: 'DISABLED' } },
      DeleteRule: 'delete',
    },
  },
]).map((entry) => ({
  ...entry,
  effects: (event, estate) => entry.effects(event, estate).map((one) => asDeclared(one, estate)),
}));
