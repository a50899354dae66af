import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeKnown } from '../../../src/app/propose/change-known.ts';
import { rememberProposal } from '../../../src/app/propose/remember.ts';
import type { KnownProposal } from '../../../src/ports/store/service-store.ts';
import { proposalOf } from '../../adapters/store/service-runs.ts';
import { openTestServiceStore } from '../../adapters/store/service-store.ts';

let opened: Awaited<ReturnType<typeof openTestServiceStore>>;
let known: KnownProposal;
let number = 0;

beforeAll(async () => {
  opened = await openTestServiceStore();
});
afterAll(() => opened.stop());
beforeEach(async () => {
  number += 1;
  known = proposalOf('default', 'prod', number);
  await opened.store.proposals.put(known);
});

const kept = () => opened.store.proposals.byNumber(known, known.forge, known.number);

/** A store in which another process writes between the first read and the update that follows. */
function contended(change: (proposal: KnownProposal) => KnownProposal) {
  const { proposals } = opened.store;
  let isFirst = true;
  return {
    ...opened.store,
    proposals: {
      ...proposals,
      async byNumber(...args: Parameters<typeof proposals.byNumber>) {
        const found = await proposals.byNumber(...args);
        if (isFirst && found !== undefined) await proposals.put(change(found), found);
        isFirst = false;
        return found;
      },
    },
  };
}

describe('a known proposal', () => {
  it('is updated from what another process made of it meanwhile', async () => {
    const store = contended((one) => ({ ...one, state: 'merged' }));

    await changeKnown(store, known, (one) => one && { ...one, title: 'Another title' });

    expect(await kept()).toEqual({ ...known, state: 'merged', title: 'Another title' });
  });

  it('is left alone if there is nothing to change', async () => {
    await changeKnown(opened.store, known, () => undefined);

    expect(await kept()).toEqual(known);
  });

  it.each(['merged', 'declined', 'withdrawn'] as const)(
    'stays %s if that was handled while the branch was pushed',
    async (state) => {
      const store = contended((one) => ({ ...one, state }));
      const { intent, digest, branch, title, addresses, kind } = known;
      const plan = { intent, digest, branch, title, addresses, kind };

      await rememberProposal(
        {
          deps: { store, now: () => '2026-03-16T00:00:00.000Z' },
          key: { tenant: known.tenant, stack: known.stack },
          forge: { name: known.forge },
          run: { id: known.run },
        },
        plan,
        known,
        { commit: 'f'.repeat(40), state: 'open', before: 'open' },
      );

      expect(await kept()).toEqual({ ...known, state });
    },
  );
});
