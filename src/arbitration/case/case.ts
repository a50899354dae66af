import type { Drift } from '../../model/drift.ts';
import type { Intent, IntentPart, Purpose, Want } from '../../model/intent.ts';
import { displayText } from '../../model/text.ts';
import type { Fight } from '../conflict/fight.ts';
import { fightIn, fightText } from '../conflict/fight.ts';
import { changeText, fieldText, sideText, valueText } from '../explain/text.ts';
import type { Facts } from '../facts.ts';
import { preferenceOf } from '../order/settle.ts';
import { accepts, regionOf } from '../region/region.ts';
import type { Calendar } from '../time/windows.ts';
import { calendarOf } from '../time/windows.ts';
import type { DecideInput } from '../types.ts';
import { actorFacts, changeFacts, ordered } from './facts.ts';
import type { Limits } from './limits.ts';
import { declaredLimits, limitsText } from './limits.ts';

/** One drift of one intent, with everything that a rule may look at. */
export interface Case {
  readonly intent: Intent;
  readonly drift: Drift;
  /** The drift as it would be if the intent had its way: for a declared one, not what is live. */
  readonly wanted: Drift;
  readonly part: IntentPart | undefined;
  readonly want: Want;
  /** What else would do, where the actor said so. */
  readonly relaxation: Want | undefined;
  readonly facts: Facts;
  readonly calendar: Calendar;
  readonly fight: Fight | undefined;
  /** Values for the sentences of the rules. */
  readonly words: () => ReadonlyMap<string, string>;
}

/** Looks everything up that the rules may ask about this drift. */
export function caseOf(input: DecideInput, intent: Intent, drift: Drift): Case {
  const { context, policy } = input;
  const environment = context.environmentOf(drift.address);
  const place = { address: drift.address, environment };
  const calendar = calendarOf(context, policy, { ...place, ...intent.window });
  const part = intent.parts?.find(({ drifts }) => drifts.includes(drift.id));
  const fight = fightIn(drift, (event) => input.actorOf?.(event), policy.contention);
  const limits = declaredLimits(input, drift);
  const want = wantOf(input, intent.wants, drift) ?? { kind: 'present' };
  const wanted = intent.declared === true ? asWanted(drift, want) : drift;
  const facts: Facts = {
    ...actorFacts(input, intent),
    'intent.purpose': purposeOf(input, intent, part, drift),
    'intent.confidence': part?.confidence ?? intent.confidence,
    'intent.announced': intent.declared === true || intent.announced !== undefined,
    'intent.expired': isPast(intent.expires, context.now),
    ...changeFacts(input, intent, wanted, limits),
    'change.fight': fight !== undefined,
    ...(environment === undefined ? {} : { 'context.environment': environment }),
    'context.production': environment === undefined || !policy.nonProduction.includes(environment),
    'context.incident': calendar.incident,
    'context.maintenance': calendar.maintenance,
    'context.freeze': calendar.freeze !== undefined,
  };
  const words = () => wordsFor(intent, wanted, { environment, calendar, fight, limits });
  const relaxation = wantOf(input, intent.relaxations ?? [], drift);
  return { intent, drift, wanted, part, want, relaxation, facts, calendar, fight, words };
}

function isPast(moment: string | undefined, now: string): boolean {
  return moment !== undefined && Date.parse(moment) <= Date.parse(now);
}

function wantOf(
  input: DecideInput,
  wants: Intent['wants'],
  { id, type, path }: Drift,
): Want | undefined {
  const want = wants.find((one) => one.drift === id)?.want;
  if (want?.kind !== 'eq' || input.isUnordered?.(type, path) !== true) return want;
  return { kind: 'eq', value: ordered(want.value, true) };
}

/** What is live where that will do, else what is preferred. */
function asWanted(drift: Drift, want: Want): Drift {
  const region = regionOf(want);
  const live = drift.live.kind === 'value' ? drift.live.value : undefined;
  const isKnown = drift.live.kind === 'value' || drift.live.kind === 'absent';
  if (region === undefined || (isKnown && accepts(region, live))) return drift;
  const choice = preferenceOf(want);
  return choice.kind === 'open' ? drift : { ...drift, live: choice };
}

/** Whoever says beforehand what a change is for cannot talk a weakening away. */
function purposeOf(
  input: DecideInput,
  intent: Intent,
  part: IntentPart | undefined,
  drift: Drift,
): Purpose {
  if (intent.declared !== true) return part?.purpose ?? intent.purpose;
  const isWeakening = input.intents.some((other) =>
    other.parts?.some(
      ({ drifts, purpose }) => purpose === 'weakening' && drifts.includes(drift.id),
    ),
  );
  return isWeakening ? 'weakening' : intent.purpose;
}

interface Found {
  readonly environment: string | undefined;
  readonly calendar: Calendar;
  readonly fight: Fight | undefined;
  readonly limits: Limits;
}

function wordsFor(
  { actor, announced }: Intent,
  drift: Drift,
  { environment, calendar, fight, limits }: Found,
): ReadonlyMap<string, string> {
  return new Map([
    ['actor', displayText(actor.name, 80)],
    ['class', actor.class],
    ['address', displayText(drift.address, 160)],
    ['field', fieldText(drift.path)],
    ['change', changeText(drift)],
    ['declared', sideText(drift.declared)],
    ['live', sideText(drift.live)],
    ['unapplied', drift.unapplied === undefined ? 'nothing' : valueText(drift.unapplied)],
    ['environment', environment ?? 'an unknown environment, which counts as production'],
    ['incident', displayText(calendar.incidentId ?? 'no incident', 80)],
    ['hold', calendar.holdEnds ?? 'no time'],
    ['freeze', displayText(calendar.freeze?.id ?? 'no freeze', 80)],
    ['announced', announced ?? 'nothing'],
    ['bounds', limitsText(limits)],
    ['fight', fight === undefined ? 'nobody' : fightText(fight)],
  ]);
}
