import { describe, expect, it } from 'vitest';
import type { Translation } from '../../src/catalog/registry.ts';
import type { AdoptMode } from '../../src/model/adoption.ts';
import type { Effect } from '../../src/model/effect.ts';
import type { AuditEvent } from '../../src/model/event.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { createPasserBy } from '../../src/pipeline/passers-by.ts';
import { createStateIndex } from '../../src/terraform/state/index.ts';
import { changeRecord } from '../service/harness/project.ts';
import { demoInput, demoRecords, runOn } from './demo.ts';

const { state, schema } = await demoInput();
const index = createStateIndex(state, schema);
const [managed] = index.ofType('aws_sqs_queue');
const known = { type: 'aws_sqs_queue', keys: [{ url: String(managed?.attributes['url']) }] };
const stranger = { type: 'aws_sqs_queue', keys: [{ url: 'https://sqs.example/1/theirs' }] };

const set = { kind: 'set', path: ['delay_seconds'], value: { kind: 'known', value: 3 } } as const;
const created = { kind: 'create', attributes: {} } as const;
const deleted = { kind: 'delete' } as const;

function effect(resource: Effect['resource'], change: unknown, more: Partial<Effect> = {}): Effect {
  return { event: 'e', time: '', resource, change: change as Effect['change'], ...more };
}

function passes(effects: readonly Effect[], adopt: AdoptMode = 'none', region = 'us-east-1') {
  const event = { id: 'e', cloud: 'aws', region } as AuditEvent;
  const translation: Translation = { kind: 'effects', effects, redacted: false };
  return createPasserBy(adopt, index)(event, translation) !== undefined;
}

describe('an event passes by', () => {
  it('where it only changes what the state does not have', () => {
    expect(passes([effect(stranger, set)])).toBe(true);
  });

  it.each([
    ['of something managed', passes([effect(known, set)])],
    ['of something managed, too', passes([effect(stranger, set), effect(known, set)])],
    ['that made something', passes([effect(stranger, created)])],
    ['that ended something', passes([effect(stranger, deleted)])],
    ['of an operation nobody knows', passes([effect(stranger, set, { depth: 'touched' })])],
    ['without effects', passes([])],
    ['where related things are adopted', passes([effect(stranger, set)], 'related')],
    ['where all things are adopted', passes([effect(stranger, set)], 'all')],
    ['of a region that is none', passes([effect(stranger, set)], 'none', 'mars-1')],
  ])('and not %s', (_, result) => {
    expect(result).toBe(false);
  });
});

describe('a run', () => {
  const strangers = Array.from({ length: 300 }, (_, queue) =>
    changeRecord({
      id: `passer-${queue}`,
      stack: 'theirs',
      queue,
      timeout: 90,
      time: Date.parse('2026-03-14T04:00:00Z') + queue,
      user: 'somebody',
    }),
  ) as unknown as readonly JsonObject[];

  it('finds, decides and patches the same among the changes of others, and tells each', async () => {
    const input = await demoInput();
    const alone = await runOn(input, demoRecords());
    const among = await runOn(input, [...strangers, ...demoRecords()]);
    const { timings: _, inputs, ...report } = among.report;
    const { timings: __, inputs: less, ...expected } = alone.report;
    const told = among.trace.filter(({ event }) => event.startsWith('passer-'));

    expect(report).toEqual(expected);
    expect(inputs.events.kept).toBe(less.events.kept + strangers.length);
    expect(among.evidence).toEqual(alone.evidence);
    expect(told.length).toBe(strangers.length);
    expect(told[0]).toMatchObject({
      disposition: 'unmanaged',
      because: expect.stringMatching(/^aws_sqs_queue \(.*theirs-q0\): it is not in the state\.$/),
    });
    expect(among.trace.length).toBe(alone.trace.length + strangers.length);
  });

  it('writes no trace that nobody reads', async () => {
    const input = await demoInput();
    const traced = await runOn(input, demoRecords());
    const silent = await runOn({ ...input, traced: false }, demoRecords());

    expect(traced.trace.length).toBeGreaterThan(0);
    expect(JSON.stringify(silent)).toBe(JSON.stringify({ ...traced, trace: [] }));
  });
});
