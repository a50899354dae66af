import { expect, it } from 'vitest';
import type { Intent } from '../../../src/model/intent.ts';
import type { KeptAnswer } from '../../../src/ports/store/kept-answer.ts';
import { pickedPlaces } from '../../../src/reconcile/decide/answers.ts';
import { driftDigest } from '../../../src/reconcile/report/digest.ts';
import { runDemo } from '../../app/plan/demo-plans.ts';

const intent = { id: 'i-1', drifts: ['d-1'] } as unknown as Intent;
const place = { drift: 'd-1', kind: 'local', file: 'main.tf', line: 3, description: 'local.size' };

const answer = (minute: number, more: Partial<KeptAnswer>): KeptAnswer => ({
  ...{ id: `a-${minute}`, intent: 'i-1', digest: driftDigest(['d-1']), action: 'accept' },
  ...{ by: 'web:ops', at: `2026-03-14T08:0${minute}:00.000Z`, ...more },
});

it.each([
  ['counts', [answer(1, { place })], [place]],
  ['goes with a later answer', [answer(1, { place }), answer(2, {})], []],
  ['goes when it is taken back', [answer(1, { place }), answer(2, { action: 'reopen' })], []],
  ['is of drifts as they were', [answer(1, { place, digest: 'other' })], []],
  ['is of an accepted change alone', [answer(1, { place, action: 'revert' })], []],
] as const)('a place that somebody picked %s', (_, answers, expected) => {
  expect(pickedPlaces(answers, [intent], [])).toEqual(expected);
});

it('a place that somebody picked is the one that is edited, and other patches stay', async () => {
  const { report } = await runDemo({ alternatives: 3 });
  const patch = report.patches.find(({ candidates }) =>
    candidates.some(({ chosen, kind }) => !chosen && kind === 'instance override'),
  );
  const other = patch?.candidates.find(({ kind }) => kind === 'instance override');
  if (patch === undefined || other === undefined) throw new Error('The demo has no such place.');
  const { drift, path, kind, file, line, description } = other;
  const picked = { ...(drift && { drift }), ...(path && { path }), kind, file, line, description };
  const own = report.intents.find(({ id }) => id === patch.intent);
  const digest = driftDigest(own?.drifts ?? []);
  const given = { ...answer(1, { place: picked, digest }), intent: patch.intent };
  const again = await runDemo({ alternatives: 3, answers: [given] });

  const siteOf = (id: string) => again.report.patches.find(({ intent }) => intent === id)?.site;
  expect(siteOf(patch.intent)).toContain(`${file}:${line}`);
  expect(siteOf(patch.intent)).not.toBe(patch.site);
  for (const one of report.patches.filter(({ intent }) => intent !== patch.intent)) {
    expect(siteOf(one.intent)).toBe(one.site);
  }
});
