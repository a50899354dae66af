import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/model/actor.ts';
import type { Drift, DriftValue } from '../../../src/model/drift.ts';
import type { Intent } from '../../../src/model/intent.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import type { EvidenceEvent } from '../../../src/stages/intent/types.ts';
import { actor, event, lookup, makeDrift } from './make.ts';

const ann = actor('oncall', 'human', 'ann');
const ben = actor('oncall', 'human', 'ben');
const scaler = actor('scaler', 'controller');
const group = 'aws_autoscaling_group.web';
const declared = 2;
const hour = 60;
const day = 24 * hour;

/** Somebody sets the size of the group. */
interface Call {
  readonly by: Actor;
  /** Minutes since 2026-03-01T00:00:00Z. */
  readonly minute: number;
  readonly size: number;
}

function timeOf(minute: number): string {
  return new Date(Date.parse('2026-03-01T00:00:00Z') + minute * 60_000)
    .toISOString()
    .replace('.000Z', 'Z');
}

function eventOf({ by, minute }: Call, index: number): EvidenceEvent {
  return { ...event(`e${index}`, 0, by), time: timeOf(minute) };
}

/** The drift that is left by the calls; undefined if the value is as declared. */
function driftOf(calls: readonly Call[], more: Partial<Drift> = {}): Drift | undefined {
  const live = calls.at(-1)?.size;
  if (live === undefined || live === declared) return undefined;
  const writes = calls.map((call, index) => ({
    event: `e${index}`,
    time: timeOf(call.minute),
    value: { kind: 'value', value: call.size } as DriftValue,
  }));
  const evidence = writes.map((write) => write.event);
  return makeDrift(group, ['desired_capacity'], declared, live, { evidence, writes, ...more });
}

function intentAfter(calls: readonly Call[], more: Partial<Drift> = {}): Intent | undefined {
  const drift = driftOf(calls, more);
  if (drift === undefined) return undefined;
  const intents = inferIntents({ drifts: [drift], event: lookup(calls.map(eventOf)) });
  return intents.find(({ overtaken }) => overtaken === undefined);
}

/** Up at 18:00 and down at 22:00, every day. */
function evenings(by: Actor, days: number, rest: number): readonly Call[] {
  return Array.from({ length: days }, (_, n) => [
    { by, minute: n * day + 18 * hour, size: 6 },
    { by, minute: n * day + 22 * hour, size: rest },
  ]).flat();
}

describe('fourteen evenings', () => {
  it.each([
    ['of a controller that comes back to what the code says', scaler, declared],
    ['of a controller that comes back to something else', scaler, 3],
    ['of a person', ann, declared],
    ['of a person who leaves more than the code says', ann, 3],
  ])('%s are fourteen intents', (_name, by, rest) => {
    const calls = evenings(by, 14, rest);

    const reported = Array.from({ length: 14 }, (_, n) => intentAfter(calls.slice(0, 2 * n + 1)));

    expect(new Set(reported.map((intent) => intent?.id)).size).toBe(14);
    expect(reported.map((intent) => intent?.window.from)).toEqual(
      Array.from({ length: 14 }, (_, n) => timeOf(n * day + 18 * hour)),
    );
  });

  it('name the evenings before where they left something', () => {
    const calls = evenings(scaler, 2, 3).slice(0, 3);

    expect(intentAfter(calls)?.supersedes).toMatchObject([{ actor: scaler, events: ['e0', 'e1'] }]);
  });
});

describe('the id of an intent', () => {
  const up: Call = { by: ann, minute: 600, size: 6 };

  it.each<[string, readonly Call[], Partial<Drift>]>([
    ['a read-back confirms it', [up], { basis: 'confirmed' }],
    ['the same value is set again in the session', [up, { ...up, minute: 630 }], {}],
    ['somebody else set another value before', [{ ...up, by: ben, minute: 590, size: 4 }, up], {}],
    [
      'the actor did and undid it before',
      [{ ...up, minute: 100 }, { ...up, minute: 110, size: 2 }, up],
      {},
    ],
    ['the actor put it back a moment before', [{ ...up, minute: 598, size: 2 }, up], {}],
  ])('stays where %s', (_name, calls, more) => {
    expect(intentAfter(calls, more)?.id).toBe(intentAfter([up])?.id);
  });

  it.each<[string, readonly Call[]]>([
    ['another day', [{ ...up, minute: 600 + day }]],
    ['another actor', [{ ...up, by: ben }]],
    ['another value', [{ ...up, size: 5 }]],
    ['a person who comes back after the hour', [up, { ...up, minute: 661 }]],
  ])('is another for %s', (_name, calls) => {
    expect(intentAfter(calls)?.id).toBeDefined();
    expect(intentAfter(calls)?.id).not.toBe(intentAfter([up])?.id);
  });

  it('is one for a robot that keeps at it all day', () => {
    const calls = [0, 3, 9, 20].map((at) => ({ by: scaler, minute: at * hour, size: 5 }));

    expect(intentAfter(calls)?.id).toBe(intentAfter(calls.slice(0, 1))?.id);
  });

  it('does not depend on what others do elsewhere', () => {
    const [drift] = [driftOf([up])].filter((one) => one !== undefined);
    const other = makeDrift('aws_sqs_queue.jobs', ['name'], 'a', 'b', { evidence: ['x'] });
    const find = lookup([eventOf(up, 0), { ...event('x', 0, ben), time: timeOf(601) }]);
    const ids = inferIntents({ drifts: drift === undefined ? [] : [drift, other], event: find });

    expect(ids.map(({ id }) => id)).toContain(intentAfter([up])?.id);
  });

  const history = fc
    .array(
      fc.record({
        by: fc.constantFrom(ann, ben, scaler),
        pause: fc.constantFrom(1, 20, 50, 70, 300, 800, 2000),
        size: fc.integer({ min: 1, max: 4 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((steps) => {
      let minute = 0;
      return steps.map(({ by, pause, size }): Call => {
        minute += pause;
        return { by, minute, size };
      });
    });

  it('is the same for a log that begins after the field was last as the code says', () => {
    fc.assert(
      fc.property(history, (calls) => {
        const back = calls.findLastIndex(({ size }) => size === declared);
        const cut = calls.slice(back + 1);

        expect(intentAfter(cut)?.id).toBe(intentAfter(calls)?.id);
      }),
    );
  });

  it('is the same whoever reads the same evidence, and in which order', () => {
    fc.assert(
      fc.property(history, fc.nat(), (calls, turn) => {
        const drift = driftOf(calls);
        if (drift === undefined) return;
        const { evidence } = drift;
        const at = turn % evidence.length;
        const turned = [...evidence.slice(at), ...evidence.slice(0, at)];

        expect(intentAfter(calls, { evidence: turned })?.id).toBe(intentAfter(calls)?.id);
      }),
    );
  });
});
