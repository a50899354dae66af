import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import type { GivenAnswer } from '../../../src/stages/arbitration/answer/types.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import { inputFromRecord } from '../../../src/stages/arbitration/replay/record.ts';
import type { Lapse } from '../../../src/stages/arbitration/rules/types.ts';
import { dayAfter, endOfDay, lastDay } from '../../../src/stages/arbitration/time/term.ts';
import type { Owner, TimeWindow } from '../../../src/stages/arbitration/types.ts';
import { makeDrift } from '../intent/make.ts';
import { decideOnRecord } from './on-record.ts';
import { match, policyWith } from './rules.ts';
import { by, inputOf, type Scene } from './scene.ts';

// The change in every scene was made at 2026-03-14T00:01:00Z.
const scaler = by('controller', 'Cluster Autoscaler');
const size = makeDrift('aws_autoscaling_group.web', ['desired_capacity'], 2, 5);
const memory = makeDrift('aws_lambda_function.api', ['memory_size'], 256, 512);
const scaled: Scene = { drifts: [size], by: scaler, code: { min_size: 1, max_size: 6 } };

function at(now: string, scene: Scene): Decision {
  const context = { ...scene.context, now };
  const [decision] = decide(inputOf({ ...scene, context }));
  if (decision === undefined) throw new Error('Nothing was decided.');
  return decision;
}

function short({ verdict: { outcome, rule, expires } }: Decision): string {
  return [outcome, rule, ...(expires === undefined ? [] : [expires])].join(' ');
}

describe('days', () => {
  it.each([
    ['2026-06-12T00:00:00Z', '2026-06-12T00:00:00Z', '2026-06-11'],
    ['2026-06-12T00:00:01Z', '2026-06-13T00:00:00Z', '2026-06-12'],
    ['2026-06-12T23:59:59.999Z', '2026-06-13T00:00:00Z', '2026-06-12'],
    ['2028-02-28T12:00:00Z', '2028-02-29T00:00:00Z', '2028-02-28'],
  ])('%s lies on a day that ends at %s', (moment, ends, day) => {
    expect(endOfDay(moment)).toBe(ends);
    expect(lastDay(ends)).toBe(day);
    expect(dayAfter(day)).toBe(ends);
  });
});

describe('the term of a delegation', () => {
  const grantedAt = (moment: string) => (): string => moment;
  const owned = (expires?: string): Owner => ({
    principal: scaler.principal,
    name: scaler.name,
    ...(expires === undefined ? {} : { expires }),
  });

  it.each<[string, string, Scene['input'], string | undefined, string | undefined]>([
    [
      'counts from the run that grants it, however old the event is',
      '2026-09-01T10:00:00Z',
      {},
      '2026-12-01T00:00:00Z',
      '2026-09-01T10:00:00Z',
    ],
    [
      'is that of the first grant, when it is decided again',
      '2026-04-20T10:00:00Z',
      { grantedAt: grantedAt('2026-04-01T09:00:00Z') },
      '2026-07-01T00:00:00Z',
      '2026-04-01T09:00:00Z',
    ],
    [
      'stays so on its last day',
      '2026-06-30T23:59:59Z',
      { grantedAt: grantedAt('2026-04-01T09:00:00Z') },
      '2026-07-01T00:00:00Z',
      '2026-04-01T09:00:00Z',
    ],
    [
      'begins anew where nobody took it up until it was over',
      '2026-07-01T00:00:00Z',
      { grantedAt: grantedAt('2026-04-01T09:00:00Z') },
      '2026-09-29T00:00:00Z',
      '2026-07-01T00:00:00Z',
    ],
    [
      'does not count from what lies ahead',
      '2026-04-20T10:00:00Z',
      { grantedAt: grantedAt('2026-05-01T09:00:00Z') },
      '2026-07-20T00:00:00Z',
      '2026-04-20T10:00:00Z',
    ],
    [
      'is that of the note, where the code has one for this owner',
      '2026-04-20T10:00:00Z',
      { ownerOf: () => owned('2026-05-02T00:00:00Z') },
      '2026-05-02T00:00:00Z',
      undefined,
    ],
    [
      'has no end where the note has none',
      '2026-04-20T10:00:00Z',
      { ownerOf: () => owned() },
      undefined,
      undefined,
    ],
    [
      'is not that of a note which is over',
      '2026-05-02T00:00:00Z',
      { ownerOf: () => owned('2026-05-02T00:00:00Z') },
      '2026-07-31T00:00:00Z',
      '2026-05-02T00:00:00Z',
    ],
    [
      'is not that of the note of another',
      '2026-04-20T10:00:00Z',
      { ownerOf: () => ({ ...owned('2026-05-02T00:00:00Z'), principal: 'other' }) },
      '2026-07-20T00:00:00Z',
      '2026-04-20T10:00:00Z',
    ],
  ])('%s', (_name, now, input, expires, granted) => {
    const give = match('give', { outcome: 'delegate', obligations: { expires: 'term' } });
    const policy = policyWith([give]);

    const { verdict } = at(now, { ...scaled, input: { policy, ...input } });

    expect(verdict.outcome).toBe('delegate');
    expect(verdict.expires).toBe(expires);
    expect(verdict.granted).toBe(granted);
  });

  it('is looked up by field and owner', () => {
    const asked: unknown[] = [];
    const grantedAt = (...question: unknown[]): undefined => void asked.push(question);

    at('2026-04-20T10:00:00Z', { ...scaled, input: { grantedAt } });

    expect(asked).toContainEqual([size.address, size.path, scaler.principal]);
  });

  it('replays from the record', () => {
    const input = inputOf({ ...scaled, input: { grantedAt: grantedAt('2026-03-02T00:00:00Z') } });
    const { decisions, record } = decideOnRecord(input);
    const kept = JSON.parse(JSON.stringify(record));

    expect(decide(inputFromRecord(kept, input.policy))).toEqual(decisions);
    expect(decisions[0]?.verdict).toMatchObject({ granted: '2026-03-02T00:00:00Z' });
  });

  it.each<[Lapse, string, string]>([
    [{ hours: 8 }, '2026-04-20T20:00:00Z', 'delegate a 2026-04-22T00:00:00Z'],
    [{ at: '2026-04-20T08:00:00Z' }, '2026-04-20T20:00:00Z', 'delegate a 2026-04-21T00:00:00Z'],
    [{ at: '2026-04-20T08:00:00Z' }, '2026-04-21T00:00:00Z', 'escalate no-rule'],
  ])('of %j at %s is %s', (expires, now, expected) => {
    const policy = policyWith([match('a', { outcome: 'delegate', obligations: { expires } })]);

    expect(short(at(now, { ...scaled, input: { policy } }))).toBe(expected);
  });
});

describe('a deferred decision', () => {
  const incident: TimeWindow = {
    id: 'INC-1',
    from: '2026-03-13T23:00:00Z',
    to: '2026-03-14T06:00:00Z',
  };
  const freeze: TimeWindow = {
    id: 'easter',
    from: '2026-03-30T00:00:00Z',
    to: '2026-04-07T00:00:00Z',
  };
  const ann: Scene = { drifts: [memory], by: by('human', 'ann') };
  const hotfix: Scene = { ...ann, context: { incidents: [incident] } };
  const weakening: Scene = { ...hotfix, intent: { purpose: 'weakening', parts: [] } };
  const frozen: Scene = { ...ann, context: { freezes: [freeze] } };

  it.each<[string, Scene, string, string]>([
    [
      'a hotfix, held',
      hotfix,
      '2026-03-15T05:59:59Z',
      'defer incident-hotfix 2026-03-15T06:00:00Z',
    ],
    ['a hotfix, when the hold ends', hotfix, '2026-03-15T06:00:00Z', 'accept person'],
    ['a hotfix, a year later', hotfix, '2027-03-15T06:00:00Z', 'accept person'],
    [
      'a weakening, held',
      weakening,
      '2026-03-15T05:59:59Z',
      'defer incident-hotfix 2026-03-15T06:00:00Z',
    ],
    ['a weakening, when the hold ends', weakening, '2026-03-15T06:00:00Z', 'expired incident-over'],
    ['before a freeze', frozen, '2026-03-29T23:59:59Z', 'accept person'],
    ['in a freeze', frozen, '2026-03-30T00:00:00Z', 'defer change-freeze 2026-04-07T00:00:00Z'],
    ['at the end of a freeze', frozen, '2026-04-07T00:00:00Z', 'accept person'],
    [
      'in a freeze without an end',
      { ...ann, context: { freezes: [{ id: 'f', from: '2026-03-30T00:00:00Z' }] } },
      '2026-04-12T00:00:00Z',
      'defer change-freeze 2026-04-13T00:01:00Z',
    ],
    [
      'in a freeze without an end, thirty days after the change',
      { ...ann, context: { freezes: [{ id: 'f', from: '2026-03-30T00:00:00Z' }] } },
      '2026-04-13T00:01:00Z',
      'escalate deferral-over',
    ],
    [
      'in a freeze that began long after the change',
      { ...ann, context: { freezes: [{ id: 'f', from: '2026-08-01T00:00:00Z' }] } },
      '2026-08-02T00:00:00Z',
      'escalate deferral-over',
    ],
    [
      'after that freeze',
      {
        ...ann,
        context: {
          freezes: [{ id: 'f', from: '2026-08-01T00:00:00Z', to: '2026-08-03T00:00:00Z' }],
        },
      },
      '2026-08-03T00:00:00Z',
      'accept person',
    ],
  ])('is made in time: %s', (_name, scene, now, expected) => {
    expect(short(at(now, scene))).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['by a rule, while its hours run', '2026-03-14T08:00:59Z', 'defer wait 2026-03-14T08:01:00Z'],
    ['then by the next one', '2026-03-14T08:01:00Z', 'reject then'],
    ['for good', '2028-03-14T08:01:00Z', 'reject then'],
  ])('is made %s', (_name, now, expected) => {
    const wait = match('wait', { outcome: 'defer', obligations: { expires: { hours: 8 } } });
    const then = match('then', { outcome: 'reject', priority: 1 });
    const { maxDeferDays: _, ...policy } = policyWith([wait, then]);

    expect(short(at(now, { ...ann, input: { policy } }))).toBe(expected);
  });

  it('says which rule has waited long enough', () => {
    const wait = match('wait', { outcome: 'defer', obligations: { expires: { hours: 8 } } });
    const policy = policyWith([wait, match('then', { priority: 1 })]);

    expect(at('2026-03-14T09:00:00Z', { ...ann, input: { policy } }).explanation).toContain(
      'Rule wait (defer) also matched, but had expired at 2026-03-14T08:01:00Z.',
    );
    expect(at('2026-03-14T07:00:00Z', { ...ann, input: { policy } }).explanation).toContain(
      "It would be accepted after 2026-03-14T08:01:00Z, when the rule's wait ends (rule then).",
    );
  });

  it('is a question where the fallback waited', () => {
    const policy = policyWith([]);
    const fallback = match('later', { outcome: 'defer', obligations: { expires: { hours: 8 } } });
    const scene = { ...ann, input: { policy: { ...policy, fallback } } };

    expect(short(at('2026-03-14T08:00:00Z', scene))).toBe('defer later 2026-03-14T08:01:00Z');
    expect(short(at('2026-03-14T08:01:00Z', scene))).toBe('escalate deferral-over');
  });
});

describe('the answer of a person', () => {
  const ann: Scene = { drifts: [memory], by: by('human', 'ann') };

  function answered(now: string, scene: Scene, answer: Partial<GivenAnswer>): string {
    const [intent] = inputOf(scene).intents;
    const given: GivenAnswer = {
      intent: intent?.id ?? '',
      by: 'github:ben',
      at: '2026-06-01T12:00:00Z',
      action: 'hold',
      ...answer,
    };
    return short(at(now, { ...scene, input: { ...scene.input, answers: [given] } }));
  }

  const until = '2026-06-20T12:00:00Z';
  it.each<[string, Scene, Partial<GivenAnswer>, string, string]>([
    // The change is eighty days old when it is answered; its patience counts from the answer.
    ['holds', ann, { until }, '2026-06-20T11:59:59Z', `defer answer ${until}`],
    ['lapses, and the policy decides', ann, { until }, until, 'accept person'],
    [
      'delegates from when it was given',
      ann,
      { action: 'delegate' },
      '2026-06-02T00:00:00Z',
      'delegate answer 2026-08-31T00:00:00Z',
    ],
    [
      'still does on the last day',
      ann,
      { action: 'delegate' },
      '2026-08-30T23:59:59Z',
      'delegate answer 2026-08-31T00:00:00Z',
    ],
    ['ends with its term', ann, { action: 'delegate' }, '2026-08-31T00:00:00Z', 'accept person'],
  ])('%s', (_name, scene, answer, now, expected) => {
    expect(answered(now, scene, answer)).toBe(expected);
  });

  it('extends what the code delegated', () => {
    const owner = {
      principal: scaler.principal,
      name: scaler.name,
      expires: '2026-06-05T00:00:00Z',
    };
    const scene = { ...scaled, input: { ownerOf: () => owner } };

    expect(answered('2026-06-02T00:00:00Z', scene, { action: 'delegate' })).toBe(
      'delegate answer 2026-08-31T00:00:00Z',
    );
  });
});
