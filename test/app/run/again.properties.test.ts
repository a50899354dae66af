import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { cases, timeFor } from '../../cases.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { type Act, code, midnight, stateText } from '../../reconcile/memory/memory-world.ts';
import { createProject, type Project } from './again-world.ts';

afterAll(removeFolders);

/*
 * A project goes on. Whenever a run repeats what the last one said, an earlier copy of the project
 * decides everything anew, without what the last run left for being repeated.
 */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const policies = ['policy: default\n', 'policy: observe\n', 'policy: accept-all\n'] as const;

/** The time of a run alone decides whether a freeze or an incident applies to it. */
const freeze = `freezes:
  - reason: audit
    from: 2026-03-15T06:00:00Z
    to: 2026-03-18T06:00:00Z
`;
const incident = `incidents:
  - id: INC-1
    from: 2026-03-14T00:00:00Z
    to: 2026-03-14T08:00:00Z
`;

const codes = [
  code,
  code.replace('= 30', '= 90'),
  code.replace('delay_seconds              = 0', 'delay_seconds              = 60'),
] as const;

type Step =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'event'; readonly act: Act }
  | { readonly kind: 'rotate' }
  | { readonly kind: 'code'; readonly index: number }
  | { readonly kind: 'state'; readonly timeout: number }
  | {
      readonly kind: 'settings';
      readonly policy: number;
      readonly freezes: boolean;
      readonly incidents: boolean;
    }
  /** Files and variables outside of the project. */
  | { readonly kind: 'elsewhere'; readonly verdict: string; readonly size: string | undefined }
  | { readonly kind: 'json'; readonly isAsked: boolean }
  | { readonly kind: 'answer'; readonly words: readonly string[]; readonly pick: number };

const what: fc.Arbitrary<Act['what']> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('timeout' as const, 'delay' as const),
    value: fc.constantFrom(0, 30, 60, 90),
  }),
  fc.record({
    kind: fc.constantFrom('open' as const, 'shut' as const),
    port: fc.constantFrom(22, 443),
  }),
  // The last value looks like a token.
  fc.record({
    kind: fc.constant('tag' as const),
    value: fc.constantFrom('shop', 'ops', `ghp_${'a1B2'.repeat(9)}`),
  }),
  fc.record({
    kind: fc.constant('strange' as const),
    operation: fc.constant('Frobnicate' as const),
  }),
);

const act: fc.Arbitrary<Act> = fc.record({
  minute: fc.nat({ max: 40 }).map((n) => n * 15),
  who: fc.constantFrom('maria' as const, 'jonas' as const, 'deploy' as const),
  what,
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('nothing' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('event' as const), act }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rotate' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('code' as const),
      index: fc.nat({ max: codes.length - 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('state' as const),
      timeout: fc.constantFrom(30, 60, 90),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settings' as const),
      policy: fc.nat({ max: 2 }),
      freezes: fc.boolean(),
      incidents: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('elsewhere' as const),
      verdict: fc.constantFrom('escalate', 'reject'),
      size: fc.constantFrom(undefined, 'small', 'large'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('json' as const), isAsked: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      words: fc.constantFrom(
        ['reject'],
        ['accept'],
        ['hold', '3d'],
        ['delegate', '0..900'],
        ['wrong'],
      ),
      pick: fc.nat({ max: 3 }),
    }),
  },
);

const waits = [minute, minute, hour, 5 * hour, day, 3 * day, 8 * day, 91 * day] as const;

const story = fc.record({
  first: fc.array(act, { minLength: 1, maxLength: 3 }),
  steps: fc.array(
    fc.record({ step, wait: fc.constantFrom(...waits), looks: fc.constantFrom(1, 2) }),
    {
      minLength: 2,
      maxLength: 6,
    },
  ),
});

const runs = cases(2_000, 15);
let repeated = 0;

async function take(project: Project, taken: Step, now: number): Promise<void> {
  switch (taken.kind) {
    case 'nothing':
      return;
    case 'event':
      return project.log([taken.act]);
    case 'rotate':
      return project.rotate();
    case 'code':
      return project.write('main.tf', codes[taken.index] ?? code);
    case 'state':
      return project.write(
        'terraform.tfstate',
        stateText(8 + taken.timeout, { visibility_timeout_seconds: taken.timeout }),
      );
    case 'settings': {
      const times = `${taken.freezes ? freeze : ''}${taken.incidents ? incident : ''}`;
      return project.write('parley.yaml', `${policies[taken.policy] ?? ''}${times}`);
    }
    case 'elsewhere': {
      const { verdict, size } = taken;
      project.setElsewhere(
        '--policy',
        `apiVersion: parley/v1\nname: ours\nextends: default\nrules:\n  - { id: ours, tier: identity, verdict: ${verdict}, because: '{actor} {change}.' }\n`,
      );
      project.env = size === undefined ? {} : { TF_VAR_size: size };
      return;
    }
    case 'json':
      project.isJson = taken.isAsked;
      return;
    case 'answer':
      return project.answer(now, taken.pick, ...taken.words);
  }
}

it(
  'repeats what deciding anew would say, and leaves what that would leave',
  timeFor(runs),
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ first, steps }) => {
        const project = await createProject(policies[1]);
        project.log(first);
        let now = midnight + day;
        const look = async (times: number): Promise<void> => {
          for (let time = 0; time < times; time += 1) {
            now += minute;
            if (await project.look(now)) repeated += 1;
          }
        };
        await look(2);
        for (const { step: taken, wait, looks } of steps) {
          now += wait;
          await take(project, taken, now);
          await look(looks);
        }
        for (const folder of [project.folder, project.events, project.elsewhere]) {
          rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: runs },
    );
    // With too few repeated runs, the comparison would prove nothing.
    expect(repeated).toBeGreaterThan(runs / 3);
  },
);
