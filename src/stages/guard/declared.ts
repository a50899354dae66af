import { isAtOrBelow } from '../../model/address.ts';
import { anybody } from '../../model/declaration.ts';
import type { Want } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';
import { formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import { limitsText } from '../arbitration/case/limits.ts';
import { accepts, fieldRegion } from '../arbitration/region/region.ts';
import type { Touch } from './drifts.ts';
import type { KnownDeclaration } from './known.ts';
import type { PlannedResource } from './plan/types.ts';
import { goes, guardSentence, period } from './sentences.ts';
import type { FoundChange } from './types.ts';
import { isSecretPath, isUnknownValue, nodeAt, sameNode } from './value.ts';

/** What happens to a field about which an intent was declared. */
export interface WishedField extends Touch {
  readonly address: string;
}

/**
 * The planned change as one that contradicts a declared intent. It blocks if the declaration was
 * reviewed with the code, and warns if the declaration was only claimed or also accepts the new
 * value.
 */
export function contradicting(
  known: KnownDeclaration,
  change: PlannedResource,
  now: string,
): FoundChange | undefined {
  const { path } = known.declaration;
  const before = nodeAt(change.before, path, change.type);
  const after = nodeAt(change.after, path, change.type);
  const { address, kind } = change;
  return against(known, { address, before, after, kind }, now);
}

/** The same for a change of the field from any source. */
export function against(
  { id, declaration }: KnownDeclaration,
  { address: at, before, after, kind }: WishedField,
  now: string,
): FoundChange | undefined {
  const { actor, address, path, want, relaxation, summary, from, until } = declaration;
  // A permission for anybody is not a wish that a change could contradict.
  if (actor.principal === anybody || !isAtOrBelow(at, address)) return undefined;
  if (Date.parse(from) > Date.parse(now)) return undefined;
  if (until !== undefined && Date.parse(until) <= Date.parse(now)) return undefined;
  const isGone = kind === 'delete';
  if (!isGone && sameNode(before, after) && !isUnknownValue(after)) return undefined;
  const isOpen = isUnknownValue(after);
  if (!isOpen && isAccepted(want, after.value)) return undefined;
  // A declared module may contain resources without this field.
  if (before.value === undefined && after.value === undefined && !isOpen) return undefined;
  const wouldDo = !isOpen && relaxation !== undefined && isAccepted(relaxation, after.value);
  const isReviewed = actor.evidence === 'trusted';
  const who = displayText(actor.name, 80);
  return {
    address: at,
    path: formatPath(path),
    steps: path,
    outcome: isReviewed && !wouldDo && !isOpen ? 'block' : 'warn',
    putsBack: false,
    harm: [],
    intent: {
      kind: 'declaration',
      id,
      who,
      since: from,
      ...(until === undefined ? {} : { until }),
      why: displayText(summary, 300),
    },
    because: [
      guardSentence(
        `${who} wants ${isSecretPath(path) ? 'another value' : wantText(want)} here: ${displayText(summary, 300)}`,
      ),
      period(isGone ? 'The resource is deleted' : goes(path, before, after)),
      ...(wouldDo ? ['They said this would be acceptable too.'] : []),
      ...(isReviewed ? [] : ['Nobody reviewed that declaration.']),
    ].join(' '),
  };
}

function isAccepted(want: Want, value: Json | undefined): boolean {
  const region = fieldRegion(want);
  return region !== undefined && accepts(region, value);
}

function wantText(want: Want): string {
  switch (want.kind) {
    case 'eq':
      return scalar(want.value) ?? 'one value';
    case 'range':
      return limitsText(want);
    case 'oneOf':
      return 'one of a few values';
    case 'contains':
      return 'certain elements';
    case 'excludes':
      return 'certain elements gone';
    case 'present':
      return 'a value';
    case 'absent':
      return 'nothing';
  }
}

function scalar(value: Json): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? `"${displayText(value, 60)}"` : undefined;
}
