import { afterAll, describe, expect, it } from 'vitest';
import { dismissedTarget, findAnswerTarget } from '../../../src/app/answer/target.ts';
import type { KeptAnswer } from '../../../src/ports/store/kept-answer.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { type Act, code, createWorld, recordOf, timeOf, type World } from './memory-world.ts';

afterAll(removeFolders);

const raised: Act = { minute: 10, who: 'maria', what: { kind: 'timeout', value: 90 } };
const opened: Act = { minute: 11, who: 'maria', what: { kind: 'open', port: 8443 } };
const back: Act = { minute: 100, who: 'deploy', what: { kind: 'timeout', value: 30 } };

function idsIn({ report }: RunResult): readonly string[] {
  return (report.openDrifts ?? []).map(({ address, path }) => `${address} ${path[0]}`);
}

/** The answer that is kept if somebody dismisses this at a minute. */
function dismissal({ report }: RunResult, id: string, minute: number): KeptAnswer {
  const target = findAnswerTarget(report, id);
  if (target === undefined) throw new Error(`nothing is called ${id}`);
  return {
    id: `a-${minute}`,
    intent: target.id,
    digest: 'any',
    action: 'dismiss',
    by: 'git:jonas@example.com',
    at: timeOf(minute),
    note: 'the vendor needs it',
    about: target.about,
  };
}

async function dismissed(acts: readonly Act[]): Promise<{
  readonly world: World;
  readonly answers: readonly KeptAnswer[];
}> {
  const world = await createWorld();
  const first = await world.scan(acts.map(recordOf), timeOf(30));
  const [intent] = first.report.intents;
  return { world, answers: [dismissal(first, intent?.id ?? '', 40)] };
}

describe('a drift that a person dismisses', () => {
  it('is closed with who, when and why, and stays so', async () => {
    const { world, answers } = await dismissed([raised]);

    const reported = await world.scan([], timeOf(60), { answers });
    const later = await world.scan([recordOf(raised, 0)], timeOf(90), { answers });

    expect(reported.report.closedDrifts).toMatchObject([
      {
        address: 'aws_sqs_queue.orders',
        reason: 'dismissed',
        because: expect.stringMatching(
          /^git:jonas@example\.com answered dismiss at 2026-03-14T00:40:00Z \("the vendor needs it"\)/,
        ),
      },
    ]);
    for (const run of [reported, later]) {
      expect(idsIn(run)).toEqual([]);
      expect(run.report.drifts).toHaveLength(1);
      expect(run.report.decisions).toMatchObject([
        { verdict: { outcome: 'noop', rule: 'answer' } },
      ]);
      expect(run.report.answers).toMatchObject([
        { action: 'dismiss', note: 'the vendor needs it' },
      ]);
      expect(run.patched).toEqual([]);
    }
    expect(later.report.closedDrifts).toEqual([]);
  });

  it.each<[string, Act['what']]>([
    ['another value', { kind: 'timeout', value: 60 }],
    ['the same value after it was put back', { kind: 'timeout', value: 90 }],
  ])('opens again with %s', async (_, what) => {
    const { world, answers } = await dismissed([raised]);
    await world.scan([], timeOf(60), { answers });
    await world.scan([recordOf(back, 5)], timeOf(110), { answers });

    const again = await world.scan(
      [recordOf({ minute: 120, who: 'maria', what }, 6)],
      timeOf(130),
      {
        answers,
      },
    );

    expect(idsIn(again)).toEqual(['aws_sqs_queue.orders visibility_timeout_seconds']);
    expect(again.report.openDrifts).toMatchObject([{ state: 'new' }]);
  });

  it('opens again when the code says something else', async () => {
    const { world, answers } = await dismissed([raised]);
    await world.scan([], timeOf(60), { answers });
    world.code = code.replace('= 30', '= 45');

    expect(idsIn(await world.scan([], timeOf(90), { answers }))).toHaveLength(1);
  });

  it('stays dismissed when others of its intent are closed', async () => {
    const { world, answers } = await dismissed([raised, opened]);
    await world.scan([], timeOf(60), { answers });
    world.code = code.replace(
      '  ingress {',
      `  ingress {
    from_port   = 8443
    to_port     = 8443
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8"]
  }

  ingress {`,
    );

    const later = await world.scan([], timeOf(90), { answers });

    expect(idsIn(later)).toEqual([]);
    expect(later.report.drifts).toHaveLength(1);
  });

  it('opens again when its intent is answered differently', async () => {
    const { world, answers } = await dismissed([raised]);
    const reported = await world.scan([], timeOf(60), { answers });
    const [dismiss] = answers;
    const intent = reported.report.intents[0]?.id ?? '';
    const hold = {
      ...({ id: 'a-hold', intent, digest: 'any', action: 'hold', by: 'git:ana' } as const),
      ...{ at: timeOf(70), until: timeOf(80) },
    };

    const held = await world.scan([], timeOf(75), {
      answers: [...(dismiss ? [dismiss] : []), hold],
    });
    const after = await world.scan([], timeOf(90), { answers: [...answers, hold] });

    expect([idsIn(held).length, idsIn(after).length]).toEqual([1, 1]);
  });

  it('is the same in one run as in many', async () => {
    const { world, answers } = await dismissed([raised, opened]);
    await world.scan([], timeOf(60), { answers });
    const pieces = await world.scan([], timeOf(200), { answers });
    const whole = await createWorld();

    const all = await whole.scan([raised, opened].map(recordOf), timeOf(200), { answers });

    expect(idsIn(all)).toEqual(idsIn(pieces));
    expect(all.report.decisions).toEqual(pieces.report.decisions);
  });
});

describe('what no run can look at', () => {
  it('is dismissed by its own id: a question, until the call is made again', async () => {
    const world = await createWorld();
    const strange: Act = {
      minute: 10,
      who: 'maria',
      what: { kind: 'strange', operation: 'Frobnicate' },
    };
    const first = await world.scan([recordOf(strange, 1)], timeOf(15));
    const answers = [dismissal(first, first.report.openQuestions?.[0]?.id ?? '', 40)];

    const reported = await world.scan([], timeOf(60), { answers });
    const later = await world.scan([recordOf(strange, 1)], timeOf(90), { answers });
    const again = await world.scan([recordOf({ ...strange, minute: 95 }, 2)], timeOf(100), {
      answers,
    });

    expect(reported.report.closedQuestions).toMatchObject([
      {
        reason: 'dismissed',
        because: `git:jonas@example.com dismissed it (${timeOf(40)}): the vendor needs it.`,
      },
    ]);
    expect([reported, later].map(({ report }) => report.openQuestions)).toEqual([
      undefined,
      undefined,
    ]);
    expect(later.report.unresolved).toEqual([]);
    expect(again.report.openQuestions).toMatchObject([{ calls: [{ time: timeOf(95) }] }]);
  });

  it('is open again when the dismissal is taken back, however old the call is', async () => {
    const world = await createWorld();
    const strange: Act = {
      minute: 10,
      who: 'maria',
      what: { kind: 'strange', operation: 'Frobnicate' },
    };
    const first = await world.scan([recordOf(strange, 1)], timeOf(15));
    const id = first.report.openQuestions?.[0]?.id ?? '';
    const answers = [dismissal(first, id, 40)];
    await world.scan([], timeOf(60), { answers });
    const year = 365 * 1440;
    await world.scan([], timeOf(year), { answers });
    const about = dismissedTarget(answers, id)?.about ?? [];
    const reopened: KeptAnswer = {
      ...{ id: 'a-back', intent: id, digest: 'any', action: 'reopen', by: 'git:ana' },
      ...{ at: timeOf(year + 10), about },
    };

    const back = await world.scan([], timeOf(year + 20), { answers: [...answers, reopened] });

    expect(back.report.openQuestions).toMatchObject([{ id, calls: [{ time: timeOf(10) }] }]);
  });

  it('is dismissed by its own id: a drift that nothing reports', async () => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    world.code = code.slice(code.indexOf('resource "aws_security_group"'));
    const unseen = await world.scan([], timeOf(60));
    const answers = [dismissal(unseen, unseen.report.openDrifts?.[0]?.id ?? '', 70)];

    const reported = await world.scan([], timeOf(90), { answers });

    expect(reported.report.closedDrifts).toMatchObject([{ reason: 'dismissed' }]);
    expect(idsIn(reported)).toEqual([]);
  });
});
