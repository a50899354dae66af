import type { Drift, DriftValue } from '../../../model/drift.ts';
import { type HarmReading, noHarm } from '../../../model/harm.ts';
import type { Intent, IntentPart, Want } from '../../../model/intent.ts';
import { displayText } from '../../../model/text.ts';
import { type ApprovalFinding, findApproval } from '../approve/find.ts';
import {
  contentionIn,
  contentionText,
  type FieldContention,
} from '../conflict/field-contention.ts';
import { approvalText, costText, harmText } from '../explain/harm-text.ts';
import { explainChange, explainSide, explainValue, fieldText } from '../explain/text.ts';
import type { Facts } from '../facts.ts';
import { scalingFloor } from '../group/floor.ts';
import { preferredChoice } from '../order/settle.ts';
import { accepts, fieldRegion } from '../region/region.ts';
import { type Calendar, readCalendar } from '../time/windows.ts';
import type { DecideInput } from '../types.ts';
import { caseFacts, fieldOwner, ordered, type Surroundings } from './facts.ts';
import { type IntentIndex, indexIntent } from './intent-index.ts';
import { declaredLimits, limitsText, narrower } from './limits.ts';

/** One drift of one intent, with everything that a rule may consult. */
export interface Case {
  readonly intent: Intent;
  readonly drift: Drift;
  readonly intentIndex: IntentIndex;
  /**
   * The drift as it would be if the intent got its way. Its value differs from the live one for a
   * declared intent and for an intent whose value another actor has since replaced.
   */
  readonly wanted: Drift;
  /** The value that the actor had set, if another actor has replaced it since. */
  readonly overtaken: DriftValue | undefined;
  readonly part: IntentPart | undefined;
  readonly want: Want;
  /** What else the actor would accept, if they declared that. */
  readonly relaxation: Want | undefined;
  readonly facts: Facts;
  readonly reading: HarmReading;
  readonly approval: ApprovalFinding | undefined;
  readonly calendar: Calendar;
  readonly contention: FieldContention | undefined;
  /** The text for a placeholder such as `{actor}` in the sentences of the rules. */
  readonly textFor: (name: string) => string | undefined;
}

/** Looks up everything that the rules may ask about this drift. */
export function buildCase(
  input: DecideInput,
  intent: Intent,
  drift: Drift,
  intentIndex = indexIntent(intent),
): Case {
  const { context, policy } = input;
  const environment = context.environmentOf(drift.address);
  const place = { address: drift.address, environment };
  const calendar = readCalendar(context, policy, { ...place, ...intent.window });
  const part = intentIndex.parts.get(drift.id);
  const contention = contentionIn(drift, (event) => input.actorOf?.(event), policy.contention);
  const limits = narrower(declaredLimits(input, drift), fieldOwner(input, drift)?.bounds);
  const want = wantOf(input, intentIndex.wants, drift) ?? { kind: 'present' };
  const overtaken = intent.overtaken?.find((one) => one.drift === drift.id)?.value;
  const left = overtaken === undefined ? drift : asLeft(drift, overtaken);
  const wanted = intent.declared === true ? asWanted(drift, want) : left;
  const floor = scalingFloor(input, drift);
  const reading = input.harmOf?.(wanted) ?? noHarm;
  const approval = findApproval(input.approvals ?? [], intent, wanted);
  const around: Surroundings = {
    environment,
    calendar,
    contention,
    limits,
    floor,
    reading,
    approval,
  };
  const facts = caseFacts(input, intent, part, wanted, around);
  const isPast = overtaken !== undefined;
  const textFor = (name: string): string | undefined =>
    placeholderText(name, intent, { drift: wanted, isPast, facts, around });
  const relaxation = wantOf(input, intentIndex.relaxations, drift);
  const meant = { wanted, overtaken, part, want, relaxation };
  const known = { facts, reading, approval, calendar, contention };
  return { intent, drift, intentIndex, ...meant, ...known, textFor };
}

function wantOf(
  input: DecideInput,
  wants: IntentIndex['wants'],
  { id, type, path }: Drift,
): Want | undefined {
  const want = wants.get(id);
  if (want?.kind !== 'eq' || input.isUnordered?.(type, path) !== true) return want;
  return { kind: 'eq', value: ordered(want.value, true) };
}

/** The provider can only read back live values, so a replaced one counts as inferred. */
function asLeft({ loggedValue: _, ...drift }: Drift, live: DriftValue): Drift {
  return { ...drift, live, basis: 'inferred' };
}

/** Keeps the live value if the intent accepts it; otherwise takes the preferred value. */
function asWanted(drift: Drift, want: Want): Drift {
  const region = fieldRegion(want);
  const live = drift.live.kind === 'value' ? drift.live.value : undefined;
  const isKnown = drift.live.kind === 'value' || drift.live.kind === 'absent';
  if (region === undefined || (isKnown && accepts(region, live))) return drift;
  const choice = preferredChoice(want);
  return choice.kind === 'open' ? drift : { ...drift, live: choice };
}

interface CaseContext {
  readonly drift: Drift;
  /** Another actor has replaced the value since. */
  readonly isPast: boolean;
  readonly facts: Facts;
  readonly around: Surroundings;
}

function placeholderText(
  name: string,
  { actor, announced }: Intent,
  { drift, isPast, facts, around }: CaseContext,
): string | undefined {
  const { environment, calendar, contention, limits, floor, reading, approval } = around;
  switch (name) {
    case 'actor':
      return displayText(actor.name, 80);
    case 'class':
      return actor.class;
    case 'address':
      return displayText(drift.address, 160);
    case 'field':
      return fieldText(drift.path);
    case 'change':
      return explainChange(drift);
    case 'declared':
      return explainSide(drift.declared);
    case 'live':
      return `${explainSide(drift.live)}${isPast ? ', since replaced' : ''}`;
    case 'unapplied':
      return drift.unapplied === undefined ? 'nothing' : explainValue(drift.unapplied);
    case 'environment':
      return environment ?? 'an unknown environment, which counts as production';
    case 'incident':
      return displayText(calendar.incidentId ?? 'no incident', 80);
    case 'hold':
      return calendar.holdEnds ?? 'no time';
    case 'freeze':
      return displayText(calendar.freeze?.id ?? 'no freeze', 80);
    case 'announced':
      return announced ?? 'nothing';
    case 'bounds':
      return limitsText(limits);
    case 'harm':
      return harmText(reading, facts['intent.purpose']);
    case 'severity':
      return String(facts['harm.severity'] || facts['harm.possible']);
    case 'dimension':
      return facts['harm.dimension'] ?? 'unknown';
    case 'cost':
      return costText(reading.cost);
    case 'approval':
      return approvalText(approval, reading);
    case 'floor':
      return floor?.text ?? 'no known floor';
    case 'contention':
      return contention === undefined ? 'nobody' : contentionText(contention);
    default:
      return undefined;
  }
}
