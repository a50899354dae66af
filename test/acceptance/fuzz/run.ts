import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { JsonObject } from '../../../src/model/json.ts';
import { unaccountedDrift } from '../harness/accounting.ts';
import { writeNoise } from '../harness/noise.ts';
import { reconcile } from '../harness/parley.ts';
import type { Project } from '../harness/project.ts';
import { planJson, terraformAt } from '../harness/terraform.ts';
import { diffTrees, readTree, type TreeDiff } from '../harness/tree.ts';
import { openWorkshop, perform, type Workshop } from '../harness/workshop.ts';
import { type Finding, judge, type Seen } from './judge.ts';
import type { Scenario } from './scenario.ts';

/** What became of a scenario. */
export interface Told {
  readonly scenario: Scenario;
  readonly finding: Finding;
  /** Records of the calls it made. */
  readonly records: readonly JsonObject[];
  readonly diff: TreeDiff;
  /** Commands of Terraform that Parley started, and seconds that Parley ran. */
  readonly processes: number;
  readonly seconds: number;
}

/** Plays a scenario on a copy of its project, has Parley reconcile it, and asks Terraform. */
export async function tell(project: Project, scenario: Scenario): Promise<Told> {
  const prepared = await project.ready();
  const entry = await project.cli();
  const fork = await project.fork();
  const workshop = openWorkshop(prepared, fork);
  try {
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
    const none = { files: [], added: [], removed: [], text: '' };
    if (error !== undefined) {
      const finding: Finding = { kind: 'barred', reasons: [error] };
      return { scenario, finding, records, diff: none, processes: 0, seconds: 0 };
    }
    await writeNoise(workshop.events);
    const state = readFileSync(workshop.state, 'utf8');
    const started = performance.now();
    const parley = await reconcile(
      entry,
      workshop,
      { policy: scenario.policy, ...(scenario.proof ? { args: ['--verify', 'plan'] } : {}) },
      project,
    );
    const seconds = (performance.now() - started) / 1000;
    const diff = diffTrees(workshop.before, readTree(workshop.dir));
    const seen: Seen = {
      scenario,
      records,
      parley,
      diff,
      stateChanged: readFileSync(workshop.state, 'utf8') !== state,
      ...(await plan(project, workshop)),
    };
    const processes = callsOf(workshop);
    return { scenario, finding: judge(seen), records, diff, processes, seconds };
  } finally {
    await project.stop(fork);
    workshop.close();
  }
}

async function plan(
  project: Project,
  workshop: Workshop,
): Promise<Pick<Seen, 'plan' | 'unaccounted' | 'unformatted'>> {
  const { prepared, dir, fork, folder } = workshop;
  const { dataDir, cliConfig, tools } = prepared;
  return project.attached({ endpoint: fork.endpoint, dir }, async (reattach) => {
    const place = { dir, dataDir, cliConfig, endpoint: fork.endpoint, reattach };
    const terraform = terraformAt(tools, place);
    const { stdout } = await terraform.run(['fmt', '-check', '-recursive']);
    const result = await planJson(terraform, join(folder, 'plan'));
    return {
      plan: result,
      unaccounted: unaccountedDrift(result.plan, readTree(dir)),
      unformatted: stdout
        .split('\n')
        .filter((file) => file !== '' && !prepared.unformatted.includes(file)),
    };
  });
}

/** Of the commands that went through the `terraform` before the real one. */
function callsOf({ folder }: Workshop): number {
  const calls = join(folder, 'calls');
  return existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').filter(Boolean).length : 0;
}
