import type { Drift, DriftValue } from '../../model/drift.ts';
import type { Intent } from '../../model/intent.ts';
import { isJsonArray, type Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Facts } from '../facts.ts';
import { scaledField } from '../group/fields.ts';
import { sortedUnique, valueKey } from '../region/element.ts';
import type { DecideInput, Owner } from '../types.ts';
import type { Limits } from './limits.ts';
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

type ActorFact = 'actor.class' | 'actor.trusted' | 'actor.root' | 'actor.deployer';

/** Who acted, as far as rules may ask. */
export function actorFacts({ context }: DecideInput, { actor }: Intent): Pick<Facts, ActorFact> {
  return {
    'actor.class': actor.class,
    'actor.trusted': actor.evidence === 'trusted',
    'actor.root': actor.principal.endsWith(':root'),
    'actor.deployer': context.deployers.includes(actor.principal),
  };
}

type ChangeFacts = Pick<Facts, Extract<keyof Facts, `change.${string}`>>;

/** What became of the field, from what the code declares to what somebody wants it to be. */
export function changeFacts(
  input: DecideInput,
  intent: Intent,
  drift: Drift,
  limits: Limits,
): Omit<ChangeFacts, 'change.fight'> {
  const { declared, live, path } = drift;
  const [from, to] = [numberOf(declared), numberOf(live)];
  const kind = kindOf(drift);
  const bounds = boundsOf(to, limits);
  const owner = ownerOf(input, drift);
  const since = input.declaredSince?.(drift.address, path);
  const unordered = input.isUnordered?.(drift.type, path) === true;
  return {
    'change.kind': kind,
    'change.part': parts.test(drift.type),
    'change.known': live.kind === 'value' || live.kind === 'absent',
    'change.same': kind === 'modify' && isSame(declared, live, unordered),
    'change.scaled': scaledField(drift.type, path) !== undefined,
    ...(from === undefined || to === undefined || from === to
      ? {}
      : { 'change.direction': to > from ? 'raise' : 'lower' }),
    'change.zero': to === 0,
    ...(bounds === undefined ? {} : { 'change.bounds': bounds }),
    'change.undeclared': drift.undeclared === true,
    'change.unapplied': drift.unapplied !== undefined,
    'change.stale': since !== undefined && Date.parse(since) > Date.parse(intent.window.to),
    ...(owner === undefined
      ? {}
      : { 'change.owner': owner.principal === intent.actor.principal ? 'self' : 'other' }),
    'change.version': versions.has(lastName(path)),
  };
}

function kindOf({ creation, path, live }: Drift): Facts['change.kind'] {
  if (creation !== undefined) return 'create';
  return path.length === 0 && live.kind === 'absent' ? 'delete' : 'modify';
}

/** Whom the field is delegated to, if that still holds. */
export function ownerOf(input: DecideInput, { address, path }: Drift): Owner | undefined {
  const owner = input.ownerOf?.(address, path);
  const expires = owner?.expires;
  const isOver = expires !== undefined && Date.parse(expires) <= Date.parse(input.context.now);
  return isOver ? undefined : owner;
}

function lastName(path: AttributePath): string {
  return path.findLast((step) => typeof step === 'string') ?? '';
}

function numberOf(side: DriftValue): number | undefined {
  return side.kind === 'value' ? asNumber(side.value) : undefined;
}

function isSame(a: DriftValue, b: DriftValue, unordered: boolean): boolean {
  if (a.kind !== 'value' || b.kind !== 'value') return a.kind === 'absent' && b.kind === 'absent';
  return valueKey(ordered(a.value, unordered)) === valueKey(ordered(b.value, unordered));
}

/** A set in a fixed order; anything else as it is. */
export function ordered(value: Json, unordered: boolean): Json {
  return unordered && isJsonArray(value) ? sortedUnique(value) : value;
}

function boundsOf(value: number | undefined, { min, max }: Limits): Facts['change.bounds'] {
  if (value === undefined || (min === undefined && max === undefined)) return undefined;
  return value >= (min ?? value) && value <= (max ?? value) ? 'inside' : 'outside';
}
