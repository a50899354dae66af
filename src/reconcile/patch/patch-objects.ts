import { synthesizeManifests } from '../../code/manifests/patch/synthesize.ts';
import type { ManifestGoal, ManifestSynthesis } from '../../code/manifests/patch/types.ts';
import { type Manifests, rerender } from '../../code/manifests/sources/estate.ts';
import type { Decision } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import type { Intent } from '../../model/intent.ts';
import type { Unresolved } from '../../model/report.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import { isObjectType } from '../../providers/kubernetes/names.ts';
import { unresolvedRefusal } from '../report/unresolved.ts';
import { goalFor } from './goals.ts';
import type { Patching } from './patch-intents.ts';

/** Drifts of Terraform's resources; those of objects are for manifests. */
export function terraformDrifts(drifts: readonly Drift[]): ReadonlyMap<string, Drift> {
  return new Map(
    drifts.filter(({ type }) => !isObjectType(type)).map((drift) => [drift.id, drift]),
  );
}

interface Task {
  readonly intent: Intent;
  readonly decisions: readonly Decision[];
  readonly goals: readonly ManifestGoal[];
}

/** The patches of Terraform's code, with those of manifests on top. */
export function patchObjects(
  manifests: Manifests | undefined,
  patching: Patching,
  intents: readonly Intent[],
  decisions: readonly Decision[],
  drifts: readonly Drift[],
  stacked: boolean,
): Patching {
  const own = new Map(
    drifts.filter(({ type }) => isObjectType(type)).map((drift) => [drift.id, drift]),
  );
  if (manifests === undefined || own.size === 0) return patching;
  const unresolved: Unresolved[] = [];
  const tasks = intents.map((intent) => taskFor(intent, decisions, own, unresolved));
  const all = tasks.flatMap(({ goals }) => goals);
  const start = stacked ? rerender(manifests, patching.project.tree) : manifests;
  const patched: PatchedIntent[] = [...patching.patched];
  let now = start;
  for (const task of tasks) {
    if (task.goals.length === 0) continue;
    const from = stacked ? now : start;
    const synthesis = synthesizeManifests(from, task.goals, stacked ? all : task.goals);
    for (const { goal, refusal, candidates } of synthesis.refused) {
      const steps = synthesis.traces.get(goal.drift) ?? [];
      const path = 'path' in goal ? goal.path : [];
      const traces = [{ drift: goal.drift, address: goal.address, path, steps }];
      const looked = { traces, candidates };
      unresolved.push(unresolvedRefusal(refusal, goal.address, task.intent.id, looked));
    }
    if (synthesis.reached.length === 0) continue;
    join(patched, patchedIntent(task, from, synthesis));
    if (stacked && synthesis.passed) now = synthesis.manifests;
  }
  const tree = stacked ? now.files : patching.project.tree;
  return {
    ...patching,
    patched,
    unresolved: [...patching.unresolved, ...unresolved],
    project: { ...patching.project, tree },
  };
}

function taskFor(
  intent: Intent,
  decisions: readonly Decision[],
  drifts: ReadonlyMap<string, Drift>,
  unresolved: Unresolved[],
): Task {
  const own = decisions.filter((one) => one.intent === intent.id && drifts.has(one.drift));
  const goals = own.flatMap((decision): readonly ManifestGoal[] => {
    const drift = drifts.get(decision.drift);
    if (drift === undefined) return [];
    const wanted = goalFor(drift, decision, intent);
    if (wanted.kind === 'unresolved') unresolved.push(wanted.unresolved);
    return wanted.kind === 'goal' ? [manifestGoal(drift, decision)] : [];
  });
  const reached = new Set(goals.map(({ drift }) => drift));
  return { intent, goals, decisions: own.filter(({ drift }) => reached.has(drift)) };
}

function manifestGoal(drift: Drift, { verdict }: Decision): ManifestGoal {
  const { id, address, type, path, live, creation } = drift;
  const common = { drift: id, address, type };
  if (verdict.outcome === 'delegate') return { ...common, kind: 'release', path };
  if (path.length === 0) {
    if (creation === undefined) return { ...common, kind: 'delete' };
    const isHidden = (creation.withheld ?? []).length > 0;
    return { ...common, kind: 'create', attributes: creation.attributes, isHidden };
  }
  const value = verdict.value ?? (live.kind === 'value' ? live.value : undefined);
  return { ...common, kind: 'value', path, value };
}

function patchedIntent(
  { intent, decisions }: Task,
  start: Manifests,
  synthesis: ManifestSynthesis,
): PatchedIntent {
  const { reached, radius, candidates, sites, files, traces, passed, notes } = synthesis;
  return {
    intent,
    decisions: decisions.filter(({ drift }) => reached.some((goal) => goal.drift === drift)),
    patch: {
      intent: intent.id,
      drifts: [...new Set(reached.map(({ drift }) => drift))],
      files,
      site: sites.join('\n'),
      blastRadius: radius,
      candidates,
      traces: reached.flatMap((goal) => {
        const steps = traces.get(goal.drift);
        if (steps === undefined || !('path' in goal)) return [];
        return [{ drift: goal.drift, address: goal.address, path: goal.path, steps }];
      }),
      verification: { level: 'evaluate', passed, notes },
    },
    moved: [],
    files: files.map(({ path }) => ({
      path,
      before: start.files.get(path),
      after: synthesis.manifests.files.get(path) ?? '',
    })),
  };
}

/** What one intent asks of Terraform's code and of manifests is one patch. */
function join(patched: PatchedIntent[], own: PatchedIntent): void {
  const at = patched.findIndex(({ intent }) => intent.id === own.intent.id);
  const other = patched[at];
  if (other === undefined) {
    patched.push(own);
    return;
  }
  const [a, b] = [other.patch, own.patch];
  patched[at] = {
    ...other,
    decisions: [...other.decisions, ...own.decisions],
    files: [...other.files, ...own.files],
    patch: {
      ...a,
      drifts: [...a.drifts, ...b.drifts],
      files: [...a.files, ...b.files],
      site: [a.site, b.site].join('\n'),
      blastRadius: [...a.blastRadius, ...b.blastRadius],
      candidates: [...a.candidates, ...b.candidates],
      traces: [...(a.traces ?? []), ...(b.traces ?? [])],
      verification: {
        level: 'evaluate',
        passed: a.verification.passed && b.verification.passed,
        notes: [...a.verification.notes, ...b.verification.notes],
      },
    },
  };
}
