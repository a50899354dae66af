import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ActionTarget,
  offerDigest,
  openAction,
  sealAction,
} from '../../../../src/adapters/notify/slack/action-value.ts';
import { reviewActions } from '../../../../src/model/review.ts';
import { sampleDecision } from '../sample.ts';

const key = 'first-key';
const target: ActionTarget = {
  action: 'accept',
  stack: 'prod',
  intent: 'i-0123456789ab',
  digest: offerDigest([sampleDecision()]),
};
const value = sealAction(key, target);
const [form = '', payload = '', code = ''] = value.split('.');

function payloadOf(content: unknown): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

describe('the value of a button', () => {
  it.each([
    ['the key that made it', [key]],
    ['that key after a newer one', ['second-key', key]],
  ])('opens with %s', (_, keys) => {
    expect(openAction(keys, value)).toEqual({ ok: true, value: target });
  });

  it.each([
    ['another key', ['second-key'], value],
    ['no key', [], value],
    ['an empty key', [''], sealAction('', target)],
    [
      'another intent',
      [key],
      `${form}.${payloadOf({ ...target, intent: 'i-ffffffffffff' })}.${code}`,
    ],
    ['another action', [key], `${form}.${payloadOf({ ...target, action: 'revert' })}.${code}`],
    ['another version', [key], `p2.${payload}.${code}`],
    ['something behind it', [key], `${value}.x`],
    ['no code', [key], `${form}.${payload}.`],
    ['nothing', [key], ''],
    ['too much', [key], `${form}.${payload}.${code.repeat(100)}`],
  ])('does not open with %s', (_, keys, tried) => {
    expect(openAction(keys, tried)).toMatchObject({
      ok: false,
      error: { code: 'slack-forged-action' },
    });
  });

  it('does not open if the key signed something else', () => {
    const odd = sealAction(key, { ...target, intent: '<!channel>' });

    expect(openAction([key], odd).ok).toBe(false);
  });

  it('gives back what was sealed, and nothing after any change', () => {
    const targets = fc.record({
      action: fc.constantFrom(...reviewActions),
      stack: fc.stringMatching(/^[a-z](?:[a-z0-9._/-]{0,98}[a-z0-9])?$/),
      intent: fc.stringMatching(/^i-[0-9a-f]{12}$/),
      digest: fc.stringMatching(/^[0-9a-f]{32}$/),
    });
    fc.assert(
      fc.property(targets, fc.nat(), fc.constantFrom('A', 'b', '.', '_', ''), (of, at, other) => {
        const sealed = sealAction(key, of);
        expect(sealed.length).toBeLessThanOrEqual(2000);
        expect(openAction([key], sealed)).toEqual({ ok: true, value: of });
        const index = at % sealed.length;
        const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
        if (changed !== sealed) expect(openAction([key], changed).ok).toBe(false);
      }),
    );
  });
});

describe('the digest of what was shown', () => {
  const other = sampleDecision('accept', { drift: 'd-ffffffffffff' });

  it('does not depend on the order', () => {
    expect(offerDigest([sampleDecision(), other])).toBe(offerDigest([other, sampleDecision()]));
  });

  it.each([
    ['another drift', [sampleDecision('escalate', { drift: 'd-ffffffffffff' })]],
    ['another outcome', [sampleDecision('accept')]],
    ['one more', [sampleDecision(), other]],
    [
      'a value to write',
      [
        sampleDecision('escalate', {
          verdict: { ...sampleDecision().verdict, value: 4 },
        }),
      ],
    ],
    [
      'bounds',
      [
        sampleDecision('escalate', {
          verdict: { ...sampleDecision().verdict, bounds: { max: 4 } },
        }),
      ],
    ],
  ])('differs with %s', (_, decisions) => {
    expect(offerDigest(decisions)).not.toBe(target.digest);
  });
});
