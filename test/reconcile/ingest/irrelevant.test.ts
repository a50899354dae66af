import { describe, expect, it } from 'vitest';
import { createStateIndex } from '../../../src/code/terraform/state/index.ts';
import type { AdoptMode } from '../../../src/model/adoption.ts';
import type { Effect } from '../../../src/model/effect.ts';
import type { AuditEvent } from '../../../src/model/event.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Translation } from '../../../src/providers/catalog/registry.ts';
import { createIrrelevantEvent } from '../../../src/reconcile/ingest/irrelevant.ts';
import { changeRecord } from '../../app/harness/project.ts';
import { demoInput, demoRecords, runOn } from '../demo.ts';

const { state, schema } = await demoInput();
const index = createStateIndex(state, schema);
const [managed] = index.ofType('aws_sqs_queue');
const known = { type: 'aws_sqs_queue', keys: [{ url: String(managed?.attributes['url']) }] };
const unmanagedResource = {
  type: 'aws_sqs_queue',
  keys: [{ url: 'https://sqs.example/1/theirs' }],
};

const set = { kind: 'set', path: ['delay_seconds'], value: { kind: 'known', value: 3 } } as const;
const created = { kind: 'create', attributes: {} } as const;
const deleted = { kind: 'delete' } as const;

function effect(resource: Effect['resource'], change: unknown, more: Partial<Effect> = {}): Effect {
  return { event: 'e', time: '', resource, change: change as Effect['change'], ...more };
}

const function_ = index.ofType('aws_lambda_function')[0]?.attributes;
const permission = (name: string) => ({
  type: 'aws_lambda_permission',
  keys: [{ function_name: name, statement_id: 's' }],
});
const grant = { type: 'aws_kms_grant', keys: [{ grant_id: 'g' }] };

function becomes(effects: readonly Effect[], adopt: AdoptMode = 'related', region = 'us-east-1') {
  const event = { id: 'e', cloud: 'aws', region, scope: '123456789012' } as AuditEvent;
  const translation: Translation = { kind: 'effects', effects, redacted: false };
  const passing = createIrrelevantEvent(adopt, index)(event, translation);
  if (passing === undefined) return 'kept';
  return passing.waits ? 'waits' : 'let go';
}

describe('an event that only changes what the state does not have', () => {
  it.each<[string, string, ReturnType<typeof becomes>]>([
    ['is let go', becomes([effect(unmanagedResource, set)]), 'let go'],
    [
      'is let go where nothing is adopted',
      becomes([effect(unmanagedResource, set)], 'none'),
      'let go',
    ],
    ['is kept where all is adopted', becomes([effect(unmanagedResource, set)], 'all'), 'kept'],
    [
      'is kept for something managed beside',
      becomes([effect(unmanagedResource, set), effect(known, set)]),
      'kept',
    ],
    [
      'is kept in a region that is none',
      becomes([effect(unmanagedResource, set)], 'none', 'mars-1'),
      'kept',
    ],
    [
      'is kept on something managed',
      becomes([effect(permission(String(function_?.['function_name'])), set)]),
      'kept',
    ],
    [
      'is kept on something managed that the call names',
      becomes([effect(grant, set, { on: known })]),
      'kept',
    ],
    ['is let go on a stranger', becomes([effect(permission('theirs'), set)]), 'let go'],
    ['waits where nothing tells what it is on', becomes([effect(grant, set)]), 'waits'],
    [
      'waits as long as one of its changes does',
      becomes([effect(unmanagedResource, set), effect(grant, set)], 'none'),
      'waits',
    ],
  ])('%s', (_, result, expected) => {
    expect(result).toBe(expected);
  });
});

describe('an event is kept', () => {
  it.each([
    ['of something managed', becomes([effect(known, set)])],
    ['that made something', becomes([effect(unmanagedResource, created)])],
    ['that ended something', becomes([effect(unmanagedResource, deleted)])],
    [
      'of an operation nobody knows',
      becomes([effect(unmanagedResource, set, { coverage: 'touched' })]),
    ],
    ['without effects', becomes([])],
  ])('%s', (_, result) => {
    expect(result).toBe('kept');
  });
});

describe('a run', () => {
  const unmanagedResources = Array.from({ length: 300 }, (_, queue) =>
    changeRecord({
      id: `passer-${queue}`,
      stack: 'theirs',
      queue,
      timeout: 90,
      time: Date.parse('2026-03-14T04:00:00Z') + queue,
      user: 'somebody',
    }),
  ) as unknown as readonly JsonObject[];

  it('finds, decides and patches the same among the changes of others, and reports each', async () => {
    const input = await demoInput();
    const alone = await runOn(input, demoRecords());
    const among = await runOn(input, [...unmanagedResources, ...demoRecords()]);
    const { timings: _, inputs, ...report } = among.report;
    const { timings: __, inputs: less, ...expected } = alone.report;
    const reported = among.trace.filter(({ event }) => event.startsWith('passer-'));

    expect(report).toEqual(expected);
    expect(inputs.events.kept).toBe(less.events.kept + unmanagedResources.length);
    expect(among.evidence).toEqual(alone.evidence);
    expect(reported.length).toBe(unmanagedResources.length);
    expect(reported[0]).toMatchObject({
      disposition: 'unmanaged',
      because: expect.stringMatching(/^aws_sqs_queue \(.*theirs-q0\): it is not in the state\.$/),
    });
    expect(among.trace.length).toBe(alone.trace.length + unmanagedResources.length);
  });

  it('writes no trace that nobody reads', async () => {
    const input = await demoInput();
    const traced = await runOn(input, demoRecords());
    const silent = await runOn({ ...input, traced: false }, demoRecords());

    expect(traced.trace.length).toBeGreaterThan(0);
    expect(JSON.stringify(silent)).toBe(JSON.stringify({ ...traced, trace: [] }));
  });
});
