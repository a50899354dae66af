import { convertValue } from '../../hcl/eval/convert.ts';
import { isFailure } from '../../hcl/eval/failure.ts';
import { unmark } from '../../hcl/eval/marks.ts';
import { toSafeInteger } from '../../hcl/eval/number.ts';
import { boolType, numberType } from '../../hcl/eval/type.ts';
import type { Value } from '../../hcl/eval/value.ts';
import { openReason, unknownValue } from '../../hcl/eval/value.ts';
import type { InstanceKey } from '../address.ts';
import type { RepeatedBlock } from './blocks.ts';
import type { Engine } from './engine.ts';
import { evaluateSource, inFile } from './engine.ts';
import type { Repetition, Scope } from './scope.ts';
import type { SourceExpression } from './source.ts';

/** Instances of a resource or module call by key, or why they cannot be determined. */
export type Expansion<T> =
  | {
      readonly kind: 'known';
      readonly mode: 'single' | 'count' | 'for_each';
      readonly instances: ReadonlyMap<InstanceKey, T>;
    }
  | {
      readonly kind: 'unknown';
      readonly reason: string;
      /** An instance that represents all of them, if that was requested. */
      readonly assumed?: readonly [InstanceKey, T];
    };

/** Creates the instance with the key, whose arguments are evaluated in the scope. */
type Make<T> = (key: InstanceKey, scope: Scope) => T;

/** A larger count is a mistake, or an attempt to exhaust memory. */
const maxCount = 100_000;

/** Creates the instances of a resource or module call. */
export function expand<T>(
  engine: Engine,
  repeated: RepeatedBlock,
  scope: Scope,
  make: Make<T>,
): Expansion<T> {
  const { count, forEach, enabled } = repeated;
  if (forEach !== undefined) return expandForEach(engine, forEach, scope, make);
  if (count !== undefined) return expandCount(engine, count, scope, make);
  const only = () => [undefined, make(undefined, scope)] as const;
  const isThere = enabled === undefined || switchedOn(engine, enabled, scope);
  if (typeof isThere === 'object') {
    return { ...isThere, ...(engine.options.assumes === true && { assumed: only() }) };
  }
  return { kind: 'known', mode: 'single', instances: new Map(isThere ? [only()] : []) };
}

function switchedOn(
  engine: Engine,
  source: SourceExpression,
  scope: Scope,
): boolean | { readonly kind: 'unknown'; readonly reason: string } {
  const value = convertValue(unmark(evaluateSource(engine, source, scope)), boolType);
  if (isFailure(value) || (value.kind !== 'bool' && value.kind !== 'unknown')) {
    return refuse(engine, source, 'enabled must be true or false.');
  }
  return value.kind === 'unknown' ? { kind: 'unknown', reason: value.reason } : value.value;
}

function refuse(
  engine: Engine,
  { file, expr }: SourceExpression,
  message: string,
): { readonly kind: 'unknown'; readonly reason: string } {
  engine.report.at(file, { message, start: expr.start }, 'invalid-repetition');
  return { kind: 'unknown', reason: message };
}

function expandCount<T>(
  engine: Engine,
  source: SourceExpression,
  scope: Scope,
  make: Make<T>,
): Expansion<T> {
  const value = convertValue(unmark(evaluateSource(engine, source, scope)), numberType);
  const own = { source, scope: inFile(scope, source.file) };
  const one = assumed(engine, scope, { kind: 'count', index: 0, ...own, assumed: true }, make);
  if (!isFailure(value) && value.kind === 'unknown') {
    return { kind: 'unknown', reason: value.reason, ...one };
  }
  const count =
    !isFailure(value) && value.kind === 'number' ? toSafeInteger(value.value) : undefined;
  if (count === undefined || count < 0 || count > maxCount) {
    const message = 'The count must be a whole number, 0 or larger.';
    return { ...refuse(engine, source, message), ...one };
  }
  const instances = new Map<InstanceKey, T>();
  for (let index = 0; index < count; index += 1) {
    const repetition: Repetition = { kind: 'count', index, ...own };
    instances.set(index, make(index, { ...scope, repetition }));
  }
  return { kind: 'known', mode: 'count', instances };
}

function expandForEach<T>(
  engine: Engine,
  source: SourceExpression,
  scope: Scope,
  make: Make<T>,
): Expansion<T> {
  const value = unmark(evaluateSource(engine, source, scope));
  const open = openReason(value);
  const own = { source, scope: inFile(scope, source.file) };
  const any = { key: '*', value: unknownValue('the keys are not known'), assumed: true } as const;
  const one = assumed(engine, scope, { kind: 'for_each', ...any, ...own }, make);
  if (open !== undefined) return { kind: 'unknown', reason: open, ...one };
  const entries = forEachEntries(value);
  if (entries === undefined) {
    const message = 'for_each must be a map, an object, or a set of strings.';
    return { ...refuse(engine, source, message), ...one };
  }
  if (entries === 'unknown') {
    return { kind: 'unknown', reason: 'the set in for_each has unknown members', ...one };
  }
  const instances = new Map<InstanceKey, T>();
  for (const [key, item] of entries) {
    const repetition: Repetition = { kind: 'for_each', key, value: item, ...own };
    instances.set(key, make(key, { ...scope, repetition }));
  }
  return { kind: 'known', mode: 'for_each', instances };
}

function assumed<T>(
  { options }: Engine,
  scope: Scope,
  repetition: Repetition,
  make: Make<T>,
): { readonly assumed?: readonly [InstanceKey, T] } {
  if (options.assumes !== true) return {};
  const key = repetition.kind === 'count' ? repetition.index : repetition.key;
  return { assumed: [key, make(key, { ...scope, repetition })] };
}

/** All instances, or the assumed one that represents them. */
export function instancesIn<T>(expansion: Expansion<T>): readonly T[] {
  if (expansion.kind === 'known') return [...expansion.instances.values()];
  return expansion.assumed === undefined ? [] : [expansion.assumed[1]];
}

function forEachEntries(value: Value): ReadonlyMap<string, Value> | 'unknown' | undefined {
  if (value.kind === 'map' || value.kind === 'object') return value.entries;
  if (value.kind !== 'set') return undefined;
  const entries = new Map<string, Value>();
  for (const element of value.elements) {
    if (element.kind === 'unknown') return 'unknown';
    if (element.kind !== 'string') return undefined;
    entries.set(element.value, element);
  }
  return entries;
}
