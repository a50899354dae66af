import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn, nameInArn } from '../catalog/arn.ts';
import type { CreateSpec } from '../catalog/creation.ts';
import { creationEntry } from '../catalog/creation.ts';
import { deleteEffect, setEffect } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import type { Resets } from '../catalog/replace.ts';
import { replaceMembers } from '../catalog/replace.ts';
import { requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { jsonField, textField } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';

export const eventsService = 'events.amazonaws.com';
export const rule = 'aws_cloudwatch_event_rule';

/** Name of the bus that a call is about, which it may give as ARN or leave out. */
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

const attributes: CatalogAttributes = {
  description: 'description',
  event_pattern: jsonField('eventPattern'),
  role_arn: 'roleArn',
  schedule_expression: 'scheduleExpression',
};

/** Putting a rule replaces it. */
const resets: Resets = {
  description: null,
  event_pattern: null,
  role_arn: null,
  schedule_expression: null,
};

const spec: CreateSpec = {
  type: rule,
  keys: [],
  attributes: { name: 'name', event_bus_name: textField(busName), ...attributes, state: 'state' },
  tags: 'tags',
  defaults: { event_bus_name: 'default', state: 'ENABLED' },
  importId: (event) => {
    const name = requireText(event.request, 'name');
    return busName(event) === 'default' ? name : `${busName(event)}/${name}`;
  },
};

/** Older code has `is_enabled` in place of `state`; a rule may have but one of them. */
function stateEffect(ref: ResourceRef, estate: Estate, state: string): DraftEffect {
  return estate.find(ref)?.declares('is_enabled') === true
    ? setEffect(ref, ['is_enabled'], state !== 'DISABLED')
    : setEffect(ref, ['state'], state);
}

function putRule(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = namedRule(event, estate);
  const managed = estate.find(ref);
  if (managed === undefined) return creationEntry(event, estate, spec, ref);
  return [
    ...replaceMembers(event, ref, { attributes, resets }, managed),
    stateEffect(ref, estate, textAt(event.request, 'state') ?? 'ENABLED'),
  ];
}

function switching(operation: string, state: string): CatalogEntry {
  return {
    service: eventsService,
    operations: [operation],
    types: [rule],
    effects: (event, estate) => [stateEffect(namedRule(event, estate), estate, state)],
  };
}

export const eventRuleEntries: readonly CatalogEntry[] = [
  {
    service: eventsService,
    operations: ['PutRule'],
    types: [rule],
    resets: [...Object.keys(resets), 'state'],
    effects: putRule,
  },
  switching('EnableRule', 'ENABLED'),
  switching('DisableRule', 'DISABLED'),
  {
    service: eventsService,
    operations: ['DeleteRule'],
    types: [rule],
    effects: (event, estate) => [deleteEffect(namedRule(event, estate))],
  },
];
