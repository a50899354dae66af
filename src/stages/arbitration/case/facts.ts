import { isNobody } from '../../../model/actor.ts';
import type { Bounds } from '../../../model/bounds.ts';
import type { Drift, DriftValue } from '../../../model/drift.ts';
import type { HarmReading } from '../../../model/harm.ts';
import type { Intent, IntentPart, Purpose } from '../../../model/intent.ts';
import { isJsonArray, type Json } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import { scaledField } from '../../../providers/traits/scaled-fields.ts';
import type { ApprovalFinding } from '../approve/find.ts';
import type { FieldContention } from '../conflict/field-contention.ts';
import type { Facts } from '../facts.ts';
import { type Floor, standsAgainst } from '../group/floor.ts';
import { elementValueKey, sortedUniqueElements } from '../region/element.ts';
import { isOver } from '../time/term.ts';
import type { Calendar } from '../time/windows.ts';
import type { DecideInput, Owner } from '../types.ts';
import { approvalFacts, costFacts, harmFacts, lessened } from './harm-facts.ts';
import { asNumber } from './limits.ts';

const versions: ReadonlySet<string> = new Set([
  'ca_cert_identifier',
  'engine_version',
  'kubernetes_version',
  'platform_version',
  'release_version',
  'version',
]);

const parts =
  /_(?:acl|alias|association|attachment|block|configuration|permission|policy|record|rule|subscription|target|versioning)$/;

/** What was looked up about a drift beyond the drift itself. */
export interface Surroundings {
  readonly environment: string | undefined;
  readonly calendar: Calendar;
  readonly contention: FieldContention | undefined;
  readonly limits: Bounds;
  readonly floor: Floor | undefined;
  readonly reading: HarmReading;
  readonly approval: ApprovalFinding | undefined;
}

/**
 * All facts that rules may ask for: the actor, the field with its declared and wanted value, and
 * the time and place. One object literal, since it is built very often.
 */
export function caseFacts(
  input: DecideInput,
  intent: Intent,
  part: IntentPart | undefined,
  drift: Drift,
  { environment, calendar, contention, limits, floor, reading, approval }: Surroundings,
): Facts {
  const { context, policy } = input;
  const { declared, live, path } = drift;
  const { actor } = intent;
  const kind = kindOf(drift);
  const isProduction = environment === undefined || !policy.nonProduction.includes(environment);
  const weighed = isProduction ? reading : lessened(reading);
  return {
    'actor.class': actor.class,
    'actor.name': actor.name,
    'actor.principal': actor.principal,
    'actor.trusted': actor.evidence === 'trusted',
    'actor.recorded': !isNobody(actor),
    'actor.root': actor.principal.endsWith(':root'),
    'actor.deployer': context.deployers.includes(actor.principal),
    'intent.purpose': purposeOf(input, intent, part, drift),
    'intent.confidence': part?.confidence ?? intent.confidence,
    'intent.ticket': intent.ticket,
    'intent.announced': intent.declared === true || intent.announced !== undefined,
    'intent.expired': isOver(intent.expires, context),
    'change.address': drift.address,
    'change.type': drift.type,
    'change.field': path.filter((step) => typeof step === 'string').join('.'),
    'change.kind': kind === 'modify' && live.kind === 'absent' ? 'remove' : kind,
    'change.old': declared.kind === 'value' ? declared.value : undefined,
    'change.new': live.kind === 'value' ? live.value : undefined,
    'change.ports': reading.ports ?? [],
    'change.sources': reading.sources ?? [],
    'change.principals': reading.principals ?? [],
    'change.grants_added': reading.grantsAdded ?? [],
    'change.grants_removed': reading.grantsRemoved ?? [],
    'change.part': parts.test(drift.type),
    'change.known': live.kind === 'value' || live.kind === 'absent',
    // A declared intent still counts when the code already has its value: another party may want
    // a different one.
    'change.same': kind === 'modify' && intent.declared !== true && isSame(input, drift),
    'change.scaled': scaledField(drift.type, path) !== undefined,
    'change.direction': directionOf(numberOf(declared), numberOf(live)),
    'change.zero': numberOf(live) === 0,
    'change.bounds': boundsOf(numberOf(live), limits),
    'change.floor': againstFloor(input, floor, intent, drift),
    'change.undeclared': drift.undeclared === true,
    'change.unapplied': drift.unapplied !== undefined,
    'change.stale': isStale(input, intent, drift),
    'change.owner': ownership(fieldOwner(input, drift), intent),
    'change.version': versions.has(lastName(path)),
    'change.contention': contention !== undefined,
    'change.coverage': drift.coverage ?? 'mapped',
    'change.confirmed': drift.basis === 'confirmed',
    ...harmFacts(weighed, reading),
    ...costFacts(reading),
    ...approvalFacts(approval, weighed),
    'context.now': context.now,
    'context.environment': environment,
    'context.production': isProduction,
    'context.incident': calendar.incident,
    'context.maintenance': calendar.maintenance,
    'context.freeze': calendar.freeze !== undefined,
  };
}

/** Undefined for the controller itself, which may undo its own change. */
function againstFloor(
  input: DecideInput,
  floor: Floor | undefined,
  intent: Intent,
  drift: Drift,
): Facts['change.floor'] {
  const wanted = numberOf(drift.live);
  if (floor === undefined || wanted === undefined) return undefined;
  if (floor.principal === intent.actor.principal) return undefined;
  return standsAgainst(input, floor, intent, drift, wanted);
}

/**
 * Declaring a purpose beforehand does not excuse a weakening that another intent makes on the same
 * drift.
 */
function purposeOf(
  { intents }: DecideInput,
  intent: Intent,
  part: IntentPart | undefined,
  { id }: Drift,
): Purpose {
  if (intent.declared !== true) return part?.purpose ?? intent.purpose;
  const isWeakening = intents.some((other) =>
    other.parts?.some(({ drifts, purpose }) => purpose === 'weakening' && drifts.includes(id)),
  );
  return isWeakening ? 'weakening' : intent.purpose;
}

function isStale({ declaredSince }: DecideInput, { window }: Intent, drift: Drift): boolean {
  const since = declaredSince?.(drift.address, drift.path);
  return since !== undefined && Date.parse(since) > Date.parse(window.to);
}

function ownership(owner: Owner | undefined, { actor }: Intent): Facts['change.owner'] {
  if (owner === undefined) return 'nobody';
  return owner.principal === actor.principal ? 'self' : 'other';
}

function directionOf(from: number | undefined, to: number | undefined): Facts['change.direction'] {
  if (from === undefined || to === undefined || from === to) return undefined;
  return to > from ? 'raise' : 'lower';
}

function kindOf({ creation, path, live }: Drift): 'create' | 'delete' | 'modify' {
  if (creation !== undefined) return 'create';
  return path.length === 0 && live.kind === 'absent' ? 'delete' : 'modify';
}

/** The owner to whom the field is delegated, if the delegation is still in force. */
export function fieldOwner(input: DecideInput, { address, path }: Drift): Owner | undefined {
  const owner = input.ownerOf?.(address, path);
  return isOver(owner?.expires, input.context) ? undefined : owner;
}

function lastName(path: AttributePath): string {
  return path.findLast((step) => typeof step === 'string') ?? '';
}

function numberOf(side: DriftValue): number | undefined {
  return side.kind === 'value' ? asNumber(side.value) : undefined;
}

function isSame(input: DecideInput, { declared: a, live: b, type, path }: Drift): boolean {
  if (a.kind !== 'value' || b.kind !== 'value') return a.kind === 'absent' && b.kind === 'absent';
  const unordered = input.isUnordered?.(type, path) === true;
  return (
    elementValueKey(ordered(a.value, unordered)) === elementValueKey(ordered(b.value, unordered))
  );
}

/** Sorts a set into a fixed order; returns anything else unchanged. */
export function ordered(value: Json, unordered: boolean): Json {
  return unordered && isJsonArray(value) ? sortedUniqueElements(value) : value;
}

function boundsOf(value: number | undefined, { min, max }: Bounds): Facts['change.bounds'] {
  if (value === undefined || (min === undefined && max === undefined)) return undefined;
  return value >= (min ?? value) && value <= (max ?? value) ? 'inside' : 'outside';
}
