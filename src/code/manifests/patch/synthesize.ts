import type { Candidate, FileEdit, Impact, Refusal, TraceStep } from '../../../model/patch.ts';
import { editsBetween } from '../../../text/between.ts';
import { lineAt } from '../../../text/lines.ts';
import { locateObject, type Manifests, rerender } from '../sources/estate.ts';
import { refusalFor } from './document.ts';
import {
  changedAddress,
  isReachedObject,
  isWanted,
  type ManifestImpact,
  radiusOf,
} from './radius.ts';
import { releaseRefusal } from './release.ts';
import { lineOf, manifestTraceOf, sitesOfGoal } from './sites.ts';
import type { Edited, ManifestGoal, ManifestSite, ManifestSynthesis } from './types.ts';

/** A field may be set in several layers, each of which has to let go of it. */
const maxSteps = 4;

/**
 * Edits of the manifests that reach the goals: for each one the first place whose edit changes
 * nothing that no goal of `all` asks for, in any overlay or release that is known.
 */
export function synthesizeManifests(
  start: Manifests,
  goals: readonly ManifestGoal[],
  all: readonly ManifestGoal[] = goals,
): ManifestSynthesis {
  let now = start;
  const reached: ManifestGoal[] = [];
  const refused: ManifestSynthesis['refused'][number][] = [];
  const candidates: Candidate[] = [];
  const sites: string[] = [];
  const traces = new Map<string, readonly TraceStep[]>();
  for (const goal of goals) {
    const located = locateObject(start, goal.address);
    if (located !== undefined && 'path' in goal) {
      traces.set(goal.drift, manifestTraceOf(start.files, located, goal.path));
    }
    const chosen = reach(start, now, goal, all);
    candidates.push(...chosen.candidates);
    if (chosen.kind === 'refused') {
      refused.push({ goal, refusal: chosen.refusal, candidates: chosen.candidates });
      continue;
    }
    now = chosen.manifests;
    reached.push(goal);
    sites.push(...chosen.sites);
  }
  const changes = radiusOf(start, now);
  const stray = changes.filter((change) => !isWanted(change, all));
  const missed = reached.filter((goal) => !isReachedObject(goal, start, now));
  const notes = [
    ...stray.map((change) => `It would change ${changedAddress(change)} as well.`),
    ...missed.map(({ address }) => `${address} would not be as it should.`),
    ...handoverNotes(reached),
  ];
  return {
    reached,
    refused,
    manifests: now,
    files: filesOf(start, now),
    sites: [...new Set(sites)],
    radius: changes.map(impactOf),
    candidates,
    traces,
    passed: stray.length === 0 && missed.length === 0,
    notes,
  };
}

type Reach =
  | {
      readonly kind: 'reached';
      readonly manifests: Manifests;
      readonly sites: readonly string[];
      readonly candidates: readonly Candidate[];
    }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly candidates: readonly Candidate[];
    };

function reach(
  start: Manifests,
  from: Manifests,
  goal: ManifestGoal,
  all: readonly ManifestGoal[],
): Reach {
  const barred = goal.kind === 'release' ? releaseRefusal(start, goal) : secretRefusal(goal);
  if (barred !== undefined) return { kind: 'refused', refusal: barred, candidates: [] };
  let now = from;
  const sites: string[] = [];
  const candidates: Candidate[] = [];
  for (let step = 0; step < maxSteps; step += 1) {
    if (isReachedObject(goal, start, now))
      return { kind: 'reached', manifests: now, sites, candidates };
    const chosen = choose(start, now, goal, all);
    candidates.push(...chosen.candidates);
    if (chosen.kind === 'refused') return { ...chosen, candidates };
    now = chosen.manifests;
    sites.push(...chosen.sites);
  }
  if (isReachedObject(goal, start, now))
    return { kind: 'reached', manifests: now, sites, candidates };
  const reason = 'The field is set in more places than Parley edits at once.';
  return {
    kind: 'refused',
    refusal: refusalFor(sites[0] ?? '', 'manifest-not-editable', reason),
    candidates,
  };
}

interface Trial {
  readonly editSite: ManifestSite;
  readonly line: number;
  readonly refusal?: Refusal;
  readonly manifests?: Manifests;
  readonly changes: readonly ManifestImpact[];
  readonly stray: readonly ManifestImpact[];
  readonly reaches: number;
  /** It edits a file that other overlays or releases read as well. */
  readonly isShared: boolean;
}

function choose(
  start: Manifests,
  now: Manifests,
  goal: ManifestGoal,
  all: readonly ManifestGoal[],
): Reach {
  // By the name that the object has now: an edit of a generator gives it another.
  const located = locateObject(now, goal.address) ?? renamed(start, now, goal.address);
  const editSites = sitesOfGoal(now, goal, located);
  const tried = editSites
    .filter(({ isLast }) => isLast !== true)
    .map((editSite) => trial(start, now, goal, all, editSite));
  const isUseful = (one: Trial): boolean =>
    one.manifests !== undefined && one.stray.length === 0 && one.changes.length > 0;
  const isExact = (one: Trial): boolean => isUseful(one) && (one.reaches > 0 || mayTakeMore(goal));
  const isBarred = !tried.some(isExact) && tried.some(({ stray }) => stray.length > 0);
  const last = isBarred ? editSites.filter(({ isLast }) => isLast === true) : [];
  const trials = [...tried, ...last.map((editSite) => trial(start, now, goal, all, editSite))];
  const exact = trials.filter(isExact);
  const max = Math.max(0, ...exact.map(({ reaches }) => reaches));
  const best = exact.filter(({ reaches }) => reaches === max);
  // What others read, too, is left alone while there is another place.
  const winner = best.find(({ isShared }) => !isShared) ?? best[0];
  const candidates = trials.map((one) => candidateOf(goal, one, one === winner));
  if (winner?.manifests !== undefined) {
    const { editSite, line } = winner;
    const site = `${editSite.file}:${line} (${editSite.label})`;
    return { kind: 'reached', manifests: winner.manifests, sites: [site], candidates };
  }
  return { kind: 'refused', refusal: refusalFrom(goal, trials), candidates };
}

/** What is to be left out may be set in several layers. */
function mayTakeMore(goal: ManifestGoal): boolean {
  return goal.kind === 'release' || (goal.kind === 'value' && goal.value === undefined);
}

function renamed(
  start: Manifests,
  now: Manifests,
  address: string,
): ReturnType<typeof locateObject> {
  const before = locateObject(start, address);
  if (before === undefined) return undefined;
  const unit = now.units[start.units.indexOf(before.unit)];
  const object = unit?.objects.find(({ key }) => key === before.object.key);
  return unit === undefined || object === undefined ? undefined : { unit, object };
}

function trial(
  start: Manifests,
  now: Manifests,
  goal: ManifestGoal,
  all: readonly ManifestGoal[],
  editSite: ManifestSite,
): Trial {
  const edited = editSite.edit();
  const path = 'path' in goal ? goal.path : [];
  if (!edited.ok) {
    const line = edited.error.nearest?.line ?? 1;
    return {
      editSite,
      line,
      refusal: edited.error,
      changes: [],
      stray: [],
      reaches: 0,
      isShared: false,
    };
  }
  const manifests = rerender(now, laidOver(now.files, edited.value));
  const changes = radiusOf(now, manifests);
  const line =
    firstLine(now, edited.value, editSite.file) ?? lineOf(now.files, editSite.file, path);
  const reaches = all.filter(
    (one) => isReachedObject(one, start, manifests) && !isReachedObject(one, start, now),
  ).length;
  const own = isReachedObject(goal, start, manifests);
  return {
    editSite,
    line,
    manifests,
    changes,
    stray: changes.filter((change) => !isWanted(change, all)),
    reaches: own ? reaches : 0,
    isShared: sharersOf(now, edited.value) > 1,
  };
}

function sharersOf({ units }: Manifests, edited: Edited): number {
  const shared = [...edited.keys()].map(
    (file) => units.filter(({ reads }) => reads.has(file)).length,
  );
  return Math.max(0, ...shared);
}

function laidOver(files: ReadonlyMap<string, string>, edited: Edited): ReadonlyMap<string, string> {
  return new Map([...files, ...edited]);
}

/** 1-based, of the first edit in the file. */
function firstLine(now: Manifests, edited: Edited, file: string): number | undefined {
  const before = now.files.get(file) ?? '';
  const [first] = editsBetween(before, edited.get(file) ?? before);
  return first === undefined ? undefined : lineAt(before, first.offset);
}

function candidateOf(goal: ManifestGoal, one: Trial, chosen: boolean): Candidate {
  const { editSite, line, changes } = one;
  return {
    drift: goal.drift,
    path: 'path' in goal ? goal.path : [],
    kind: editSite.kind,
    file: editSite.file,
    line,
    description: `${editSite.kind} ${editSite.label}`,
    blastRadius: changes.slice(0, 5).map(impactOf),
    changes: changes.length,
    chosen,
    because: chosen ? 'It changes exactly what drifted.' : lossOf(one),
  };
}

function lossOf({ refusal, stray, reaches, manifests }: Trial): string {
  if (refusal !== undefined) return refusal.reason;
  const [first] = stray;
  if (first !== undefined) return `It would change ${changedAddress(first)} as well.`;
  if (manifests !== undefined && reaches === 0) return 'It would not have the wanted effect.';
  return 'Another place comes before it.';
}

function refusalFrom(goal: ManifestGoal, trials: readonly Trial[]): Refusal {
  const [first] = trials;
  if (first === undefined) {
    return { code: 'manifest-no-object', reason: `No manifest of ${goal.address} can be edited.` };
  }
  const shared = trials.find(({ stray }) => stray.length > 0);
  const { editSite, line } = shared ?? first;
  const nearest = { file: editSite.file, line };
  if (shared !== undefined) {
    const others = [...new Set(shared.stray.map(changedAddress))];
    const reason = `${editSite.file}:${line} gives the value, and ${others.slice(0, 3).join(', ')} would change with it.`;
    const suggestion =
      'Set the value for this overlay or release alone, in a patch or values file of its own.';
    return { code: 'shared-source', reason, suggestion, nearest };
  }
  const refusal = trials.find((one) => one.refusal !== undefined)?.refusal;
  if (refusal !== undefined) return refusal;
  const reason = `No edit of ${editSite.file} has the wanted effect.`;
  return { code: 'no-exact-edit', reason, suggestion: 'Make the change by hand.', nearest };
}

function secretRefusal(goal: ManifestGoal): Refusal | undefined {
  if (goal.kind !== 'create' || !goal.isHidden) return undefined;
  return {
    code: 'secret-object',
    reason: 'The object may hold a secret, which has no place in a manifest.',
    suggestion: 'Add it the way that secrets reach the cluster.',
  };
}

function handoverNotes(reached: readonly ManifestGoal[]): readonly string[] {
  if (!reached.some(({ kind }) => kind === 'release')) return [];
  return [
    'Where `kubectl apply` without --server-side wrote the field, run `kubectl apply edit-last-applied` on the object first and take it out there, or the next apply sets it to 1.',
  ];
}

function impactOf(change: ManifestImpact): Impact {
  return { address: changedAddress(change), path: change.path };
}

function filesOf(start: Manifests, now: Manifests): readonly FileEdit[] {
  return [...now.files]
    .filter(([path, text]) => start.files.get(path) !== text)
    .map(([path, text]) => ({ path, edits: editsBetween(start.files.get(path) ?? '', text) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
