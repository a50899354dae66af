import { joinEdits } from './apply.ts';
import { formatLine, sourceLineAt } from './place.ts';
import type { GoalRun } from './reach.ts';
import type { RefusedGoal, Synthesis, Tools } from './synthesis.ts';
import type { Project, Site } from './terraform/types.ts';
import { unreadAfter } from './terraform/unread.ts';
import type { Goal } from './types.ts';
import { verify } from './verify.ts';

/** Joins the edits of a run that reached all its goals, and proves them together. */
export function concludePatch(
  tools: Tools,
  before: Project,
  goals: readonly Goal[],
  welcome: readonly Goal[],
  run: GoalRun,
  refused: readonly RefusedGoal[],
): Synthesis {
  const files = joinEdits(
    before.tree,
    run.choices.map((choice) => choice.files),
  );
  const asked = { goals, welcome };
  const steps = run.choices.map((choice, index) => ({
    tree: (run.choices[index - 1]?.project ?? before).tree,
    files: choice.files,
  }));
  const proof = verify(tools, before, run.project, steps, asked, tools.secondOpinion);
  const level = proof.level === 'parse' || proof.level === 'scope' ? proof.level : 'evaluate';
  return {
    reached: goals,
    refused,
    project: run.project,
    files,
    sites: [
      ...new Set(run.choices.flatMap(({ sites }) => sites.map((site) => describe(before, site)))),
    ],
    radius: proof.radius,
    candidates: run.candidates,
    verification: {
      level,
      passed: proof.passed,
      notes: [...proof.notes, ...notesOf(run), ...unreadAfter(before, run.project)],
    },
  };
}

/** What a reader should know of the edits, once each. */
function notesOf({ choices }: GoalRun): readonly string[] {
  return [...new Set(choices.flatMap(({ sites }) => sites.flatMap(({ note }) => note ?? [])))];
}

function describe({ tree }: Project, site: Site): string {
  const at = formatLine(sourceLineAt(tree, site.file, site.offset));
  return `${at} (${site.kind}: ${site.label})`;
}
