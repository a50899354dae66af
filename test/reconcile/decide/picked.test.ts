import { expect, it } from 'vitest';
import type { Intent } from '../../../src/model/intent.ts';
import type { KeptAnswer } from '../../../src/ports/store/kept-answer.ts';
import { pickedPlaces } from '../../../src/reconcile/decide/answers.ts';
import { driftDigest } from '../../../src/reconcile/report/digest.ts';

const intent = { id: 'i-1', drifts: ['d-1'] } as unknown as Intent;
const place = { drift: 'd-1', kind: 'local', file: 'main.tf', line: 3, description: 'local.size' };
const now = '2026-03-14T09:00:00.000Z';

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
  expect(pickedPlaces(answers, [intent], now)).toEqual(expected);
});
