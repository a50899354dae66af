import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf, forges, type RunningForge } from '../servers/forges.ts';

const intents = ['intent-a', 'intent-b'] as const;
const digests = ['drift-1', 'drift-2'] as const;

type Step =
  | { readonly kind: 'open' | 'update'; readonly intent: string; readonly digest: string }
  | { readonly kind: 'close' | 'decline' | 'merge' | 'rebuild'; readonly intent: string }
  | { readonly kind: 'together'; readonly intent: string; readonly digest: string }
  /** The answer to the next changing request is lost. */
  | { readonly kind: 'lose'; readonly method: string };

const intent = fc.constantFrom(...intents);
const digest = fc.constantFrom(...digests);

const byParley = fc.oneof(
  fc.record({ kind: fc.constantFrom('open', 'update', 'together'), intent, digest }),
  fc.record({ kind: fc.constant('close'), intent }),
  fc.record({
    kind: fc.constant('lose'),
    method: fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE'),
  }),
) as fc.Arbitrary<Step>;

/** Steps of Parley and of a person on one intent, so that they interact. */
const byBoth = fc.record({
  kind: fc.constantFrom('open', 'update', 'close', 'decline', 'decline', 'merge', 'rebuild'),
  intent: fc.constant(intents[0]),
  digest,
}) as fc.Arbitrary<Step>;

function draft(id: string, drifts = 'drift-1') {
  return draftOf({ intent: id, digest: drifts, branch: `parley/${id}`, body: `About ${drifts}.` });
}

/** Digests of proposals that a person has closed, by intent. */
type Declined = Map<string, Set<string>>;

async function take(forge: RunningForge, step: Step, declined: Declined): Promise<void> {
  const { proposals, state } = forge;
  if (step.kind === 'lose') {
    forge.instead.push({ method: step.method, late: true, answer: { status: 502, body: '' } });
    return;
  }
  const branch = `parley/${step.intent}`;
  const open = state.pulls.find((pull) => pull.branch === branch && pull.state === 'open');
  switch (step.kind) {
    case 'open':
      await proposals.open(draft(step.intent, step.digest));
      return;
    case 'update':
      await proposals.update(draft(step.intent, step.digest));
      return;
    case 'together': {
      const one = draft(step.intent, step.digest);
      await Promise.all([proposals.open(one), proposals.open(one), proposals.update(one)]);
      return;
    }
    case 'close':
      await proposals.close({ kind: 'intent', intent: step.intent, branch }, 'Gone.');
      return;
    case 'rebuild':
      state.rebuild(branch);
      return;
    case 'decline':
    case 'merge':
      if (open === undefined) return;
      open.state = step.kind === 'merge' ? 'merged' : 'closed';
      if (step.kind === 'decline') {
        const known = declined.get(step.intent) ?? new Set();
        declined.set(step.intent, known.add(digestIn(open.body)));
      }
  }
}

function digestIn(body: string): string {
  return /drift=(\S+)/.exec(body)?.[1] ?? '';
}

async function settle(start: () => Promise<RunningForge>, steps: readonly Step[]) {
  const forge = await start();
  try {
    const declined: Declined = new Map();
    for (const step of steps) {
      await take(forge, step, declined);
      for (const id of intents) {
        const open = forge.state.pulls.filter(
          (pull) => pull.branch === `parley/${id}` && pull.state === 'open',
        );
        expect(open.length).toBeLessThanOrEqual(1);
      }
    }
    return { forge, declined };
  } finally {
    await forge.stop();
  }
}

describe.each(forges)('steps in any order on %s', (_, start) => {
  it('leave at most one proposal per intent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(byParley, { maxLength: 12 }), async (steps) => {
        const { forge } = await settle(start, steps);

        for (const id of intents) {
          const all = forge.state.pulls.filter((pull) => pull.branch === `parley/${id}`);
          expect(all.length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('never open what a person has declined', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(byBoth, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { forge, declined } = await settle(start, steps);

        for (const id of intents) {
          const open = forge.state.pulls.find(
            (pull) => pull.branch === `parley/${id}` && pull.state === 'open',
          );
          const isDeclined = declined.get(id)?.has(digestIn(open?.body ?? '')) ?? false;
          expect(isDeclined).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });
});
