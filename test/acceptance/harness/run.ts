import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unaccountedDrift } from './accounting.ts';
import type { Case, GroupOptions } from './case.ts';
import { judgeCase, judgeRest, type Outcome, stirred } from './judge.ts';
import { writeNoise } from './noise.ts';
import { type ParleyRun, reconcile } from './parley.ts';
import type { Project } from './project.ts';
import { writeResult } from './results.ts';
import { planJson, terraformAt, unformattedFiles } from './terraform.ts';
import { diffTrees, lostComments, readTree } from './tree.ts';
import { openWorkshop, type Performed, perform, type Workshop } from './workshop.ts';

/** What runs between the calls and the verdict; the tests of the harness put a stand-in here. */
export type Reconciler = (workshop: Workshop, options: GroupOptions) => Promise<ParleyRun>;

interface Finished {
  readonly outcome: Outcome;
  readonly performed: readonly Performed[];
  readonly milliseconds: number;
}

/**
 * Declares the cases as tests. They share a copy of the project, a log, a run of Parley and a plan,
 * so they must not touch the same attributes.
 */
export function runCases(
  project: Project,
  title: string,
  cases: readonly Case[],
  options: GroupOptions = {},
): void {
  project.describe(`${project.name}: ${title}`, () => {
    let finished: Finished | undefined;
    const faultsOf = new Map<string, readonly string[]>();

    beforeAll(async () => {
      finished = await runGroup(project, cases, options, (workshop) =>
        project.idle ? idle() : reconcile('here', workshop, options, project),
      );
    }, 900_000);

    for (const [index, one] of cases.entries()) {
      it(one.name, () => {
        const faults = (project.idle ? judgeIdle : judge)(finished, cases, index);
        faultsOf.set(one.name, faults);

        expect(faults).toEqual([]);
      });
    }

    if (!project.idle && !cases.every(isUntouched)) {
      it('leaves the rest alone', () => {
        const faults =
          finished === undefined ? ['did not run'] : judgeRest(finished.outcome, cases);

        expect(faults).toEqual([]);
      });
    }

    afterAll(() => {
      for (const one of cases) declareCase(project, title, one, faultsOf.get(one.name), finished);
    });
  });
}

/** Runs one case on a copy of its own. */
export function runCase(project: Project, one: Case, options: GroupOptions = {}): void {
  runCases(project, one.name, [one], options);
}

function isUntouched({ expect }: Case): boolean {
  return expect.kind === 'untouched';
}

/** Stands in for Parley and does nothing. */
function idle(): Promise<ParleyRun> {
  return Promise.resolve({ code: 0, stdout: '', stderr: '', trace: [] });
}

/** Every case must fail without Parley; otherwise it could not tell whether Parley works. */
function judgeIdle(
  finished: Finished | undefined,
  cases: readonly Case[],
  index: number,
): readonly string[] {
  const one = cases[index];
  const performed = finished?.performed[index];
  if (finished === undefined || performed === undefined || one === undefined)
    return ['did not run'];
  if (performed.error !== undefined) return [`the calls failed: ${performed.error}`];
  if (isUntouched(one) || stirred(finished.outcome, one)) return [];
  return ['the plan shows nothing to do although nobody changed the code'];
}

function judge(
  finished: Finished | undefined,
  cases: readonly Case[],
  index: number,
): readonly string[] {
  const one = cases[index];
  const performed = finished?.performed[index];
  if (finished === undefined || performed === undefined || one === undefined)
    return ['did not run'];
  return judgeCase(finished.outcome, one, performed, cases);
}

export async function runGroup(
  project: Project,
  cases: readonly Case[],
  options: GroupOptions,
  reconciler: Reconciler,
): Promise<Finished> {
  const prepared = await project.ready();
  const started = performance.now();
  const fork = await project.fork();
  const workshop = openWorkshop(prepared, fork, options.appliedOnce);
  try {
    const performed: Performed[] = [];
    for (const [position, one] of cases.entries()) {
      performed.push(await perform(workshop, one, position, options.together));
    }
    await writeNoise(workshop.events);
    const parley = await reconciler(workshop, options);
    const outcome = cases.every(isUntouched)
      ? look(workshop, parley)
      : await project.attached({ endpoint: fork.endpoint, dir: workshop.dir }, (reattach) =>
          lookAndPlan(workshop, parley, reattach),
        );
    return { outcome, performed, milliseconds: performance.now() - started };
  } finally {
    await project.stop(fork);
    workshop.close();
  }
}

function look(workshop: Workshop, parley: ParleyRun): Outcome {
  const after = readTree(workshop.dir);
  return {
    parley,
    diff: diffTrees(workshop.before, after),
    lostComments: lostComments(workshop.before, after),
    unaccounted: [],
    reformatted: [],
  };
}

async function lookAndPlan(
  workshop: Workshop,
  parley: ParleyRun,
  reattach: string | undefined,
): Promise<Outcome> {
  const looked = look(workshop, parley);
  const { prepared, dir, fork } = workshop;
  const { dataDir, cliConfig, tools } = prepared;
  const place = { dir, dataDir, cliConfig, endpoint: fork.endpoint, reattach };
  const terraform = terraformAt(tools, place);
  const unformatted = await unformattedFiles(terraform);
  const plan = await planJson(terraform, join(workshop.folder, 'plan'));
  return {
    ...looked,
    reformatted: verdictChanges(prepared.unformatted, unformatted),
    plan,
    unaccounted: unaccountedDrift(plan.plan, readTree(dir)),
  };
}

function verdictChanges(
  before: readonly string[],
  after: readonly string[],
): Outcome['reformatted'] {
  return [
    ...after.filter((file) => !before.includes(file)).map((file) => ({ file, good: false })),
    ...before.filter((file) => !after.includes(file)).map((file) => ({ file, good: true })),
  ];
}

function declareCase(
  project: Project,
  group: string,
  one: Case,
  faults: readonly string[] | undefined,
  finished: Finished | undefined,
): void {
  const diff = finished?.outcome.diff;
  // The case was filtered out by name.
  if (faults === undefined) return;
  writeResult(project.results, {
    project: project.name,
    group,
    name: one.name,
    expected: one.expect.kind,
    passed: faults.length === 0,
    ...(faults[0] === undefined ? {} : { wrong: faults[0] }),
    files: diff?.files ?? [],
    added: diff?.added.length ?? 0,
    removed: diff?.removed.length ?? 0,
    milliseconds: finished?.milliseconds ?? 0,
  });
}
