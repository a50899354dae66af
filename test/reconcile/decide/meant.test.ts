import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Intent } from '../../../src/model/intent.ts';
import { resolveIntent } from '../../../src/reconcile/decide/meant.ts';
import { findRequestedDrifts } from '../../../src/reconcile/decide/only.ts';

function intentOf(id: string, drifts: readonly string[], more: Partial<Intent> = {}): Intent {
  return {
    id,
    actor: {
      class: 'human',
      name: 'ada',
      principal: 'ada',
      signature: 's',
      evidence: 'trusted',
    },
    summary: `Summary of ${id}`,
    purpose: 'change',
    confidence: 1,
    rule: 'r',
    drifts,
    wants: [],
    window: { from: '2026-03-14T03:00:00Z', to: '2026-03-14T03:00:00Z' },
    ...more,
  };
}

const places: Readonly<Record<string, string>> = {
  'd-a': 'module.web.aws_x.a',
  'd-b': 'module.web.aws_x.b["k"]',
  'd-c': 'aws_x.c',
  'd-n': 'aws_x.n',
};
const parts = [
  {
    drifts: ['d-a', 'd-c'],
    summary: '',
    purpose: 'change',
    confidence: 1,
    rule: 'r',
    together: true,
  },
] as const;
const intents = [
  intentOf('i-one', ['d-a', 'd-c'], { parts }),
  intentOf('i-two', ['d-b']),
  intentOf('i-none', ['d-n']),
];
const decisions = intents.flatMap(({ id, drifts }) =>
  drifts.map(
    (drift): Decision => ({
      intent: id,
      drift,
      address: places[drift] ?? '',
      path: ['size'],
      verdict: { outcome: id === 'i-none' ? 'noop' : 'accept', rule: 'r', because: '' },
      explanation: [],
    }),
  ),
);
const drifts = Object.entries(places).map(
  ([id, address]): Drift => ({
    id,
    address,
    type: 'aws_x',
    path: ['size'],
    declared: { kind: 'absent' },
    declaredFrom: 'code',
    live: { kind: 'absent' },
    evidence: [],
    basis: 'inferred',
  }),
);

describe('the intent that is meant', () => {
  it.each([
    ['its id', 'i-two', 'i-two'],
    ['a drift', 'd-c', 'i-one'],
    ['an address', 'aws_x.c', 'i-one'],
    ['a resource for its instance', 'module.web.aws_x.b', 'i-two'],
    ['the id of one with nothing to decide', 'i-none', 'i-none'],
  ])('by %s', (_, id, intent) => {
    expect(resolveIntent({ intents, decisions }, id)).toMatchObject({
      ok: true,
      value: { id: intent },
    });
  });

  it.each([
    ['several', 'module.web', 'intent-ambiguous', ['i-one', 'i-two']],
    ['one with nothing to decide', 'aws_x.n', 'intent-unknown', ['i-one', 'i-two']],
    ['a part of a name', 'aws_', 'intent-unknown', ['i-one']],
    ['what would move the cursor', '\u001b[2J', 'intent-unknown', ['\\u{1b}']],
  ])('is none for %s', (_, id, code, said) => {
    const meant = resolveIntent({ intents, decisions }, id);
    if (meant.ok) throw new Error('meant');
    const text = `${meant.error.message} ${meant.error.hint}`;

    expect(meant.error.code).toBe(code);
    for (const word of said) expect(text).toContain(word);
    expect(text).not.toContain('\u001b');
  });
});

describe('what is asked for alone', () => {
  it.each([
    ['an intent', ['i-one'], { 'i-one': ['d-a', 'd-c'] }],
    ['a drift, with what stands or falls with it', ['d-a'], { 'i-one': ['d-a', 'd-c'] }],
    ['an address of several', ['module.web'], { 'i-one': ['d-a', 'd-c'], 'i-two': ['d-b'] }],
    ['several names', ['i-two', 'aws_x.n'], { 'i-two': ['d-b'], 'i-none': ['d-n'] }],
  ])('%s', (_, only, found) => {
    const scope = findRequestedDrifts(only, intents, drifts);
    if (!scope.ok) throw new Error(scope.error.message);

    expect(Object.fromEntries([...scope.value].map(([id, own]) => [id, [...own].sort()]))).toEqual(
      found,
    );
  });

  it('is a problem if nothing has that name', () => {
    expect(findRequestedDrifts(['i-one', 'nix'], intents, drifts)).toMatchObject({
      ok: false,
      error: { code: 'only-unknown', hint: 'Its intents are i-one, i-two, i-none.' },
    });
  });
});
