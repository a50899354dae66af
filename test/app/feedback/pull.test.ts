import { describe, expect, it } from 'vitest';
import type { StackForge } from '../../../src/adapters/forge/create.ts';
import type { FeedbackDeps, PullEvent } from '../../../src/app/feedback/deps.ts';
import { handlePull } from '../../../src/app/feedback/pull.ts';
import { fail, ok } from '../../../src/model/result.ts';
import { received, stackOf } from './scene.ts';

const event: PullEvent = {
  kind: 'pull',
  forge: 'github',
  repository: 'acme/infra',
  number: 7,
  user: 'ben',
  branch: 'tidy',
  base: 'main',
};
const problem = { code: 'forge-failed', message: 'No.' };

/**
 * Handles an event of a repository with these stacks, and returns the names of the stacks checked.
 */
async function handleProposal(stacks: FeedbackDeps['stacks'], of: PullEvent, failing?: string) {
  const seen: string[] = [];
  const forge = { name: 'hub', kind: 'github', project: 'Acme/Infra' } as StackForge;
  const deps = {
    stacks,
    forges: { of: () => ok(forge) },
    guard: async ({ name }: { name: string }) => {
      seen.push(name);
      return name === failing ? fail(problem) : ok(undefined);
    },
  } as unknown as FeedbackDeps;
  const delivery = { tenant: 'default', forge: 'hub', id: 'd-1', receivedAt: received, event: of };
  const done = await handlePull(deps, delivery, of, new AbortController().signal);
  return { seen, done };
}

describe('a pull request of a person', () => {
  const stacks = [stackOf({ name: 'a' }), stackOf({ name: 'b' })];

  it('is checked for every stack of the repository', async () => {
    expect(await handleProposal(stacks, event)).toEqual({ seen: ['a', 'b'], done: ok(undefined) });
  });

  it('is checked for the other stacks if one fails, and is tried again', async () => {
    expect(await handleProposal(stacks, event, 'a')).toEqual({
      seen: ['a', 'b'],
      done: fail(problem),
    });
  });

  it.each([
    ['another repository', { ...event, repository: 'acme/other' }, stacks],
    ['another forge', { ...event, forge: 'gitlab' } as const, stacks],
    ['another tenant', event, [stackOf({ tenant: 'other' })]],
    ['a stack with another forge', event, [stackOf({ forge: 'mirror' })]],
  ])('in %s concerns no stack', async (_, of, own) => {
    expect((await handleProposal(own, of)).seen).toEqual([]);
  });
});
