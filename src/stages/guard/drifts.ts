import type { Json } from '../../model/json.ts';
import { formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import { minuteText } from '../../model/time-text.ts';
import type { ValueNode } from '../../providers/harm/value/node.ts';
import type { KnownDrift } from './known.ts';
import type { PlannedResource } from './plan/types.ts';
import { actorName, goes, guardSentence, period, sinceText, verdictSentence } from './sentences.ts';
import type { FoundChange, GuardedIntent, GuardOutcome } from './types.ts';
import { isUnknownValue, isValue, nodeAt, sameNode } from './value.ts';

/** What happens to the field of an open drift. */
export interface Touch {
  readonly before: ValueNode;
  readonly after: ValueNode;
  /** Whether the resource itself is created, deleted, replaced or only updated. */
  readonly kind: PlannedResource['kind'];
}

/** What a plan does to the field; undefined if it does not change it. */
export function plannedTouch({ drift }: KnownDrift, change: PlannedResource): Touch | undefined {
  const { path } = drift;
  const before = nodeAt(change.before, path, change.type);
  const after = nodeAt(change.after, path, change.type);
  const { kind } = change;
  if (path.length === 0)
    return isWholeUndone(drift.live.kind, change) ? { before, after, kind } : undefined;
  if (kind !== 'delete' && sameNode(before, after) && !isUnknownValue(after)) return undefined;
  return { before, after, kind };
}

/** An out-of-band deletion is undone by creating the resource again, a creation by deleting it. */
function isWholeUndone(live: KnownDrift['drift']['live']['kind'], change: PlannedResource) {
  if (change.isImport) return false;
  return live === 'absent' ? change.kind === 'create' : change.kind === 'delete';
}

/** The planned change as one that undoes an open drift; undefined if it sets the live value. */
export function undoing(known: KnownDrift, touch: Touch): FoundChange | undefined {
  const { drift, verdict, intent } = known;
  const { after, kind } = touch;
  const isWhole = drift.path.length === 0;
  if (!isWhole && kind !== 'delete' && !isUnknownValue(after)) {
    if (isValue(after, drift.live) === true) return undefined;
  }
  const isSettled = !isWhole && kind !== 'delete' && isAgreed(known, after);
  const putsBack = isWhole ? kind === 'create' : isValue(after, drift.declared) === true;
  const { proposal } = drift;
  const who = actorName(known);
  const since = sinceText(known);
  const why = intent === undefined ? undefined : displayText(intent.summary, 300);
  const meant: GuardedIntent = {
    kind: 'drift',
    ...(intent === undefined ? {} : { id: intent.id }),
    who,
    since,
    ...(why === undefined ? {} : { why }),
    ...(proposal === undefined ? {} : { proposal: displayText(proposal.location, 300) }),
  };
  return {
    address: drift.address,
    path: formatPath(drift.path),
    steps: drift.path,
    outcome: isSettled
      ? 'pass'
      : outcomeOf(known, putsBack, isUnknownValue(after) && !isWhole && kind !== 'delete'),
    putsBack,
    harm: [],
    intent: meant,
    ...(verdict === undefined ? {} : { verdict: shownVerdict(verdict) }),
    because: [
      guardSentence(
        `${isSettled ? 'replaces' : 'undoes'} what ${who} did on ${minuteText(since)}${why === undefined ? '' : `: ${why}`}`,
      ),
      period(describeUndoing(known, touch)),
      isSettled ? 'That is the compromise.' : verdictSentence(verdict, proposal?.location),
    ].join(' '),
  };
}

/** True when the code now has the value of the compromise. */
function isAgreed({ verdict }: KnownDrift, after: ValueNode): boolean {
  if (verdict?.outcome !== 'compromise' || verdict.value === undefined) return false;
  return isValue(after, { kind: 'value', value: verdict.value as Json }) === true;
}

function describeUndoing({ drift }: KnownDrift, { before, after, kind }: Touch): string {
  if (drift.path.length === 0) {
    return kind === 'create' ? 'The resource is created again' : 'The resource is deleted';
  }
  if (kind === 'delete') return 'The resource is deleted, and the change with it';
  const isHidden = drift.live.kind !== 'value' && drift.live.kind !== 'absent';
  return goes(drift.path, isHidden ? { ...before, secret: true } : before, after);
}

/**
 * A rejected change may be put back. Undoing anything else that is open is blocked, or only warned
 * about if the new value is not known yet.
 */
function outcomeOf({ verdict }: KnownDrift, putsBack: boolean, isOpen: boolean): GuardOutcome {
  switch (verdict?.outcome) {
    case 'reject':
      return putsBack ? 'pass' : 'warn';
    case 'noop':
    case 'expired':
      return 'warn';
    default:
      return isOpen ? 'warn' : 'block';
  }
}

function shownVerdict({ outcome, rule, because, expires }: NonNullable<KnownDrift['verdict']>) {
  return {
    outcome,
    rule: displayText(rule, 120),
    ...(because === undefined ? {} : { because: displayText(because, 600) }),
    ...(expires === undefined ? {} : { expires }),
  };
}
