import { elementsOfValue, entriesIn } from '../../../../code/hcl/eval/elements.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Value } from '../../../../code/hcl/eval/value.ts';
import type { Call } from '../../../../code/hcl/syntax/ast.ts';
import type { Json } from '../../../../model/json.ts';
import type { AttributePath, PathStep } from '../../../../model/path.ts';
import { evaluated, type TraceContext, valueIn } from './context.ts';
import { positionOfElement } from './known.ts';
import { expressionOperands, into, type Operand } from './operand.ts';

/** Follows the call to the argument's element that became the element of the result at `rest`. */
export function* followListCall(context: TraceContext, call: Call): Generator<TraceContext> {
  const operands = expressionOperands(context, call);
  const [first] = operands;
  const [step, ...rest] = context.rest;
  if (first === undefined) return;
  if (call.name === 'element') {
    const index = wrapped(evaluated(context, call.args[1] ?? call), first.value);
    if (index !== undefined) yield into(first, [index, ...context.rest]);
    return;
  }
  if (call.name === 'one') {
    yield into(first, [0, ...context.rest]);
    return;
  }
  if (step === undefined) {
    if (sameMembers.has(call.name)) yield into(first);
    return;
  }
  const at = listIndex(context, step);
  if (at === undefined) return;
  if (call.name === 'chunklist' || call.name === 'setproduct') {
    yield* followNested(context, call, operands, at);
    return;
  }
  const found = origin(context, call, operands, at);
  if (found !== undefined) yield into(found.operand, [...found.path, ...rest]);
}

/** For lists of lists: the second index selects the part or the argument. */
function* followNested(
  context: TraceContext,
  call: Call,
  operands: readonly Operand[],
  at: number,
): Generator<TraceContext> {
  const [, inner, ...rest] = context.rest;
  const [first, second] = operands;
  if (typeof inner !== 'number' || first === undefined || second === undefined) return;
  if (call.name === 'chunklist') {
    const size = valueToJson(second.value);
    if (typeof size === 'number') yield into(first, [at * size + inner, ...rest]);
    return;
  }
  const members = elementsOfValue(valueIn(context))?.[at];
  const member = members === undefined ? undefined : elementsOfValue(members)?.[inner];
  const operand = operands[inner];
  const element = member === undefined ? undefined : valueToJson(member);
  if (operand !== undefined && element !== undefined) yield into(operand, [{ element }, ...rest]);
}

/** Functions whose members are those of the first argument. */
const sameMembers = new Set(['compact', 'distinct', 'reverse', 'sort', 'tolist', 'toset']);

/** `element` wraps around at the end of the list. */
function wrapped(index: Json | undefined, list: Value): number | undefined {
  const size = elementsOfValue(list)?.length ?? 0;
  if (typeof index !== 'number' || size === 0) return undefined;
  return ((index % size) + size) % size;
}

/** The index that a step into a list or set stands for. */
export function listIndex(context: TraceContext, step: PathStep): number | undefined {
  if (typeof step === 'number') return step;
  if (typeof step === 'string') return undefined;
  const index = positionOfElement(elementsOfValue(valueIn(context)), step.element);
  return index < 0 ? undefined : index;
}

interface Origin {
  readonly operand: Operand;
  readonly path: AttributePath;
}

function origin(
  context: TraceContext,
  call: Call,
  operands: readonly Operand[],
  at: number,
): Origin | undefined {
  const [first, second] = operands;
  const size = elementsOfValue(first?.value ?? { kind: 'tuple', elements: [] })?.length ?? 0;
  if (first === undefined) return undefined;
  switch (call.name) {
    case 'concat':
      return inConcat(operands, at);
    case 'flatten': {
      const path = inNested(first.value, { left: at });
      return path && { operand: first, path };
    }
    case 'reverse':
      return { operand: first, path: [size - 1 - at] };
    case 'slice': {
      const from = second === undefined ? undefined : valueToJson(second.value);
      return typeof from === 'number' ? { operand: first, path: [from + at] } : undefined;
    }
    case 'values': {
      const key = [...(entriesIn(first.value)?.keys() ?? [])][at];
      return key === undefined ? undefined : { operand: first, path: [key] };
    }
    case 'compact':
    case 'distinct':
    case 'setintersection':
    case 'setsubtract':
    case 'setunion':
    case 'sort':
    case 'tolist':
    case 'toset':
      return byValue(context, operands, at);
    default:
      return undefined;
  }
}

function inConcat(operands: readonly Operand[], at: number): Origin | undefined {
  let index = at;
  for (const operand of operands) {
    const size = elementsOfValue(operand.value)?.length;
    if (size === undefined) return undefined;
    if (index < size) return { operand, path: [index] };
    index -= size;
  }
  return undefined;
}

/** The path through nested lists to the leaf with this number. */
function inNested(value: Value, cursor: { left: number }): AttributePath | undefined {
  for (const [index, element] of (elementsOfValue(value) ?? []).entries()) {
    if (elementsOfValue(element) === undefined) {
      if (cursor.left === 0) return [index];
      cursor.left -= 1;
      continue;
    }
    const path = inNested(element, cursor);
    if (path !== undefined) return [index, ...path];
  }
  return undefined;
}

/** For functions that drop or reorder members: finds the member by its value. */
function byValue(
  context: TraceContext,
  operands: readonly Operand[],
  at: number,
): Origin | undefined {
  const member = elementsOfValue(valueIn(context))?.[at];
  const wanted = member === undefined ? undefined : valueToJson(member);
  if (wanted === undefined) return undefined;
  for (const operand of operands) {
    const members = elementsOfValue(operand.value) ?? [];
    const index = positionOfElement(members, wanted);
    if (index < 0) continue;
    const isSet = operand.value.kind === 'set';
    const element = members[index] === undefined ? undefined : valueToJson(members[index]);
    return { operand, path: [isSet ? { element: element ?? null } : index] };
  }
  return undefined;
}
