import { elementsOfValue, entriesIn } from '../../../../code/hcl/eval/elements.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Call } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonArray } from '../../../../model/json.ts';
import type { Site } from '../types.ts';
import { evaluated, type TraceContext } from './context.ts';
import { isKnownEqual, positionOfElement } from './known.ts';
import { holdsMember, type MemberSearch, type Membership, withElement } from './member-search.ts';
import { narrowed } from './narrow.ts';
import { expressionOperands, into, type Operand } from './operand.ts';
import { requiredValuesOf } from './required.ts';

/** Follows a call to the operands that contain the member or could contain it. */
export function* memberCallSites(
  search: MemberSearch,
  context: TraceContext,
  call: Call,
): Generator<Site> {
  const operands = expressionOperands(context, call);
  const [first, second] = operands;
  if (first === undefined) return;
  switch (call.name) {
    case 'concat':
    case 'setunion':
    case 'flatten':
      yield* operandSites(search, operands);
      return;
    case 'setsubtract':
      yield* subtractSites(search, first, second);
      return;
    case 'setintersection':
      for (const operand of operands) yield* differing(search, operand);
      return;
    case 'setproduct':
      yield* factorSites(search, operands);
      return;
    case 'slice':
      yield* search.within(into(first));
      return;
    case 'keys':
    case 'values':
      yield* entryDeparture(search, call, first);
      return;
    case 'split':
    case 'formatlist':
      yield* rewritten(search, context, call);
      return;
    default:
  }
}

/** True for calls that build a list or set from several operands or from another kind of value. */
export function isJoining({ name }: Call): boolean {
  return joining.has(name);
}

const joining = new Set([
  'concat',
  'flatten',
  'formatlist',
  'keys',
  'setintersection',
  'setproduct',
  'setsubtract',
  'setunion',
  'slice',
  'split',
  'values',
]);

/**
 * The operand that contains the member. A new member is added to a literal list rather than a
 * reference, unless all users of the reference want it.
 */
function* operandSites(search: MemberSearch, operands: readonly Operand[]): Generator<Site> {
  const { action, element } = search.membership;
  if (action === 'remove') {
    for (const operand of operands) {
      const value = valueToJson(operand.value);
      if (value !== undefined && holdsMember(value, element)) yield* search.within(into(operand));
    }
    return;
  }
  const isLiteral = ({ context }: Operand) => context.expr.kind === 'tuple';
  const others = operands.filter((operand) => !isLiteral(operand)).reverse();
  for (const operand of operands.filter(isLiteral).reverse()) {
    const found = search.within(into(operand));
    yield* others.length > 0 ? narrowed(found) : found;
  }
  for (const operand of others) yield* search.within(into(operand));
}

function* subtractSites(
  search: MemberSearch,
  from: Operand,
  taken: Operand | undefined,
): Generator<Site> {
  const { action, element, input } = search.membership;
  const isTaken =
    taken !== undefined && positionOfElement(elementsOfValue(taken.value), element) >= 0;
  const isThere = positionOfElement(elementsOfValue(from.value), element) >= 0;
  const opposite = action === 'add' ? 'remove' : 'add';
  if (action === 'remove' || !isThere) yield* search.within(into(from));
  if (taken === undefined || (action === 'add' && !isTaken)) return;
  const membership: Membership = { action: opposite, element, input };
  yield* search.within(into(taken), membership);
}

/** The factor of a product in which the part of the member is missing, or may be left out. */
function* factorSites(search: MemberSearch, factors: readonly Operand[]): Generator<Site> {
  const { element } = search.membership;
  if (!isJsonArray(element) || element.length !== factors.length) return;
  for (const [index, factor] of factors.entries()) {
    const part = { ...search, membership: withElement(search, element[index] ?? null) };
    yield* differing(part, factor);
  }
}

/** The operand, if it does not yet match the wanted membership. */
function* differing(search: MemberSearch, operand: Operand): Generator<Site> {
  const { action, element } = search.membership;
  const has = positionOfElement(elementsOfValue(operand.value), element) >= 0;
  if (has === (action === 'remove')) yield* search.within(into(operand), search.membership);
}

/**
 * Removes the entry of a key or value that is to be removed. Adding is not possible this way, since
 * a key or value alone does not determine an entry.
 */
function* entryDeparture(search: MemberSearch, call: Call, map: Operand): Generator<Site> {
  const { action, element } = search.membership;
  if (action === 'add') return;
  for (const [key, value] of entriesIn(map.value) ?? []) {
    const json = call.name === 'keys' ? key : valueToJson(value);
    if (isKnownEqual(json, element)) yield* search.deeper(into(map, [key]), null);
    else if (isJsonArray(json) && holdsMember(json, element))
      yield* search.within(into(map, [key]));
  }
}

/** For lists that are computed from another kind of value: asks for the entire new value. */
function* rewritten(search: MemberSearch, context: TraceContext, call: Call): Generator<Site> {
  const { action, element } = search.membership;
  const list = evaluated(context);
  if (!isJsonArray(list)) return;
  if (call.name === 'split') {
    const left = list.filter((each) => !isKnownEqual(each, element));
    const requiredValues = requiredValuesOf(context, action === 'add' ? [...list, element] : left);
    for (const { context: next, want } of requiredValues) yield* search.deeper(next, want);
    return;
  }
  const index = action === 'remove' ? list.findIndex((each) => isKnownEqual(each, element)) : -1;
  const [, values, ...more] = expressionOperands(context, call);
  const found = values === undefined ? undefined : elementsOfValue(values.value)?.[index];
  const item = found === undefined ? undefined : valueToJson(found);
  if (values !== undefined && more.length === 0 && item !== undefined) {
    yield* search.within(into(values), withElement(search, item));
  }
}
