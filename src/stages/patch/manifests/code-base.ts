import { manifestDocuments } from '../../../code/manifests/objects/documents.ts';
import { rerender } from '../../../code/manifests/sources/estate.ts';
import { isYaml } from '../../../code/manifests/sources/paths.ts';
import { parseYaml } from '../../../code/yaml/yaml-tree.ts';
import { canonicalJson } from '../../../model/json.ts';
import type { FileEdit } from '../../../model/patch.ts';
import { ok } from '../../../model/result.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import { applyEdits } from '../../../text/edits.ts';
import { editTree } from '../apply.ts';
import type { CodeBase, Route } from '../code-base.ts';
import type { Goal } from '../types.ts';
import { manifestEditSites } from './edit-sites.ts';
import { asksFor, isLayered, isReachedObject } from './goal.ts';
import { manifestRadius } from './radius.ts';
import { barredObject, completedRefusal, manifestRefusal } from './refusal.ts';
import { manifestTrace } from './trace.ts';
import type { EditableManifests } from './types.ts';

/** Plain manifests, kustomize overlays and Helm charts as an editable code base. */
export const manifestCode: CodeBase<EditableManifests> = {
  apply: (code, files) => {
    const tree = editTree(code.tree, files);
    if (!tree.ok) return tree;
    return ok({ ...code, tree: tree.value, manifests: rerender(code.manifests, tree.value) });
  },
  parts: (_code, goals) => goals,
  inOrder: (goals) => goals,
  sites: manifestEditSites,
  routes: routesOfObject,
  inSteps: () => undefined,
  reached: (code) => (goal) => isReachedObject(code, goal),
  radius: manifestRadius,
  forbids: () => undefined,
  repeats: () => false,
  covering: (goals) => (impact) => goals.find((goal) => asksFor(goal, impact)),
  // One image of an overlay, or one value of a chart, may appear in any number of fields.
  maySettle: (goal, other, elsewhere) => !elsewhere && other !== goal,
  refusal: (code, goal, trials) => manifestRefusal(code, goal, trials),
  completed: completedRefusal,
  joint: () => ({
    allows: (goal) => goal.kind === 'value' && !isLayered(goal),
    essential: (_path, _text, edits) => edits,
    laidOut: (_path, _text, edits) => edits,
  }),
  parseNotes: yamlNotes,
  scopeNotes: documentNotes,
  notes: (_before, _after, goals) => handoverNotes(goals),
  trace: manifestTrace,
};

function* routesOfObject(code: EditableManifests, goal: Goal): Generator<Route> {
  const refusal = barredObject(code, goal);
  if (refusal !== undefined) yield { refusal };
  yield { goal, sites: manifestEditSites(code, goal), layered: isLayered(goal) };
}

function handoverNotes(goals: readonly Goal[]): readonly string[] {
  if (!goals.some(({ kind }) => kind === 'ignore')) return [];
  return [
    'Where `kubectl apply` without --server-side wrote the field, run `kubectl apply edit-last-applied` on the object first and take it out there, or the next apply sets it to 1.',
  ];
}

/** Notes if a file that was YAML no longer is. Chart templates are not YAML. */
function yamlNotes(path: string, before: string | undefined, after: string): readonly string[] {
  if (!isYaml(path) || before === undefined) return [];
  return isReadable(before) && !isReadable(after) ? [`${path}: The edit breaks the YAML.`] : [];
}

/** Notes if a document outside the edits changed its content or its order. */
function documentNotes({ path, edits }: FileEdit, before: SourceTree): readonly string[] {
  const text = before.get(path);
  if (!isYaml(path) || text === undefined || !isReadable(text)) return [];
  const edited = applyEdits(text, edits);
  if (!edited.ok) return [`${path}: ${edited.error.message}`];
  const kept = manifestDocuments(text)
    .spans.filter(
      ({ start, end }) =>
        !edits.some(({ offset, length }) => offset <= end && offset + length >= start),
    )
    .map(({ start, end }) => canonicalYaml(text.slice(start, end)));
  const now = manifestDocuments(edited.value).spans.map(({ start, end }) =>
    canonicalYaml(edited.value.slice(start, end)),
  );
  let next = 0;
  for (const document of now) if (document === kept[next]) next += 1;
  return next === kept.length ? [] : [`${path}: The edit changes a document beside its own.`];
}

function isReadable(text: string): boolean {
  return manifestDocuments(text).spans.every(
    ({ start, end }) => parseYaml(text.slice(start, end)) !== undefined,
  );
}

function canonicalYaml(document: string): string {
  const parsed = parseYaml(document);
  return parsed === undefined ? document : canonicalJson(parsed.value);
}
