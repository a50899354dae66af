import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createProposeHandler } from '../../../src/app/propose/handler.ts';
import { cases } from '../../cases.ts';
import type { Want } from './stage.ts';
import { Killed, World } from './world.ts';

type Step =
  /**
   * A run ends; handlers of its job and of an earlier run's work at the same time, and some die.
   */
  | {
      readonly kind: 'run';
      readonly wants: readonly Want[];
      /** Drifts that the run cannot see, if they are open. */
      readonly lost: readonly Want['name'][];
      readonly lives: readonly number[];
    }
  | { readonly kind: 'merge' | 'decline' | 'delete' | 'commit'; readonly name: Want['name'] };

const name = fc.constantFrom('a', 'b');

const wants = fc
  .uniqueArray(fc.record({ name, value: fc.constantFrom(5, 6) }), {
    selector: (want) => want.name,
    maxLength: 2,
  })
  .map((all): readonly Want[] => all);

const life = fc.oneof(fc.constant(1000), fc.nat({ max: 40 }));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      wants,
      lost: fc.subarray<Want['name']>(['a', 'b']),
      lives: fc.array(life, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('merge', 'decline', 'delete', 'commit'),
      name,
    }) as fc.Arbitrary<Step>,
  },
);

async function handle(world: World, scheduler: fc.Scheduler | undefined, steps: number) {
  const job = { tenant: 'default', stack: 'prod', forge: 'hub', run: world.latest };
  const handler = createProposeHandler(world.deps(scheduler, steps));
  return handler(job, new AbortController().signal, 'j').catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
    return undefined;
  });
}

async function take(world: World, scheduler: fc.Scheduler, next: Step): Promise<void> {
  if (next.kind === 'run') {
    // Handlers of the previous run are still at work when the next one ends.
    const [first = 1000, ...others] = next.lives;
    const early = world.latest === 'r-0' ? undefined : handle(world, scheduler, first);
    world.run(next.wants, next.lost);
    const all = Promise.all([early, ...others.map((lives) => handle(world, scheduler, lives))]);
    await scheduler.waitFor(all);
    return;
  }
  const branch = `parley/i-${next.name}`;
  const pull = world.forge.pulls.find((one) => one.branch === branch && one.state === 'open');
  if (next.kind === 'delete') world.delete(branch);
  if (next.kind === 'commit' && world.branches.has(branch)) world.commit(branch);
  if (pull === undefined) return;
  if (next.kind === 'merge') pull.state = 'merged';
  if (next.kind === 'decline') pull.state = 'closed';
}

const isOpen = (world: World) => world.forge.pulls.filter(({ state }) => state === 'open');

function digestIn(body: string): string {
  return /drift=(\S+)/.exec(body)?.[1] ?? '';
}

/** A person closed the proposal for this very change; one closed by Parley has another marker. */
function isDeclined(world: World, { name: of, value }: Want): boolean {
  return world.forge.pulls.some(
    ({ branch, state, body }) =>
      branch === `parley/i-${of}` &&
      state === 'closed' &&
      !/drift=\S+ withdrawn/.test(body) &&
      digestIn(body) === `p-${of}-${value}-patch`,
  );
}

describe('handlers of many runs, killed and concurrent,', () => {
  it('leave one open proposal for each wanted intent, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.scheduler(),
        async (steps, scheduler) => {
          const world = new World();
          for (const next of steps) {
            await take(world, scheduler, next);
            const open = isOpen(world).map(({ branch }) => branch);
            expect(new Set(open).size).toBe(open.length);
          }
          if (world.latest === 'r-0') return;

          const unseen = world.unseen.map((of) => `parley/i-${of}`);
          // A forge closes a pull request whose branch was deleted.
          const standing = isOpen(world).filter(
            ({ branch }) => unseen.includes(branch) && world.branches.has(branch),
          );
          await handle(world, undefined, 1000);

          const wanted = world.wants.filter((want) => !isDeclined(world, want));
          const open = isOpen(world);
          for (const { name: of, value } of wanted) {
            const at = world.branches.get(`parley/i-${of}`);
            const pull = open.find(({ branch }) => branch === `parley/i-${of}`);
            const isPatch = at?.content.includes(`${of} = ${value}\n`) === true;
            // Only commits of people keep the patch off the branch.
            if (!isPatch) expect(at?.isForeign).toBe(true);
            else expect(digestIn(pull?.body ?? '')).toBe(`p-${of}-${value}-patch`);
          }
          const names = [...wanted.map(({ name: of }) => `parley/i-${of}`), ...unseen];
          for (const pull of standing) expect(pull.state).toBe('open');
          expect(open.filter(({ branch }) => !names.includes(branch))).toEqual([]);
          const remembered = [...world.known.values()].filter(({ state }) => state === 'open');
          expect(remembered.map(({ number }) => number).sort()).toEqual(
            open.map(({ number }) => number).sort(),
          );
        },
      ),
      { numRuns: cases(400) },
    );
  });
});
