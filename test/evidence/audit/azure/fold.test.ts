import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/model/json.ts';
import { isBalanced } from '../gather.ts';
import { body, end, eventOf, group, read, record, type StepParts, start } from './records.ts';

const step = (phase: StepParts['phase'], second: number, properties?: Json): Json =>
  record('rest', {
    phase,
    id: `${phase}-${second}`,
    second,
    ...(properties === undefined ? {} : { properties: properties as StepParts['properties'] }),
  } as StepParts);
const asking = (team: string) => ({ requestbody: JSON.stringify({ tags: { team } }) });

describe('the steps of a call', () => {
  it.each<[string, readonly Json[], outcome: string, id: string]>([
    ['start and success', [step('start', 1), step('success', 2)], 'success', 'success-2'],
    ['a success alone', [step('success', 2)], 'success', 'success-2'],
    [
      'accepted first',
      [step('start', 1), step('accept', 2), step('success', 5)],
      'success',
      'success-5',
    ],
    [
      'a success twice',
      [step('start', 1), step('success', 2), step('success', 5)],
      'success',
      'success-2',
    ],
    [
      'a failure behind',
      [step('start', 1), step('success', 2), step('failure', 5)],
      'failure',
      'success-2',
    ],
    ['a failure', [step('start', 1), step('failure', 2)], 'failure', 'failure-2'],
  ])('%s', async (_, steps, outcome, id) => {
    for (const order of [steps, steps.toReversed()]) {
      const reading = await read(...order);

      expect(reading.events.map((event) => [event.outcome, event.id])).toEqual([[outcome, id]]);
      expect(reading.counts.dropped.folded ?? 0).toBe(steps.length - 1);
      expect(isBalanced(reading)).toBe(true);
    }
  });

  it('make no event before the end', async () => {
    const reading = await read(step('start', 1), step('accept', 2));

    expect(reading.events).toEqual([]);
    expect(reading.counts).toMatchObject({ read: 2, kept: 0, dropped: { pending: 2 } });
    expect(reading.unfinished).toMatchObject([
      { operation: 'networksecuritygroups/write', request: { resourceId: group.toLowerCase() } },
    ]);
  });

  it('of calls in one run that write the same resource are kept apart', async () => {
    const { events } = await read(
      step('success', 4),
      step('start', 3, asking('b')),
      step('start', 1, asking('a')),
      step('success', 2),
    );

    expect(events.map((event) => [event.id, event.request['body']])).toEqual([
      ['success-2', { tags: { team: 'a' } }],
      ['success-4', { tags: { team: 'b' } }],
    ]);
  });

  it('give no body if overlapping calls ask for different things', async () => {
    const event = await eventOf(
      step('start', 1, asking('a')),
      step('start', 2, asking('b')),
      step('success', 3),
      step('success', 4),
    );

    expect(event.request).not.toHaveProperty('body');
    expect(event.omitted).toEqual(['request']);
  });

  it('of other resources and operations under one correlation id stay apart', async () => {
    const other = group.replace('nsg-Web', 'nsg-Api');
    const reading = await read(
      record('rest', end),
      record('rest', end, { eventDataId: 'e3', resourceId: other }),
      record('rest', end, {
        eventDataId: 'e4',
        operationName: 'Microsoft.Network/networkSecurityGroups/delete',
      }),
    );

    expect(reading.events.map((event) => event.id).sort()).toEqual(['e2', 'e3', 'e4']);
  });

  it('count once if they come twice', async () => {
    const reading = await read(record('rest', start), record('rest', end), record('rest', end));

    expect(reading.counts).toMatchObject({
      read: 3,
      kept: 1,
      dropped: { duplicate: 1, folded: 1 },
    });
  });

  it('without a correlation id stand alone', async () => {
    const alone = { correlationId: undefined };
    const reading = await read(
      record('diagnostic', start, alone),
      record('diagnostic', end, alone),
    );

    expect(reading.counts).toMatchObject({ read: 2, kept: 1, dropped: { pending: 1 } });
    expect(reading.events[0]?.omitted).toEqual(['request']);
  });
});

describe('what the records say', () => {
  it.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
    [
      'a body in other case',
      { properties: { requestBody: JSON.stringify(body) } },
      { omitted: [] },
    ],
    [
      'a body that is cut',
      { properties: { requestbody: '{"tags":{"te' } },
      { omitted: ['request'] },
    ],
    [
      'a deep bomb',
      { properties: { requestbody: `{"a":${'['.repeat(50_000)}` } },
      { omitted: ['request'] },
    ],
    ['properties that are cut', { properties: '{"requestbo' }, { omitted: ['request', 'details'] }],
    ['a write without a body', { properties: {} }, { omitted: ['request'] }],
    [
      'a deletion, with what was there',
      {
        operationName: 'Microsoft.Network/networkSecurityGroups/delete',
        properties: { responseBody: JSON.stringify(body) },
      },
      { omitted: [], response: { body } },
    ],
    [
      'an action without a body',
      { operationName: 'Microsoft.Compute/virtualMachines/start/action', properties: {} },
      { omitted: [], service: 'microsoft.compute', operation: 'virtualmachines/start/action' },
    ],
    [
      'a trial',
      { operationName: 'Microsoft.Resources/deployments/whatIf/action' },
      { outcome: 'dry-run' },
    ],
    [
      'an old name',
      { operationName: { value: 'ScaleUp' }, category: undefined },
      { service: 'microsoft.network', operation: 'scaleup' },
    ],
    [
      'a code of failure',
      { status: 'Failed', properties: { statusCode: 'Conflict' } },
      { outcome: 'failure', errorCode: 'Conflict' },
    ],
    [
      'an error in a message',
      { status: 'Failed', properties: { statusMessage: '{"error":{"code":"Denied"}}' } },
      { outcome: 'failure', errorCode: 'Denied' },
    ],
    [
      'a cancellation',
      { status: { value: 'Canceled' } },
      { outcome: 'failure', errorCode: 'Canceled' },
    ],
    [
      'an offset',
      { eventTimestamp: '2026-03-01T12:00:00+02:00' },
      { time: '2026-03-01T10:00:00Z' },
    ],
    [
      'the tenant',
      {
        resourceId: '/providers/Microsoft.Management/managementGroups/mg',
        subscriptionId: undefined,
      },
      { scope: '0b1c2d3e-0000-4000-8000-0000000000ff' },
    ],
  ])('%s', async (_, parts, expected) => {
    expect(await eventOf(record('rest', end, parts))).toMatchObject(expected);
  });

  it('knows the types of extensions and groups', async () => {
    const { events } = await read(
      ...[
        `${group}/securityRules/ssh`,
        `${group}/providers/Microsoft.Authorization/locks/keep`,
        group.split('/providers')[0] ?? '',
      ].map((resourceId, i) => record('rest', { ...end, id: `e${i}` }, { resourceId })),
    );

    expect(events.map(({ request }) => request['resourceType']).sort()).toEqual([
      'microsoft.authorization/locks',
      'microsoft.network/networksecuritygroups/securityrules',
      'microsoft.resources/resourcegroups',
    ]);
  });
});
