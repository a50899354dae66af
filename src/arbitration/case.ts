import type { Drift, DriftValue } from '../model/drift.ts';
import type { Intent, IntentPart, Want } from '../model/intent.ts';
import type { Json } from '../model/json.ts';
import { canonicalJson } from '../model/json.ts';
import type { AttributePath } from '../model/path.ts';
import { displayText } from '../model/text.ts';
import type { Fight } from './conflict/fight.ts';
import { fightIn } from './conflict/fight.ts';
import { changeText, fieldText, sideText, valueText } from './explain/text.ts';
import { scaledField } from './group/fields.ts';
import type { Calendar } from './time/windows.ts';
import { calendarOf } from './time/windows.ts';
import type { DecideInput, Facts } from './types.ts';

/** One drift of one intent, with everything that a rule may look at. */
export interface Case {
  readonly intent: Intent;
  readonly drift: Drift;
  readonly part: IntentPart | undefined;
  readonly want: Want;
  readonly facts: Facts;
  readonly calendar: Calendar;
  readonly fight: Fight | undefined;
  /** Values for the sentences of the rules. */
  readonly words: ReadonlyMap<string, string>;
}

export interface Limits {
  readonly min?: number;
  readonly max?: number;
}

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

/** Looks everything up that the rules may ask about this drift. */
export function caseOf(input: DecideInput, intent: Intent, drift: Drift): Case {
  const { context, policy } = input;
  const environment = context.environmentOf(drift.address);
  const calendar = calendarOf(context, policy, {
    address: drift.address,
    environment,
    ...intent.window,
  });
  const part = intent.parts?.find(({ drifts }) => drifts.includes(drift.id));
  const fight = fightIn(drift, (event) => input.actorOf?.(event));
  const limits = declaredLimits(input, drift);
  const facts: Facts = {
    ...actorFacts(input, intent),
    'intent.purpose': part?.purpose ?? intent.purpose,
    'intent.confidence': part?.confidence ?? intent.confidence,
    'intent.announced': intent.announced !== undefined,
    'intent.expired': isPast(intent.expires, context.now),
    ...changeFacts(drift, limits),
    'change.fight': fight !== undefined,
    ...(environment === undefined ? {} : { 'context.environment': environment }),
    'context.production': environment === undefined || !policy.nonProduction.includes(environment),
    'context.incident': calendar.incident,
    'context.maintenance': calendar.maintenance,
    'context.freeze': calendar.freeze !== undefined,
  };
  const want = intent.wants.find((one) => one.drift === drift.id)?.want ?? { kind: 'present' };
  const words = wordsFor(intent, drift, { environment, calendar, fight, limits });
  return { intent, drift, part, want, facts, calendar, fight, words };
}

function isPast(moment: string | undefined, now: string): boolean {
  return moment !== undefined && Date.parse(moment) <= Date.parse(now);
}

type ActorFact = 'actor.class' | 'actor.trusted' | 'actor.root' | 'actor.deployer';

function actorFacts({ context }: DecideInput, { actor }: Intent): Pick<Facts, ActorFact> {
  return {
    'actor.class': actor.class,
    'actor.trusted': actor.evidence === 'trusted',
    'actor.root': actor.principal.endsWith(':root'),
    'actor.deployer': context.deployers.includes(actor.principal),
  };
}

type ChangeFacts = Pick<Facts, Extract<keyof Facts, `change.${string}`>>;

function changeFacts(drift: Drift, limits: Limits): Omit<ChangeFacts, 'change.fight'> {
  const { declared, live, path, creation } = drift;
  const [from, to] = [numberOf(declared), numberOf(live)];
  const kind =
    creation !== undefined
      ? 'create'
      : path.length === 0 && live.kind === 'absent'
        ? 'delete'
        : 'modify';
  const bounds = boundsOf(to, limits);
  return {
    'change.kind': kind,
    'change.part': parts.test(drift.type),
    'change.known': live.kind === 'value' || live.kind === 'absent',
    'change.same': kind === 'modify' && isSame(declared, live),
    'change.scaled': scaledField(drift.type, path) !== undefined,
    ...(from === undefined || to === undefined || from === to
      ? {}
      : { 'change.direction': to > from ? 'raise' : 'lower' }),
    'change.zero': to === 0,
    ...(bounds === undefined ? {} : { 'change.bounds': bounds }),
    'change.undeclared': drift.undeclared === true,
    'change.unapplied': drift.unapplied !== undefined,
    'change.version': versions.has(lastName(path)),
  };
}

function lastName(path: AttributePath): string {
  return path.findLast((step) => typeof step === 'string') ?? '';
}

function numberOf(side: DriftValue): number | undefined {
  return side.kind === 'value' ? asNumber(side.value) : undefined;
}

/** A number, also one that the code or the log has as text. */
export function asNumber(value: Json | undefined): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function isSame(a: DriftValue, b: DriftValue): boolean {
  if (a.kind === 'value' && b.kind === 'value')
    return canonicalJson(a.value) === canonicalJson(b.value);
  return a.kind === 'absent' && b.kind === 'absent';
}

function declaredLimits({ declared }: DecideInput, { address, type, path }: Drift): Limits {
  const field = scaledField(type, path);
  const at = (limit: AttributePath | undefined): number | undefined =>
    limit === undefined ? undefined : asNumber(declared?.(address, limit));
  const [min, max] = [at(field?.min), at(field?.max)];
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function boundsOf(value: number | undefined, { min, max }: Limits): Facts['change.bounds'] {
  if (value === undefined || (min === undefined && max === undefined)) return undefined;
  return value >= (min ?? value) && value <= (max ?? value) ? 'inside' : 'outside';
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

/** `2 to 6`, `at least 2`, `at most 6`. */
export function limitsText({ min, max }: Limits): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? 'no known bounds' : `at most ${max}`;
}

function fightText({ parties, alternations, from, to }: Fight): string {
  const names = parties.map(({ name }) => displayText(name, 80)).join(' and ');
  return `${names} (${alternations} turns from ${from} to ${to})`;
}
