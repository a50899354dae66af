import type { Actor } from '../../../model/actor.ts';
import { isAtOrBelow } from '../../../model/address.ts';
import type { Approval } from '../../../model/approval.ts';
import type { Drift, DriftValue } from '../../../model/drift.ts';
import type { Intent, Want } from '../../../model/intent.ts';
import type { Json } from '../../../model/json.ts';
import { type AttributePath, pathKey } from '../../../model/path.ts';
import { compareText, displayText } from '../../../model/text.ts';
import { elementMembersOf, isIn, isLikeElement } from '../region/element.ts';
import { accepts, fieldRegion } from '../region/region.ts';

/** Who makes a change and when: taken from an intent or from a planned change. */
export interface Doing {
  readonly actor: Pick<Actor, 'name' | 'principal' | 'session'>;
  readonly window: Intent['window'];
}

/** The change of one field. */
export type Done = Pick<Drift, 'address' | 'path' | 'declared' | 'live'>;

/** An approval that applies to the field of a change, and whether it covers that change. */
export interface ApprovalFinding {
  readonly approval: Approval;
  /**
   * A clause for readers: "it lets the value be 1 to 3, not 9"; undefined when the approval covers
   * the change entirely.
   */
  readonly gap?: string;
}

/**
 * The approval that covers a change; otherwise the closest one, with its gap. Undefined if none
 * applies to the field. Severity plays no part in whether an approval covers a change.
 */
export function findApproval(
  approvals: readonly Approval[],
  intent: Doing,
  drift: Done,
): ApprovalFinding | undefined {
  const found = approvals
    .filter(({ address, path }) => isOfField({ address, path }, drift))
    .map((approval) => {
      const gaps = gapsIn(approval, intent, drift);
      return { approval, gaps };
    })
    .sort((a, b) => a.gaps.length - b.gaps.length || compare(a.approval, b.approval));
  const [first] = found;
  if (first === undefined) return undefined;
  const [gap] = first.gaps;
  return { approval: first.approval, ...(gap === undefined ? {} : { gap }) };
}

/** Approvers who may allow more severe harm come first, then by id. */
function compare(a: Approval, b: Approval): number {
  return b.approver.carries - a.approver.carries || compareText(a.id, b.id);
}

function isOfField({ address, path }: Pick<Approval, 'address' | 'path'>, drift: Done): boolean {
  if (!isAtOrBelow(drift.address, address)) return false;
  return pathKey(path) === pathKey(drift.path) || elementBelow(path, drift) !== undefined;
}

/** The member that a change adds to the collection at `path` or removes from it. */
function elementBelow(path: AttributePath, { path: own }: Done): Json | undefined {
  const last = own.at(-1);
  const isMember = typeof last === 'object' && pathKey(own.slice(0, -1)) === pathKey(path);
  return isMember ? last.element : undefined;
}

function gapsIn(approval: Approval, intent: Doing, drift: Done): readonly string[] {
  const { actor } = intent;
  const name = displayText(actor.name, 80);
  const isForAnother = approval.actor !== undefined && !isNamed(approval.actor, actor);
  return [
    ...(isForAnother ? [`it is not for ${name}`] : []),
    ...(isSame(approval.approver.name, intent) ? [`${name} approved it for themselves`] : []),
    ...(accepted(approval, drift) ? [] : ['it lets another value be']),
    ...timeGap(approval, intent),
  ];
}

/**
 * Matches the principal, or the name that people and tickets use if the log vouches for it, since
 * many people share one role.
 */
function isNamed(named: string, { principal, name }: Doing['actor']): boolean {
  return named === principal || named.trim().toLowerCase() === name.trim().toLowerCase();
}

function accepted({ path, want }: Approval, drift: Done): boolean {
  const { live } = drift;
  const element = elementBelow(path, drift);
  if (element !== undefined) return acceptedMember(want, element, live);
  if (want.kind === 'contains' || want.kind === 'excludes') return acceptedMembers(want, drift);
  // Approval of `present` allows creating the thing, not changing an existing one.
  if (want.kind === 'present' && drift.declared.kind !== 'absent') return false;
  const region = fieldRegion(want);
  if (region === undefined) return false;
  if (live.kind === 'value') return accepts(region, live.value);
  return live.kind === 'absent' && accepts(region, undefined);
}

/**
 * For a change of an entire collection, approval of some members does not cover others that were
 * added or removed: `contains` covers additions of the named members, `excludes` their removal.
 */
function acceptedMembers(
  { kind, elements }: Extract<Want, { elements: readonly Json[] }>,
  { declared, live }: Done,
): boolean {
  const [before, after] = [membersIn(declared), membersIn(live)];
  if (before === undefined || after === undefined) return false;
  const came = after.filter((member) => !isIn(before, member));
  const went = before.filter((member) => !isIn(after, member));
  const [named, others] = kind === 'contains' ? [came, went] : [went, came];
  const isMeant = (member: Json) => elements.some((pattern) => isLikeElement(member, pattern));
  return others.length === 0 && named.length > 0 && named.every(isMeant);
}

/** An absent value has no members; undefined for a hidden value or one without parts. */
function membersIn(value: DriftValue): readonly Json[] | undefined {
  if (value.kind === 'absent') return [];
  return value.kind === 'value' ? elementMembersOf(value.value) : undefined;
}

function acceptedMember(want: Want, element: Json, live: DriftValue): boolean {
  const kind = live.kind === 'value' ? 'contains' : 'excludes';
  if (want.kind !== kind || (live.kind !== 'value' && live.kind !== 'absent')) return false;
  return want.elements.some((pattern) => isLikeElement(element, pattern));
}

/** The entire change must lie within the approved period. */
function timeGap({ from, until }: Approval, { window }: Doing): readonly string[] {
  if (Date.parse(window.from) < Date.parse(from)) return [`it begins only at ${from}`];
  return Date.parse(window.to) >= Date.parse(until) ? [`it ended at ${until}`] : [];
}

/**
 * Whether approver and actor may be the same person. Names are compared loosely, so that another
 * spelling of one's own name does not turn a self-approval into a valid one.
 */
function isSame(approver: string, { actor }: Doing): boolean {
  const own = new Set(spellings(approver));
  const others = [actor.name, actor.principal, actor.session ?? ''].flatMap(spellings);
  return others.some((one) => own.has(one));
}

/**
 * The spellings of a name: the text itself, the last part of an ARN or of a domain name, the
 * address in angle brackets, and the local part of a mail address without the tag after a plus.
 */
function spellings(text: string): readonly string[] {
  const whole = text.normalize('NFKC').trim().toLowerCase();
  const [, address] = /<([^<>]+)>$/.exec(whole) ?? [];
  const name = whole.replace(/<[^<>]*>$/, '');
  return [...new Set([whole, ...[name, address ?? ''].flatMap(spellingsOf)])].filter(
    (one) => one !== '',
  );
}

function spellingsOf(text: string): readonly string[] {
  const last = text.slice(Math.max(...['/', ':', '\\'].map((at) => text.lastIndexOf(at))) + 1);
  const local = last.split('@')[0]?.split('+')[0] ?? '';
  return [last.trim(), local.trim(), local.replaceAll(/[^\p{L}\p{N}]+/gu, '')];
}
