import { canonicalJson, type Json } from '../../../model/json.ts';
import {
  type DocumentCondition,
  type HarmStatement,
  harmStatements,
  patternHas,
} from './statements.ts';

/**
 * How a policy's reach changed, or undefined if it changed in both directions or one side is not a
 * policy.
 */
export type ReachChange = 'wider' | 'narrower' | 'same' | undefined;

/** Compares what two policies allow, statement by statement and name by name. */
export function scopeReach(before: Json | undefined, after: Json | undefined): ReachChange {
  const [old, now] = [harmStatements(before), harmStatements(after)];
  if (old === undefined || now === undefined) return undefined;
  const grows = isWithin(old, now);
  const shrinks = isWithin(now, old);
  if (grows && shrinks) return 'same';
  if (grows) return 'wider';
  return shrinks ? 'narrower' : undefined;
}

/** True if the inner policy allows nothing that the outer one does not. */
function isWithin(inner: readonly HarmStatement[], outer: readonly HarmStatement[]): boolean {
  const those = allows(outer);
  const allowed = allows(inner)
    .flatMap(partsOf)
    .every((one) => those.some((other) => reaches(other, one)));
  return allowed && prohibitionsLost(outer, inner).length === 0;
}

/** Denials in the first policy that the second lacks, or does not have in full. */
export function prohibitionsLost(
  before: readonly HarmStatement[],
  after: readonly HarmStatement[],
): readonly HarmStatement[] {
  const left = after.filter(({ effect }) => effect === 'Deny');
  return before.filter(
    (one) =>
      one.effect === 'Deny' &&
      !partsOf(one).every((part) => left.some((other) => reaches(other, part))),
  );
}

/** A statement that combines more names than this is compared as one part. */
const maxParts = 500;

/**
 * Splits a statement into one for each combination of action, resource and principal, since another
 * policy may spread these over several statements.
 */
function partsOf(statement: HarmStatement): readonly HarmStatement[] {
  const { actions, resources, principals } = statement;
  const each = <T>(names: readonly T[]) =>
    names.length === 0 ? [[]] : names.map((name) => [name]);
  const who = principals === undefined ? [undefined] : each(principals);
  if (Math.max(actions.length, 1) * Math.max(resources.length, 1) * who.length > maxParts) {
    return [statement];
  }
  return each(actions).flatMap((action) =>
    each(resources).flatMap((resource) =>
      who.map((one) => ({ ...statement, actions: action, resources: resource, principals: one })),
    ),
  );
}

function allows(statements: readonly HarmStatement[]): readonly HarmStatement[] {
  return statements.filter(({ effect }) => effect === 'Allow');
}

/** True if a statement covers everything that another one covers. */
function reaches(wide: HarmStatement, one: HarmStatement): boolean {
  return (
    hasNames(wide.actions, wide.notActions, one.actions, one.notActions) &&
    hasNames(wide.resources, wide.notResources, one.resources, one.notResources) &&
    hasPrincipals(wide, one) &&
    wide.conditions.every((condition) =>
      one.conditions.some((other) => asksAsMuch(other, condition)),
    )
  );
}

/** True if the names cover others; both may be listed, or be all except the listed ones. */
function hasNames(
  wide: readonly string[],
  wideBut: readonly string[],
  one: readonly string[],
  oneBut: readonly string[],
): boolean {
  const isAllBut = (names: readonly string[], but: readonly string[]) =>
    names.length === 0 && but.length > 0;
  if (isAllBut(wide, wideBut)) {
    if (isAllBut(one, oneBut)) return wideBut.every((name) => hasName(oneBut, name));
    return one.every(
      (name) => !wideBut.some((but) => patternHas(but, name) || patternHas(name, but)),
    );
  }
  if (isAllBut(one, oneBut)) return wide.includes('*');
  const exact = new Set(wide);
  const patterns = wide.filter((name) => /[*?]/.test(name));
  return one.every((name) => exact.has(name) || hasName(patterns, name));
}

function hasPrincipals(wide: HarmStatement, one: HarmStatement): boolean {
  if (wide.notPrincipals !== undefined || one.notPrincipals !== undefined) {
    const same =
      canonicalJson([...(wide.notPrincipals ?? [])]) ===
      canonicalJson([...(one.notPrincipals ?? [])]);
    return (
      same &&
      canonicalJson([...(wide.principals ?? [])]) === canonicalJson([...(one.principals ?? [])])
    );
  }
  if (wide.principals === undefined || one.principals === undefined) {
    return wide.principals === one.principals;
  }
  const [theirs, mine] = [wide.principals, one.principals];
  return theirs.includes('AWS *') || mine.every((name) => theirs.includes(name));
}

function hasName(names: readonly string[], name: string): boolean {
  return names.some((pattern) => patternHas(pattern, name));
}

/**
 * True if the condition `strict` is on the same key and admits no value that `condition` does not.
 */
function asksAsMuch(strict: DocumentCondition, condition: DocumentCondition): boolean {
  if (strict.operator !== condition.operator || strict.key !== condition.key) return false;
  const negative = /not|^null$/.test(strict.operator);
  const [few, many] = negative
    ? [condition.values, strict.values]
    : [strict.values, condition.values];
  return few.every((value) => many.includes(value));
}
