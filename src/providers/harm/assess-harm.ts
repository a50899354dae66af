import type { Harm } from '../../model/harm.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { displayText } from '../../model/text.ts';
import { because } from './because.ts';
import type { MarkedChange } from './change.ts';
import { judgeCreation } from './judge/creation.ts';
import { guardHolds } from './judge/guard.ts';
import { doubted, type HarmOutcome, strengthens, weakens } from './judge/outcome.ts';
import { blockTurnover, isAboutBlocks, isReversible, judgePlace, twoWays } from './judge/place.ts';
import { mergeHarm } from './merge.ts';
import type { HarmRule } from './table/rule.ts';
import type { HarmFacts } from './table/types.ts';
import { withDecoded } from './value/decoded.ts';
import {
  emptyNode,
  hasMark,
  isAbsent,
  isUnknownNode,
  memberNode,
  type Pair,
  type ValueNode,
} from './value/node.ts';
import { type ChangedPlace, type PlaceFinder, placeFinder } from './value/places.ts';
import { isSameNode } from './value/same.ts';
import { withAllTags } from './value/tags.ts';

/**
 * The harm of a change of one resource, according to the facts: worst first, each dimension of each
 * field once, strengthening changes after weakening ones. Empty for a harmless change and for an
 * unknown type. Values that are masked, unknown or unlisted are `cannot-tell`, never left out.
 */
export function assessHarm(facts: HarmFacts, change: MarkedChange): readonly Harm[] {
  const read = unwrap(change);
  const { type, before, after } = read;
  if (before === undefined && after === undefined) return [];
  const pair = withAllTags(type, rootOf(read));
  const find = placeFinder(pair);
  const ask = (rule: HarmRule) => harmOfRule(rule, pair, find, read, facts);
  const fields = before && after && changedFields(pair, before, after);
  const rules = facts
    .rules(type)
    .filter(({ path: [name] }) => fields === undefined || (name !== undefined && fields.has(name)));
  return mergeHarm(rules.flatMap(ask));
}

/**
 * The object in a `kubernetes_manifest`; for other types, the resource with its JSON texts decoded.
 */
function unwrap(change: MarkedChange): MarkedChange {
  if (change.type !== 'kubernetes_manifest') return decoded(change);
  const { before: old, after: now, unknown, sensitive } = change;
  const [before, after] = [manifestOf(old), manifestOf(now)];
  const kind = (after ?? before)?.['kind'];
  return {
    type: typeof kind === 'string' ? kind : change.type,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(unknown !== undefined && { unknown: inManifest(unknown) }),
    ...(sensitive !== undefined && { sensitive: inManifest(sensitive) }),
  };
}

function decoded(change: MarkedChange): MarkedChange {
  const { type, before, after } = change;
  return {
    ...change,
    ...(before !== undefined && { before: withDecoded(type, before) }),
    ...(after !== undefined && { after: withDecoded(type, after) }),
  };
}

function manifestOf(resource: JsonObject | undefined): JsonObject | undefined {
  const manifest = resource?.['manifest'];
  return isJsonObject(manifest) ? manifest : undefined;
}

function inManifest({ before, after }: NonNullable<MarkedChange['unknown']>) {
  const within = (marks: typeof before) => (isJsonObject(marks) ? marks['manifest'] : marks);
  const [old, now] = [within(before), within(after)];
  return { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) };
}

function rootOf({ before, after, unknown, sensitive }: MarkedChange): Pair {
  return {
    before: before === undefined ? emptyNode : root(before, unknown?.before, sensitive?.before),
    after: after === undefined ? emptyNode : root(after, unknown?.after, sensitive?.after),
  };
}

function root(
  value: JsonObject,
  unknown: ValueNode['unknown'],
  secret: ValueNode['secret'],
): ValueNode {
  return { value, unknown, secret };
}

/** The attributes that differ, so that rules for the others can be skipped. */
function changedFields(pair: Pair, before: JsonObject, after: JsonObject): ReadonlySet<string> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const { unknown } of [pair.before, pair.after]) {
    for (const name of isJsonObject(unknown) ? Object.keys(unknown) : []) names.add(name);
  }
  const [own, other] = [membersOf(pair.before), membersOf(pair.after)];
  const isMarked = pair.before.unknown !== undefined || pair.after.unknown !== undefined;
  return new Set(
    [...names].filter((name) => {
      // A resource may have hundreds of attributes, of which all but one are the same object on
      // both sides.
      if (!isMarked && own?.[name] === other?.[name]) return false;
      const [old, now] = [memberNode(pair.before, name), memberNode(pair.after, name)];
      return hasMark(old.unknown) || hasMark(now.unknown) || !isSameNode(old.value, now.value);
    }),
  );
}

function membersOf({ value }: ValueNode): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function harmOfRule(
  rule: HarmRule,
  pair: Pair,
  find: PlaceFinder,
  change: MarkedChange,
  facts: HarmFacts,
): readonly Harm[] {
  const found = outcomesOf(rule, pair, find, facts);
  return found.map(([place, outcome]) => toHarm(rule, place, outcome, change.type));
}

type Found = readonly [ChangedPlace, HarmOutcome];

function outcomesOf(
  rule: HarmRule,
  pair: Pair,
  find: PlaceFinder,
  facts: HarmFacts,
): readonly Found[] {
  const whole: ChangedPlace = { ...pair, scopes: [pair] };
  if (rule.path.length === 0) return guarded(rule, whole, judgeResource(rule, pair));
  if (pair.after.value === undefined) return [];
  const isCreation = pair.before.value === undefined;
  return find(rule.path).flatMap((place) => {
    if (isCreation) return guarded(rule, place, judgeCreation(rule, place, facts));
    if (!isAboutBlocks(rule, place)) return guarded(rule, place, judgePlace(rule, place, facts));
    const block = rule.path.at(-1) ?? '';
    return blockTurnover(place, block).flatMap((each) =>
      guarded(rule, each, judgeBlock(rule, each)),
    );
  });
}

/** The finding if its guard holds, none if it does not, and a doubtful one if that is unknown. */
function guarded(
  rule: HarmRule,
  place: ChangedPlace,
  outcome: HarmOutcome | undefined,
): readonly Found[] {
  if (outcome === undefined) return [];
  const answer = guardHolds(rule.when, place, rule.path);
  if (answer === false) return [];
  return [[place, answer === undefined ? doubted(outcome, 'cannot-tell') : outcome]];
}

function judgeResource(
  { alternatives }: HarmRule,
  { before, after }: Pair,
): HarmOutcome | undefined {
  const kinds = new Set(alternatives.map(({ kind }) => kind));
  if (before.value === undefined)
    return kinds.has('created') ? weakens({ kind: 'created' }) : undefined;
  if (after.value !== undefined) return undefined;
  if (kinds.has('deleted')) return weakens({ kind: 'deleted' });
  return kinds.has('created') ? strengthens({ kind: 'deleted' }) : undefined;
}

/** The outcome of an entire block that was added or removed. */
function judgeBlock(rule: HarmRule, { before, after }: ChangedPlace): HarmOutcome | undefined {
  const came = before.value === undefined;
  const element = (came ? after : before).value ?? null;
  const what = { kind: came ? 'gains' : 'loses', elements: [element] } as const;
  for (const each of rule.alternatives) {
    if (each.kind !== 'element-added' && each.kind !== 'element-removed') continue;
    // The block may differ from what it seems if a part of it is hidden.
    const hidden = isUnknownNode(before) || isUnknownNode(after) ? 'cannot-tell' : undefined;
    if ((each.kind === 'element-added') === came) return weakens(what, hidden ?? twoWays(rule));
    if (isReversible(each, rule)) return hidden ? weakens(what, hidden) : strengthens(what);
  }
  return undefined;
}

function toHarm(rule: HarmRule, place: ChangedPlace, outcome: HarmOutcome, type: string): Harm {
  const field = rule.path.join('.');
  const { direction, doubt } = outcome;
  return {
    dimension: rule.dimension,
    severity: rule.severity,
    direction,
    ...(doubt !== undefined && { doubt }),
    because: because(rule, place, outcome, labelOf(rule, place), type),
    field,
  };
}

/**
 * The field, with the name in its block if the guard uses that: `parameter.value of rds.force_ssl`.
 */
function labelOf({ path, when }: HarmRule, place: ChangedPlace): string {
  const field = path.join('.');
  const block = path.slice(0, -1);
  const isNamed = when.some((each) => each.path.join('.') === [...block, 'name'].join('.'));
  const scope = isNamed ? place.scopes[block.length] : undefined;
  if (scope === undefined) return field;
  const name = memberNode(isAbsent(scope.after) ? scope.before : scope.after, 'name').value;
  return typeof name === 'string' ? `${field} of ${displayText(name, 60)}` : field;
}
