import { expect, it } from 'vitest';
import { findingsDigest } from '../../../src/app/reconcile/findings.ts';
import { at, openDriftOf, type RunShape, serviceRun } from '../../adapters/store/service-runs.ts';

const digest = (shape: RunShape, more: object = {}) => {
  const { record, planned } = serviceRun(shape);
  return findingsDigest({ ...record.report, ...more }, planned);
};
const first = { startedAt: at(14), time: at(13), intents: ['one'] };
const unseen = [{ name: 'two', of: 'two' }];

it.each<readonly [string, boolean, string, string]>([
  ['the same at another time', false, digest(first), digest({ ...first, startedAt: at(20) })],
  [
    'an intent that was decided the same again',
    false,
    digest(first, { openDrifts: [openDriftOf('one', at(1))] }),
    digest(first, {
      openDrifts: [
        { ...openDriftOf('one', at(1)), lastConfirmed: { at: at(20), how: 'read-back' } },
      ],
    }),
  ],
  [
    'the word of what was closed, once it was said',
    false,
    digest({ ...first, closed: ['two'] }),
    digest(first),
  ],
  ['a drift that is closed', true, digest({ ...first, intents: ['one', 'two'] }), digest(first)],
  [
    'a drift that is closed, and that was not seen before',
    true,
    digest({ ...first, unseen }),
    digest({ ...first, closed: ['two'] }),
  ],
  ['a drift that is seen no more', true, digest({ ...first, unseen }), digest(first)],
])('%s is news: %s', (_, isNews, before, now) => {
  expect(before !== now).toBe(isNews);
});
