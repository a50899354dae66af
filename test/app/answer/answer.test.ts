import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AnswerDeps,
  type AnswerRequest,
  answerIntent,
} from '../../../src/app/answer/answer.ts';
import { createAnswerPermit } from '../../../src/app/answer/permit.ts';
import { findAnswerTarget } from '../../../src/app/answer/target.ts';
import { targetInRun } from '../../../src/app/answer/target-in-run.ts';
import { SlackPermissions } from '../../../src/config/service/slack-permissions.ts';
import type { Report } from '../../../src/model/report.ts';
import { fail, ok } from '../../../src/model/result.ts';
import type { Answer } from '../../../src/ports/store/answer.ts';
import { driftDigest } from '../../../src/reconcile/report/digest.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { openDriftOf, questionOf } from '../../adapters/store/service-runs.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import { plansOf, runDemo, stackRunOf } from '../plan/demo-plans.ts';

let result: RunResult;
let opened: TestServiceStore;
let stacks = 0;

beforeAll(async () => {
  result = await runDemo();
  opened = await openTestServiceStore();
});
afterAll(() => opened.stop());

const now = '2026-03-15T10:00:00.000Z';

/** A fresh stack with one run of the demo, and a function that answers its intents. */
async function scene(more: Partial<AnswerDeps> = {}, open: Partial<Report> = {}) {
  stacks += 1;
  const key = { tenant: 'default', stack: `stack-${stacks}` };
  const { store } = opened;
  const planned = plansOf(result);
  const { record } = stackRunOf(result);
  await store.runs.keep(
    key,
    {
      record: { ...record, report: { ...record.report, ...open } },
      ...{ revision: 'c'.repeat(40), findings: 'f', planned },
    },
    () => [],
  );
  const found = (word: string) =>
    result.report.intents.find(({ summary }) => summary.includes(word));
  return {
    key,
    planned,
    intent: found('8443'),
    ask: (ask: Partial<AnswerRequest> & Pick<AnswerRequest, 'action'>) =>
      answerIntent({ store, now: () => now, ...more }, key, {
        intent: found('8443')?.id ?? '',
        by: 'github:ben',
        ...ask,
      }),
    answers: () => store.answers.list(key),
    jobs: async () =>
      (await store.outbox.pending(1000)).filter(
        ({ job }) => 'stack' in job && job.stack === key.stack,
      ),
    reviews: async () => (await store.project(key).feedback()).map(({ body }) => body['review']),
  };
}

describe('the target of an answer', () => {
  it('is the same as in the latest report, and is found without reading that', async () => {
    const { key } = await scene();
    const { runs, shown } = opened.store;
    const { id = '' } = (await runs.latestHead(key)) ?? {};
    const unread = { ...runs, latest: () => Promise.reject(new Error('the report was read')) };
    expect(result.report.intents.length).toBeGreaterThan(3);
    for (const { id: intent } of result.report.intents) {
      const target = findAnswerTarget(result.report, intent);
      expect(await targetInRun({ runs: unread, shown }, key, intent)).toEqual({ run: id, target });
    }
  });

  it('is taken from the report for open questions, and if the pages are of an older run', async () => {
    const question = questionOf('one', now);
    const { key, intent } = await scene({}, { openQuestions: [question] });
    const { runs, shown } = opened.store;
    const newer = { ...runs, latestHead: async () => ({ id: 'r-newer' }) };
    const target = findAnswerTarget(result.report, intent?.id ?? '');
    expect((await targetInRun({ runs: newer, shown }, key, intent?.id ?? ''))?.target).toEqual(
      target,
    );
    const asked = await targetInRun({ runs, shown }, key, question.id);
    expect(asked?.target).toMatchObject({ id: question.id, decisions: [] });
    expect((await targetInRun({ runs, shown }, key, 'i-none'))?.target).toBeUndefined();
    expect(await targetInRun({ runs, shown }, { ...key, stack: 'none' }, 'i-none')).toBeUndefined();
  });
});

describe('answers to an intent', () => {
  it('are signed before they are recorded, and are not recorded if signing fails', async () => {
    const signed: Answer[] = [];
    const { ask, answers } = await scene({
      sign: async (_, answer) => {
        expect(await answers()).toEqual([]);
        signed.push(answer);
        return ok(undefined);
      },
    });
    await ask({ action: 'wrong' });
    expect(await answers()).toEqual(signed);

    const problem = { code: 'signer-away', message: 'Nobody signs.' };
    const refused = await scene({ sign: async () => fail(problem) });
    expect(await refused.ask({ action: 'wrong' })).toEqual({ ok: false, error: problem });
    expect(await refused.answers()).toEqual([]);
    expect(await refused.jobs()).toEqual([]);
  });

  it.each([
    ['accept', [], 'the change is proposed'],
    ['revert', ['closed'], 'nothing runs automatically'],
    ['delegate', [], 'for the term that the policy sets'],
    ['wrong', ['wrong'], 'until somebody decides'],
  ] as const)('%s is recorded, explained and triggers a run', async (action, reviews, words) => {
    const { ask, answers, jobs, key, ...rest } = await scene();

    const answered = await ask({ action });

    expect(answered).toMatchObject({
      ok: true,
      value: { repeated: false, answer: { action, at: now } },
    });
    expect(answered.ok && answered.value.message).toContain(words);
    expect(await answers()).toHaveLength(1);
    expect(await jobs()).toMatchObject([
      { queue: 'reconcile', job: { ...key, cause: 'person', until: now } },
    ]);
    expect(await rest.reviews()).toEqual(reviews);
  });

  it('count once however often they are repeated, until somebody answers otherwise', async () => {
    const { ask, answers } = await scene();

    await ask({ action: 'revert' });
    expect(await ask({ action: 'revert' })).toMatchObject({ ok: true, value: { repeated: true } });
    await ask({ action: 'accept', by: 'api:bot', at: '2026-03-15T11:00:00.000Z' });
    expect(await ask({ action: 'revert', at: '2026-03-15T12:00:00.000Z' })).toMatchObject({
      value: { repeated: false },
    });

    expect((await answers()).map(({ action }) => action)).toEqual(['revert', 'accept', 'revert']);
  });

  it.each<[string, Partial<AnswerRequest> & Pick<AnswerRequest, 'action'>, string]>([
    ['an intent that is gone', { action: 'accept', intent: 'i-000000000000' }, 'intent-gone'],
    ['something else by now', { action: 'accept', digest: 'p-000000000000' }, 'answer-outdated'],
    ['a hold without an end', { action: 'hold' }, 'answer-until'],
    ['a hold for ever', { action: 'hold', until: '2027-01-01T00:00:00.000Z' }, 'answer-until'],
    ['a dismissal without a reason', { action: 'dismiss', note: ' ' }, 'answer-reason'],
    ['bounds the wrong way', { action: 'delegate', bounds: { min: 3, max: 2 } }, 'answer-bounds'],
  ])('are refused for %s', async (_, asked, code) => {
    const { ask, answers, jobs } = await scene();

    expect(await ask(asked)).toMatchObject({ ok: false, error: { code } });
    expect(await answers()).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  it('may quote the digest of the drifts or of the plan', async () => {
    const { ask, intent, planned } = await scene();
    const plan = planned.find((one) => one.intent === intent?.id);

    for (const digest of [driftDigest(intent?.drifts ?? []), plan?.digest ?? '']) {
      expect(await ask({ action: 'revert', digest })).toMatchObject({ ok: true });
    }
  });

  it('are refused from the author of the change, where the author is known', async () => {
    const permissions = SlackPermissions.parse({
      teams: ['T0123456'],
      people: {
        U0123456: {
          name: 'maria@example.com',
          principals: ['github:maria', 'agent:marias-bot'],
          groups: [],
        },
      },
      grants: {},
    });
    const permit = createAnswerPermit({
      slack: [{ tenant: 'default', permissions }],
      people: [],
      approversOf: async () => [],
    });
    const { ask } = await scene({ permit });

    for (const action of ['accept', 'delegate', 'dismiss'] as const) {
      expect(await ask({ action, by: 'github:Maria', note: 'fine' })).toMatchObject({
        error: { code: 'own-change' },
      });
      expect(await ask({ action, by: 'github:ben', note: 'fine' })).toMatchObject({ ok: true });
    }
    expect(await ask({ action: 'revert', by: 'github:maria' })).toMatchObject({ ok: true });
    expect(await ask({ action: 'accept', by: 'git:Maria@example.com' })).toMatchObject({
      error: { code: 'own-change' },
    });
    for (const by of ['agent:git:maria@example.com', 'agent:marias-bot']) {
      expect(await ask({ action: 'accept', by: `${by} (client git:ben)` })).toMatchObject({
        error: { code: 'own-change' },
      });
    }
    expect(await ask({ action: 'accept', by: 'agent:bot (client maria)' })).toMatchObject({
      ok: true,
    });
  });

  it('can dismiss with a reason, and record which change caused each drift', async () => {
    const { ask, answers, intent } = await scene();

    const note = `the vendor needs ghp_${'a1B2'.repeat(9)}`;
    const answered = await ask({ action: 'dismiss', note });

    expect(answered.ok && answered.value.message).toContain('opens it again');
    const [kept] = await answers();
    expect(kept).toMatchObject({ action: 'dismiss', note: 'the vendor needs [secret]' });
    expect(kept?.about?.length).toBeGreaterThan(0);
    for (const key of kept?.about ?? []) expect(key).toMatch(/^d-[0-9a-f]{12} \S+$/);
    expect(
      await ask({ action: 'hold', until: '2026-03-16T10:00:00.000Z', ...toIntent(intent) }),
    ).toMatchObject({ ok: true });
  });

  it('can only dismiss open questions and unseen drifts', async () => {
    const unseen = openDriftOf('lost', '2026-03-14T00:00:00.000Z');
    const question = questionOf('orders', '2026-03-14T00:00:00.000Z');
    const { ask, answers } = await scene({}, { openDrifts: [unseen], openQuestions: [question] });

    for (const intent of [unseen.id, question.id]) {
      expect(await ask({ action: 'accept', intent })).toMatchObject({
        error: { code: 'answer-unseen' },
      });
      expect(await ask({ action: 'dismiss', intent, note: 'seen to' })).toMatchObject({ ok: true });
    }
    expect((await answers()).map(({ intent, about }) => [intent, about]).sort()).toEqual([
      ['d-lost', ['d-lost e-lost']],
      ['q-orders', ['q-orders e-orders']],
    ]);
  });
});

function toIntent(intent: { readonly id: string } | undefined): { readonly intent?: string } {
  return intent === undefined ? {} : { intent: intent.id };
}
