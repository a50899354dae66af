import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { unaccountedDrift } from '../harness/accounting.ts';
import { writeNoise } from '../harness/noise.ts';
import { reconcile } from '../harness/parley.ts';
import type { Project } from '../harness/project.ts';
import { typesOf } from '../harness/providers.ts';
import { openRepository, planStacks, type Repository } from '../harness/repository.ts';
import { inputsOf, stackArgs, stackData, stacksOf, titleOfStack } from '../harness/stacks.ts';
import { planJson, terraformAt, unformattedFiles } from '../harness/terraform.ts';
import { diffTrees, readTree } from '../harness/tree.ts';
import { perform, type Workshop } from '../harness/workshop.ts';
import { type Finding, judge, type Seen } from './judge.ts';
import { outcomeLine } from './outcome.ts';
import type { Scenario } from './scenario.ts';
import type { Site } from './sites.ts';

/** Plays a scenario on a copy of its project, has Parley reconcile it, and has Terraform plan. */
export async function play(project: Project, { stack, ends }: Site, scenario: Scenario) {
  const prepared = await project.ready();
  const fork = await project.fork();
  const place = openRepository(prepared, fork, stack);
  try {
    const workshop = ends ? await settle(place, project) : place;
    const { records, error } = await perform(
      workshop,
      {
        name: scenario.title,
        by: 'console human',
        expect: { kind: 'untouched', trace: [] },
        async act(cloud) {
          for (const { by, after, act } of scenario.steps) {
            cloud.wait(after);
            await act(cloud.as(by));
          }
        },
      },
      0,
    );
    if (error !== undefined) {
      const finding: Finding = { kind: 'barred', reasons: [error] };
      return outcomeLine(scenario, { finding, diff: undefined, processes: 0, seconds: 0 });
    }
    await writeNoise(workshop.events);
    const state = readFileSync(workshop.state, 'utf8');
    const started = performance.now();
    const parley = await reconcile(
      'here',
      workshop,
      {
        policy: scenario.policy,
        args: [...stackArgs(stack), ...(scenario.proof ? ['--verify', 'plan'] : [])],
      },
      project,
    );
    const seconds = (performance.now() - started) / 1000;
    const diff = diffTrees(workshop.before, readTree(workshop.repository));
    const seen: Seen = {
      scenario,
      records,
      parley,
      diff,
      root: stack.root,
      stateChanged: readFileSync(workshop.state, 'utf8') !== state,
      ...(await plan(project, workshop)),
      elsewhere: diff.files.length === 0 ? [] : await stirred(project, workshop),
    };
    const processes = callsOf(workshop);
    return outcomeLine(scenario, { finding: judge(seen), diff, processes, seconds });
  } finally {
    await project.stop(fork);
    place.close();
  }
}

/** Has Parley write what ended before the scenario began, which takes a look at what is live. */
async function settle(place: Repository, project: Project): Promise<Repository> {
  await writeNoise(place.events);
  const looking = { args: ['--verify', 'plan'] };
  const { code, stdout, stderr } = await reconcile('here', place, looking, project);
  if (code !== 0) throw new Error(`${stderr}${stdout}`);
  return { ...place, before: readTree(place.repository) };
}

async function plan(
  project: Project,
  workshop: Repository,
): Promise<Pick<Seen, 'plan' | 'unaccounted' | 'unformatted'>> {
  const { prepared, dir, fork, folder, repository, stack } = workshop;
  const { dataDir, cliConfig, tools } = prepared;
  const types = typesOf(repository);
  return project.attached({ endpoint: fork.endpoint, dir, types }, async (reattach) => {
    const own = stackData(dataDir, indexOf(workshop));
    const place = { dir, dataDir: own, cliConfig, endpoint: fork.endpoint, reattach };
    const now = await unformattedFiles(terraformAt(tools, { ...place, dir: repository }));
    const file = join(folder, 'plan');
    const result = await planJson(terraformAt(tools, place), file, inputsOf(stack));
    return {
      plan: result,
      unaccounted: unaccountedDrift(result.plan, readTree(repository), stack.root),
      unformatted: now.filter((file) => !prepared.unformatted.includes(file)),
    };
  });
}

/** The other roots in which Terraform now has something to do. */
async function stirred(project: Project, workshop: Repository): Promise<readonly string[]> {
  const others = stacksOf(workshop.repository).filter((_, index) => index !== indexOf(workshop));
  const plans = await planStacks(project, workshop, others);
  return [...plans].filter(([, text]) => !text.includes('No changes.')).map(([title]) => title);
}

function indexOf({ repository, stack }: Repository): number {
  return stacksOf(repository).findIndex((one) => titleOfStack(one) === titleOfStack(stack));
}

/** How many commands went through the `terraform` in front of the real one. */
function callsOf({ folder }: Workshop): number {
  const calls = join(folder, 'calls');
  return existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').filter(Boolean).length : 0;
}
