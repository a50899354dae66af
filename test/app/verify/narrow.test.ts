import { describe, expect, it } from 'vitest';
import { narrowing } from '../../../src/app/verify/narrow.ts';
import type { Proven } from '../../../src/app/verify/proven.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { PatchedIntent } from '../../../src/ports/patched-intent.ts';

const drift = (id: string): Drift => ({
  id,
  address: `aws_sqs_queue.${id}`,
  type: 'aws_sqs_queue',
  path: ['delay_seconds'],
  declared: { kind: 'value', value: 0 },
  live: { kind: 'value', value: 5 },
  declaredFrom: 'code',
  evidence: [],
  basis: 'confirmed',
});

/** A rule that moved: one member of a set is gone, and another is new. */
const moved = ['from', 'to'].map((id) => ({
  ...drift(id),
  address: 'aws_security_group.web',
  path: ['ingress', { element: { description: id } }],
}));
const drifts = [...['a', 'b', 'c', 'd'].map(drift), ...moved];

function patched(intent: string, ids: readonly string[], passed: boolean): PatchedIntent {
  const verification = { level: 'plan', passed, notes: [] };
  return {
    intent: { id: intent },
    patch: { drifts: ids, verification },
  } as unknown as PatchedIntent;
}

/** A patch, whether it was made well, and what Terraform says about it. */
function proven(ids: readonly string[], wrong?: readonly string[], made = true): Proven {
  const intent = `i-${ids.join('')}`;
  const findings = wrong === undefined ? [] : wrong.map((id) => `It is aws_sqs_queue.${id}.`);
  return {
    each: patched(intent, ids, made),
    patched: patched(intent, ids, wrong === undefined),
    wrong: wrong ?? [],
    findings,
  };
}

function left(proofs: readonly Proven[], stacked = true) {
  const found = narrowing(proofs, drifts, stacked);
  if (found === undefined) return undefined;
  return {
    refused: [...found.refused.keys()].sort(),
    lost: found.lost.map(({ each }) => each.intent.id),
  };
}

describe('what is left out after a failed proof', () => {
  it.each<[string, Proven[], ReturnType<typeof left>]>([
    ['nothing where all passed', [proven(['a']), proven(['b'])], undefined],
    ['the wrong part of an intent', [proven(['a', 'b'], ['b'])], { refused: ['b'], lost: [] }],
    [
      'a member that moved, where one half of the move is wrong',
      [proven(['a', 'from', 'to'], ['to'])],
      { refused: ['from', 'to'], lost: [] },
    ],
    [
      'an intent that is wrong as a whole, beside another',
      [proven(['a'], ['a']), proven(['b'])],
      { refused: ['a'], lost: ['i-a'] },
    ],
    [
      'only what is named, while the rest is asked again',
      [proven(['a'], ['a']), proven(['b'], []), proven(['c'])],
      { refused: ['a'], lost: ['i-a'] },
    ],
    [
      'what nobody names, beside what passed',
      [proven(['a'], []), proven(['b'])],
      { refused: ['a'], lost: ['i-a'] },
    ],
    [
      'nothing where nothing would be left',
      [proven(['a'], ['a']), proven(['b'], ['b'])],
      undefined,
    ],
    [
      'nothing of what was not made well in the first place',
      [proven(['a'], ['a'], false), proven(['b'])],
      undefined,
    ],
  ])('is %s', (_, proofs, expected) => {
    expect(left(proofs)).toEqual(expected);
  });

  it('is no whole intent if each has a branch of its own', () => {
    expect(left([proven(['a'], ['a']), proven(['b'])], false)).toBeUndefined();
    expect(left([proven(['a', 'c'], ['a']), proven(['b'])], false)).toEqual({
      refused: ['a'],
      lost: [],
    });
  });

  it('is reported with the findings against it', () => {
    const found = narrowing([proven(['a', 'b'], ['b'])], drifts, true);

    expect(found?.refused.get('b')).toEqual({
      code: 'part-not-proved',
      reason: 'This part of the change failed verification and is left out. It is aws_sqs_queue.b.',
      suggestion: 'Make it by hand.',
      address: 'aws_sqs_queue.b',
      intent: 'i-ab',
    });
  });
});
