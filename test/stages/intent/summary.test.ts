import { expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import type { Intent } from '../../../src/model/intent.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import { intentSummary } from '../../../src/stages/intent/summary.ts';
import { actor, event, lookup, makeDrift } from './make.ts';

const ann = actor('ann', 'human');
const group = (name: string, before = 30, after = 7): Drift =>
  makeDrift(`aws_cloudwatch_log_group.${name}`, ['retention_in_days'], before, after);
const memory = makeDrift('aws_lambda_function.api', ['memory_size'], 256, 1024);
const drifts = [group('a'), group('b'), group('c'), group('d', 90, 14), memory];
const at = ([...names]: string): readonly string[] =>
  drifts
    .filter(({ address }) => names.some((name) => address.endsWith(`.${name}`)))
    .map(({ id }) => id);

function intentOf(all: readonly Drift[]): Intent {
  const apart = all.map((drift, index) => ({ ...drift, evidence: [`e${index}`] }));
  const events = apart.map((_, index) => event(`e${index}`, 1, ann));
  const [intent] = inferIntents({ drifts: apart, event: lookup(events) });
  if (intent === undefined) throw new Error('drifts are an intent');
  return intent;
}

it.each([
  ['a', 'Lowered retention of log group a from 30 to 7 days'],
  ['ab', 'Lowered retention of log groups a and b from 30 to 7 days'],
  [
    'abd',
    'Lowered retention of log groups a and b from 30 to 7 days and lowered retention of log group d from 90 to 14 days',
  ],
])('says once what part of an intent does to several resources: %s', (names, expected) => {
  expect(intentSummary(intentOf(drifts), at(names))).toBe(expected);
});

it('says what differs of each, and keeps sentences whose subject is not to be told apart', () => {
  const whole = intentOf(drifts);
  const unclear = whole.parts?.map((part) => ({ ...part, subject: { noun: 'log', name: 'x' } }));
  const parts = unclear ?? [];

  expect(intentSummary({ ...whole, parts }, at('ab'))).toBe(
    'Lowered retention of log group a from 30 to 7 days and lowered retention of log group b from 30 to 7 days',
  );
});
