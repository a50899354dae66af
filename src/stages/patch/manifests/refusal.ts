import { locateObject } from '../../../code/manifests/sources/estate.ts';
import { kustomizationIn } from '../../../code/manifests/sources/paths.ts';
import type { Refusal } from '../../../model/patch.ts';
import { formatPath } from '../../../model/path.ts';
import { displayText } from '../../../model/text.ts';
import { isSecretField } from '../../../providers/kubernetes/live/secret.ts';
import type { Attempt } from '../attempt.ts';
import { type EditLine, formatLine } from '../place.ts';
import type { Goal } from '../types.ts';
import { readerCount } from './radius.ts';
import { releaseRefusal } from './release.ts';
import { manifestTrace } from './trace.ts';
import type { EditableManifests } from './types.ts';

/** Why a goal cannot be reached by any edit; undefined if it may be possible. */
export function barredObject({ start }: EditableManifests, goal: Goal): Refusal | undefined {
  if (goal.kind === 'ignore') return releaseRefusal(start, goal.address);
  if (goal.kind !== 'create' || (goal.creation.withheld ?? []).length === 0) return undefined;
  return {
    code: 'secret-object',
    reason: 'The object may hold a secret, which has no place in a manifest.',
    suggestion: 'Add it the way that secrets reach the cluster.',
  };
}

/** Why no manifest, patch or values file could be edited. */
export function manifestRefusal(
  code: EditableManifests,
  goal: Goal,
  trials: readonly Attempt<EditableManifests>[],
): Refusal {
  const [first] = trials;
  if (first === undefined) {
    return { code: 'manifest-no-object', reason: `No manifest of ${goal.address} can be edited.` };
  }
  const shared = trials.find((trial) => strayOf(trial).length > 0);
  if (shared !== undefined) {
    const at = shared.site.at();
    const others = [...new Set(strayOf(shared).map(({ address }) => address))];
    const reason = `${formatLine(at)} sets the value, and ${others.slice(0, 3).join(', ')} would change with it.`;
    const nearest = overlayOf(code, goal) ?? at;
    return { code: 'shared-source', reason, suggestion: apart, nearest };
  }
  const refused = trials.find((trial) => trial.kind === 'refused');
  if (refused?.kind === 'refused') return refused.refusal;
  const nearest = first.site.at();
  const tried = trials.find((trial) => trial.kind === 'inexact');
  const because = tried?.kind === 'inexact' ? ` ${tried.because}` : '';
  return {
    code: 'no-exact-edit',
    reason: `No edit of ${nearest.file} has the wanted effect.${because}`,
    suggestion: 'Make the change by hand.',
    nearest,
  };
}

const apart =
  'Set the value for this overlay or release alone, in a patch or values file of its own.';

/** The kustomization whose own entries and patches apply to nothing but this object's overlay. */
function overlayOf({ start }: EditableManifests, goal: Goal): EditLine | undefined {
  const unit = locateObject(start, goal.address)?.unit.unit;
  const file =
    unit?.source.kind === 'kustomize' ? kustomizationIn(start.files, unit.source.path) : undefined;
  return file === undefined ? undefined : { file, line: 1 };
}

function strayOf(trial: Attempt<EditableManifests>) {
  return trial.kind === 'inexact' ? trial.stray() : [];
}

/** The maximum length of a value that a person is asked to write, in characters. */
const longest = 160;

/** Adds to a refusal where a person would start and what to do there, if it does not say so. */
export function completedRefusal(code: EditableManifests, goal: Goal, refusal: Refusal): Refusal {
  if (refusal.suggestion !== undefined && refusal.nearest !== undefined) return refusal;
  const nearest = refusal.nearest ?? placeOf(code, goal);
  const isShared = nearest !== undefined && readerCount(code.start, [nearest.file]) > 1;
  if (isShared && refusal.suggestion === undefined) {
    return { ...refusal, suggestion: apart, nearest: overlayOf(code, goal) ?? nearest };
  }
  const suggestion = refusal.suggestion ?? taskOf(goal, nearest);
  return { ...refusal, suggestion, ...(nearest === undefined ? {} : { nearest }) };
}

function placeOf(code: EditableManifests, goal: Goal): EditLine | undefined {
  const { drift, address } = goal;
  const path = 'path' in goal ? goal.path : [];
  const [step] = manifestTrace(code, { drift, address, path }).steps;
  return step === undefined ? undefined : { file: step.file, line: step.line };
}

function taskOf(goal: Goal, place: EditLine | undefined): string {
  const at = place === undefined ? '' : ` in ${formatLine(place)}`;
  return `${orderOf(goal)} by hand${at}.`;
}

function orderOf(goal: Goal): string {
  const { address } = goal;
  const what = 'path' in goal ? formatPath(goal.path) : '';
  switch (goal.kind) {
    case 'value': {
      if (goal.value === null) return `Remove \`${what}\` from ${address}`;
      if (isSecretField(goal.type, goal.path, goal.value)) {
        return `Set \`${what}\` of ${address}, whose value may be a secret and is not shown,`;
      }
      return `Make \`${what}\` of ${address} say \`${displayText(JSON.stringify(goal.value), longest)}\``;
    }
    case 'create':
      return `Add a manifest of ${address}`;
    case 'delete':
      return `Take the manifest of ${address} out`;
    case 'ignore':
      return `Remove \`${what}\` from ${address}`;
    case 'element':
    case 'unignore':
      return `Change \`${what}\` of ${address}`;
  }
}
