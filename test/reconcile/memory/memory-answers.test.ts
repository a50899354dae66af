import { afterAll, describe, expect, it } from 'vitest';
import { findAnswerTarget } from '../../../src/app/answer/target.ts';
import type { KeptAnswer } from '../../../src/ports/store/kept-answer.ts';
import { driftDigest } from '../../../src/reconcile/report/digest.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import {
  type Act,
  code,
  createWorld,
  recordOf,
  stateText,
  timeOf,
  type World,
} from './memory-world.ts';

afterAll(removeFolders);

const raised: Act = { minute: 10, who: 'maria', what: { kind: 'timeout', value: 90 } };
const delayed: Act = { minute: 11, who: 'maria', what: { kind: 'delay', value: 5 } };
const undelayed: Act = { minute: 100, who: 'deploy', what: { kind: 'delay', value: 0 } };
const later = timeOf(110);

/** The answer to the intent that set the live value, as it is stored. */
function answerTo(
  { report }: RunResult,
  action: KeptAnswer['action'],
  minute = 40,
  more: Partial<KeptAnswer> = {},
): KeptAnswer {
  const intent = report.intents.find(({ overtaken = [] }) => overtaken.length === 0);
  const target = findAnswerTarget(report, intent?.id ?? '');
  if (target === undefined) throw new Error('The run has no intent.');
  return {
    id: `a-${minute}`,
    intent: target.id,
    digest: driftDigest(target.drifts),
    action,
    by: 'git:jonas@example.com',
    at: timeOf(minute),
    ...(action === 'hold' ? { until: timeOf(3000) } : {}),
    ...(action === 'dismiss' || action === 'reopen' ? { about: target.about } : {}),
    fields: target.fields,
    ...more,
  };
}

/** `visibility_timeout_seconds reject answer`, for each decision. */
function verdictsIn({ report }: RunResult): readonly string[] {
  return report.decisions
    .map(({ path, verdict }) => `${path[0]} ${verdict.outcome} ${verdict.rule}`)
    .sort();
}

function lapsedIn({ report }: RunResult): readonly string[] {
  return report.unresolved.flatMap(({ code, reason }) => (code === 'answer-lapsed' ? reason : []));
}

async function answered(
  acts: readonly Act[],
  action: KeptAnswer['action'],
): Promise<{ readonly world: World; readonly first: RunResult; readonly answer: KeptAnswer }> {
  const world = await createWorld();
  const first = await world.scan(acts.map(recordOf), timeOf(30));
  return { world, first, answer: answerTo(first, action) };
}

const renamed = code.replace('"orders" {', '"purchases" {');
const moved = `moved {
  from = aws_sqs_queue.orders
  to   = aws_sqs_queue.purchases
}
`;

function rename(world: World): void {
  world.code = `${renamed}\n${moved}`;
  world.state = stateText(8).replace('"name":"orders","provider"', '"name":"purchases","provider"');
}

describe('an answer', () => {
  it.each([
    ['accept', 'accept'],
    ['revert', 'reject'],
    ['hold', 'defer'],
    ['wrong', 'escalate'],
  ] as const)('to %s stands for what is left of its intent', async (action, outcome) => {
    const { world, first, answer } = await answered([raised, delayed], action);

    const left = await world.scan([recordOf(undelayed, 7)], later, { answers: [answer] });

    expect(left.report.intents[0]?.id).not.toBe(first.report.intents[0]?.id);
    expect(verdictsIn(left)).toEqual([`visibility_timeout_seconds ${outcome} answer`]);
    expect(left.report.answers).toMatchObject([{ action, intent: left.report.intents[0]?.id }]);
    expect(lapsedIn(left)).toEqual([]);
    if (action !== 'accept') expect(left.patched).toEqual([]);
  });

  it('to reject stands in an intent that grew, for what it was about', async () => {
    const { world, answer } = await answered([raised], 'revert');

    const grown = await world.scan([recordOf(delayed, 7)], later, { answers: [answer] });

    expect(grown.report.intents).toHaveLength(1);
    expect(verdictsIn(grown)).toEqual([
      'delay_seconds escalate unknown-actor',
      'visibility_timeout_seconds reject answer',
    ]);
    const held = grown.report.drifts.find(({ path }) => path[0] !== 'delay_seconds')?.id;
    expect(grown.report.answers).toMatchObject([{ action: 'revert', drifts: [held] }]);
  });

  it.each<[string, Act]>([
    ['grew', delayed],
    ['got another value', { ...delayed, what: { kind: 'timeout', value: 240 } }],
  ])('to hold covers all of an intent that %s in the same session', async (_, act) => {
    const { world, answer } = await answered([raised], 'hold');

    const now = await world.scan([recordOf(act, 7)], later, { answers: [answer] });
    const over = await world.scan([], timeOf(3001), { answers: [answer] });

    expect(now.report.intents).toHaveLength(1);
    expect(new Set(now.report.decisions.map(({ verdict }) => verdict.outcome))).toEqual(
      new Set(['defer']),
    );
    expect(over.report.decisions.some(({ verdict }) => verdict.rule === 'answer')).toBe(false);
  });

  it.each([
    ['revert', 'reject'],
    ['hold', 'defer'],
    ['dismiss', 'noop'],
  ] as const)('to %s stays when the resource is moved, twice', async (action, outcome) => {
    const { world, answer } = await answered([raised], action);
    const answers = [answer];
    await world.scan([], timeOf(60), { answers });
    rename(world);

    const once = await world.scan([], timeOf(120), { answers });
    const still = await world.scan([recordOf(raised, 0)], timeOf(130), { answers });
    world.code = world.code.replaceAll('purchases', 'sales');
    world.state = world.state
      .replace('"serial":8', '"serial":9')
      .replace('"name":"purchases"', '"name":"sales"');
    const twice = await world.scan([], timeOf(140), { answers });

    for (const run of [once, still, twice]) {
      expect(verdictsIn(run)).toEqual([`visibility_timeout_seconds ${outcome} answer`]);
    }
    expect(twice.report.decisions[0]?.address).toBe('aws_sqs_queue.sales');
  });

  it.each<[string, Act['what'] | string, RegExp]>([
    [
      'somebody sets another value',
      { kind: 'timeout', value: 240 },
      /git:jonas@example\.com \(revert, 2026-03-14T00:40:00Z\) no longer applies: .* another value/,
    ],
    ['the code says something else', '45', /another value in the cloud or in the code/],
  ])('ends when %s, and that is said', async (_, what, text) => {
    const { world, answer } = await answered([raised], 'revert');
    const act = typeof what === 'string' ? [] : [{ minute: 200, who: 'jonas', what } as const];
    if (typeof what === 'string') world.code = code.replace('= 30', `= ${what}`);
    const records = act.map((one) => recordOf(one, 7));

    const ended = await world.scan(records, timeOf(210), { answers: [answer] });
    const again = await world.scan([], timeOf(220), { answers: [answer] });
    const anew = answerTo(again, 'accept', 230);
    const settled = await world.scan([], timeOf(240), { answers: [answer, anew] });

    for (const run of [ended, again]) {
      expect(verdictsIn(run).join()).not.toContain('answer');
      expect(lapsedIn(run)).toEqual([expect.stringMatching(text)]);
    }
    expect(verdictsIn(settled)).toContain('visibility_timeout_seconds accept answer');
    expect(lapsedIn(settled)).toEqual([]);
  });

  it('is not expected to apply to the same value on another evening', async () => {
    const { world, answer } = await answered([raised], 'revert');
    const back: Act = { minute: 100, who: 'deploy', what: { kind: 'timeout', value: 30 } };
    await world.scan([recordOf(back, 5)], later, { answers: [answer] });

    const again = await world.scan([recordOf({ ...raised, minute: 900 }, 6)], timeOf(910), {
      answers: [answer],
    });

    expect(verdictsIn(again)).toEqual(['visibility_timeout_seconds escalate unknown-actor']);
  });

  it('about the live value says nothing about the value that it replaced', async () => {
    const world = await createWorld();
    const other: Act = { minute: 200, who: 'jonas', what: { kind: 'timeout', value: 240 } };
    const run = await world.scan([raised, other].map(recordOf), timeOf(210));
    const own = run.report.intents.find(({ actor }) => actor.name.startsWith('jonas'));
    const only = {
      ...run,
      report: { ...run.report, intents: run.report.intents.filter((one) => one === own) },
    };

    const now = await world.scan([], timeOf(230), { answers: [answerTo(only, 'revert', 220)] });

    expect(run.report.intents).toHaveLength(2);
    expect(now.report.answers).toMatchObject([{ intent: own?.id }]);
    const rules = now.report.decisions.map(({ intent, verdict }) => [
      intent === own?.id,
      verdict.rule,
    ]);
    expect(rules.filter(([isOwn]) => isOwn)).toEqual([[true, 'answer']]);
    expect(rules.filter(([isOwn]) => isOwn === false).flat()).not.toContain('answer');
  });

  it('is taken back from what is left of its intent', async () => {
    const { world, answer } = await answered([raised, delayed], 'revert');
    const left = await world.scan([recordOf(undelayed, 7)], later, { answers: [answer] });
    const reopened = answerTo(left, 'reopen', 120);

    const back = await world.scan([], timeOf(130), { answers: [answer, reopened] });

    expect(verdictsIn(back)).toEqual(['visibility_timeout_seconds escalate unknown-actor']);
    expect(lapsedIn(back)).toEqual([]);
  });

  it('of an earlier version applies to its intent as it was', async () => {
    const { world, answer } = await answered([raised, delayed], 'revert');
    const { fields: _, ...old } = answer;

    const same = await world.scan([], timeOf(60), { answers: [old] });
    const left = await world.scan([recordOf(undelayed, 7)], later, { answers: [old] });

    expect(verdictsIn(same)).toEqual([
      'delay_seconds reject answer',
      'visibility_timeout_seconds reject answer',
    ]);
    expect(verdictsIn(left)).toEqual(['visibility_timeout_seconds escalate unknown-actor']);
  });

  it('is the same in one run as in many', async () => {
    const { world, answer } = await answered([raised, delayed], 'revert');
    const answers = [answer];
    await world.scan([], timeOf(60), { answers });
    const pieces = await world.scan([recordOf(undelayed, 2)], later, { answers });
    const whole = await createWorld();

    const all = await whole.scan([raised, delayed, undelayed].map(recordOf), later, { answers });

    expect(all.report.decisions).toEqual(pieces.report.decisions);
    expect(all.report.answers).toEqual(pieces.report.answers);
  });

  it('lets `--only` find what it was about by the intent that was answered', async () => {
    const { world, first, answer } = await answered([raised, delayed], 'revert');
    const only = [first.report.intents[0]?.id ?? ''];
    await world.scan([recordOf(undelayed, 7)], later, { answers: [answer] });

    const { report } = await world.scan([], timeOf(120), { answers: [answer], only });

    expect(report.decisions.map(({ path }) => path[0])).toEqual(['visibility_timeout_seconds']);
  });
});
