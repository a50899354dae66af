import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facets } from '../../../src/app/notify/notification.ts';
import { threadMessage } from '../../../src/app/notify/thread-lines.ts';
import { hostileText } from '../../adapters/notify/arbitraries.ts';
import { outsideControls, tooLong } from '../../adapters/notify/slack/checks.ts';
import { proposalOf } from './world.ts';

const facets: fc.Arbitrary<Facets> = fc.record({
  phase: fc.constantFrom('open', 'held', 'answered', 'gone'),
  outcomes: hostileText,
  proposal: hostileText,
  answer: hostileText,
});

const key = { tenant: 'acme', stack: 'prod' };

describe('a line in a thread', () => {
  it('has no active Slack markup and fits its limits, whatever it is about', () => {
    fc.assert(
      fc.property(facets, facets, hostileText, fc.boolean(), (before, now, text, isHeld) => {
        const proposal = proposalOf(
          { key },
          { location: `https://x.example/${text}`, title: text },
        );
        const answer = {
          intent: 'i-0123456789ab',
          action: isHeld ? 'hold' : 'wrong',
          by: text,
          at: text,
          until: text,
          note: text,
        } as const;
        const said = threadMessage(before, now, proposal, answer);

        if (said === undefined) return;
        expect(outsideControls(said)).toEqual([]);
        expect(tooLong(said)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('is left out if nothing that matters has changed', () => {
    fc.assert(
      fc.property(facets, (same) => {
        expect(threadMessage(same, { ...same }, undefined, undefined)).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});
