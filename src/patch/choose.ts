import type { Candidate, FileEdit, Impact, Refusal } from '../model/patch.ts';
import { formatPath } from '../model/path.ts';
import { editTree } from './apply.ts';
import { covers, type IsEquivalent, isReached } from './goal.ts';
import { blastRadius, type Comparison } from './radius.ts';
import type { Goal, LoadProject, Project, Site } from './types.ts';

export interface Judges extends Comparison {
  readonly load: LoadProject;
  readonly same: IsEquivalent;
}

/** One edit that was chosen, the project behind it, and all that was considered. */
export interface Choice {
  readonly site: Site;
  readonly files: readonly FileEdit[];
  readonly project: Project;
  readonly radius: readonly Impact[];
  readonly candidates: readonly Candidate[];
}

export type Chosen =
  | { readonly kind: 'chosen'; readonly choice: Choice }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly candidates: readonly Candidate[];
    };

/** Candidates beyond this many are not evaluated: the structural ones come first. */
const mostCandidates = 24;

/**
 * Tries the sites in order and takes the first whose blast radius is exactly what the goals ask
 * for: it reaches `goal`, and changes nothing that no goal wants changed.
 */
export function choose(
  judges: Judges,
  project: Project,
  goal: Goal,
  goals: readonly Goal[],
  sites: Iterable<Site>,
): Chosen {
  const candidates: Candidate[] = [];
  const tried = new Set<string>();
  for (const site of sites) {
    if (candidates.length >= mostCandidates) break;
    const trial = attempt(judges, project, goal, goals, site);
    const key = trial.files === undefined ? undefined : JSON.stringify(trial.files);
    if (key !== undefined && tried.has(key)) continue;
    if (key !== undefined) tried.add(key);
    candidates.push(trial.candidate);
    if (trial.files === undefined || trial.project === undefined) continue;
    const { radius } = trial;
    return {
      kind: 'chosen',
      choice: { site, files: trial.files, project: trial.project, radius, candidates },
    };
  }
  return { kind: 'refused', refusal: refusalFrom(candidates), candidates };
}

interface Attempt {
  readonly candidate: Candidate;
  readonly radius: readonly Impact[];
  /** Only set when the candidate is exact. */
  readonly files?: readonly FileEdit[];
  readonly project?: Project;
}

function attempt(
  judges: Judges,
  project: Project,
  goal: Goal,
  goals: readonly Goal[],
  site: Site,
): Attempt {
  const edited = site.edit();
  if (!edited.ok) return lost(site, [], edited.error.reason);
  const tree = editTree(project.tree, edited.value);
  if (!tree.ok) return lost(site, [], tree.error.message);
  const after = judges.load(tree.value);
  const radius = blastRadius(project.evaluation, after.evaluation, judges);
  if (!isReached(goal, after.evaluation, judges.same)) {
    return lost(site, radius, 'The value would still not be the one wanted.');
  }
  const stray = radius.filter((impact) => !goals.some((each) => covers(each, impact)));
  if (stray.length > 0) return lost(site, radius, `It would also change ${listed(stray)}.`);
  const touched = new Set(radius.map(({ address }) => address));
  const spoiled = goals.filter(
    (each) =>
      // Where no value changes, only what is no value can have been undone.
      (touched.has(each.address) || each.kind === 'ignore') &&
      isReached(each, project.evaluation, judges.same) &&
      !isReached(each, after.evaluation, judges.same),
  );
  if (spoiled.length > 0) return lost(site, radius, 'It would undo another wanted change.');
  const because = 'It changes exactly what drifted.';
  return {
    candidate: candidateOf(site, radius, true, because),
    radius,
    files: edited.value,
    project: after,
  };
}

function lost(site: Site, radius: readonly Impact[], because: string): Attempt {
  return { candidate: candidateOf(site, radius, false, because), radius };
}

function candidateOf(
  site: Site,
  radius: readonly Impact[],
  chosen: boolean,
  because: string,
): Candidate {
  return {
    kind: site.kind,
    file: site.file.path,
    line: lineOf(site.file.text, site.offset),
    description: site.label,
    blastRadius: radius,
    chosen,
    because,
  };
}

/** 1-based line of an offset. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1))
    line += 1;
  return line;
}

function listed(impacts: readonly Impact[]): string {
  const names = impacts.map(({ address, path }) =>
    path.length === 0 ? address : `${formatPath(path)} of ${address}`,
  );
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

function refusalFrom(candidates: readonly Candidate[]): Refusal {
  const [first] = candidates;
  if (first === undefined) {
    return {
      code: 'no-source',
      reason: 'No place in the code that Parley may edit gives this value.',
      suggestion: 'Make the change by hand, or ignore the attribute in `lifecycle`.',
    };
  }
  return {
    code: 'no-exact-edit',
    reason: `No possible edit does just this. ${first.description}: ${first.because}`,
    suggestion: 'Give the instance a value of its own by hand, then run again.',
    nearest: { file: first.file, line: first.line },
  };
}
