import type { Drift } from '../../../model/drift.ts';
import { hour } from '../../../model/instant.ts';
import type { Intent, Want } from '../../../model/intent.ts';
import { displayText } from '../../../model/text.ts';
import { scaledField } from '../../../providers/traits/scaled-fields.ts';
import { asNumber } from '../case/limits.ts';
import { fieldRegion } from '../region/region.ts';
import { hasCome } from '../time/clock.ts';
import { isOver } from '../time/term.ts';
import type { DecideInput } from '../types.ts';

/** What a field needs to stay available, as far as the log and the declarations show. */
export interface Floor {
  readonly value: number;
  /** The principal that needs this value. */
  readonly principal: string;
  /** `10, to which Auto Scaling had set it at 2026-03-14T07:00:00Z`. */
  readonly text: string;
}

/** The time within which two automations contend, if the policy does not say. */
const defaultHours = 72;
const unlimited: Want = { kind: 'present' };

/**
 * The highest value that a trusted controller set on a field it scales, within the policy's
 * contention hours, or less if the controller declared that less is enough. The hours end with the
 * last change of the field, so that the result does not depend on when the log is read.
 */
export function scalingFloor(input: DecideInput, drift: Drift): Floor | undefined {
  const { writes = [], type, path } = drift;
  const last = writes.at(-1);
  if (last === undefined || scaledField(type, path) === undefined) return undefined;
  const hours = input.policy.contention?.withinHours ?? defaultHours;
  const since = Date.parse(last.time) - hours * hour;
  let max: Floor | undefined;
  for (const { event, time, value: side } of writes) {
    const actor = input.actorOf?.(event);
    const value = side.kind === 'value' ? asNumber(side.value) : undefined;
    if (actor === undefined || value === undefined || Date.parse(time) < since) continue;
    if (actor.class !== 'controller' && actor.class !== 'provider') continue;
    if (actor.evidence !== 'trusted' || value <= (max?.value ?? Number.NEGATIVE_INFINITY)) continue;
    const text = `${value}, to which ${displayText(actor.name, 80)} had set it at ${time}`;
    max = { value, principal: actor.principal, text };
  }
  return max === undefined ? undefined : (declaredFloor(input, drift, max) ?? max);
}

/** The floor that the controller itself declared, if it is lower. */
function declaredFloor(input: DecideInput, drift: Drift, max: Floor): Floor | undefined {
  const { value, who } = declaredMinimum(input, drift, max.principal) ?? {};
  if (value === undefined || who === undefined || value >= max.value) return undefined;
  return { ...max, value, text: `${value}, which ${displayText(who, 80)} declared will do` };
}

function declaredMinimum(
  input: DecideInput,
  { id }: Drift,
  principal: string,
): { readonly value: number; readonly who: string } | undefined {
  const found = declaredBy(input, id, principal);
  const ends = found === undefined ? undefined : endsOf(found.want);
  return found === undefined || ends?.min === undefined
    ? undefined
    : { value: ends.min, who: found.intent.actor.name };
}

/**
 * Whether the value that a party wants is at or above the floor. If both the controller and the
 * party declared what else they would accept, it is enough that the party would accept the floor,
 * since the two can then meet.
 */
export function standsAgainst(
  input: DecideInput,
  floor: Floor,
  { actor }: Intent,
  drift: Drift,
  wanted: number,
): 'above' | 'below' {
  const other = declaredBy(input, drift.id, floor.principal);
  const own = declaredBy(input, drift.id, actor.principal);
  const canMeet = other !== undefined && own !== undefined;
  const max = canMeet ? (endsOf(own.want).max ?? wanted) : wanted;
  return Math.max(wanted, max) < floor.value ? 'below' : 'above';
}

/**
 * What a principal declared it would accept, if that is in force now and is more than one value.
 */
function declaredBy(
  { intents, context }: DecideInput,
  drift: string,
  principal: string,
): { readonly intent: Intent; readonly want: Want } | undefined {
  for (const intent of intents) {
    if (intent.declared !== true || intent.actor.principal !== principal) continue;
    if (isOver(intent.expires, context)) continue;
    if (!hasCome(intent.window.from, context)) continue;
    const isOwn = (one: { readonly drift: string }): boolean => one.drift === drift;
    const want = (intent.relaxations?.find(isOwn) ?? intent.wants.find(isOwn))?.want ?? unlimited;
    if (want.kind === 'range' || want.kind === 'oneOf') return { intent, want };
  }
  return undefined;
}

function endsOf(want: Want): {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
} {
  const region = fieldRegion(want);
  if (region?.values === undefined) return region?.range ?? {};
  const numbers = region.values.flatMap((value) => asNumber(value) ?? []);
  return numbers.length === 0 ? {} : { min: Math.min(...numbers), max: Math.max(...numbers) };
}
