import { convert } from '../../hcl/eval/convert.ts';
import { isFailure } from '../../hcl/eval/failure.ts';
import { unmark } from '../../hcl/eval/marks.ts';
import { toSafeInteger } from '../../hcl/eval/number.ts';
import { numberType } from '../../hcl/eval/type.ts';
import type { Value } from '../../hcl/eval/value.ts';
import { openReason, unknownValue } from '../../hcl/eval/value.ts';
import type { InstanceKey } from '../address.ts';
import { formatStep, parseAddress } from '../address.ts';
import type { ModuleCall, ResourceDeclaration } from './declarations.ts';
import type { Engine } from './engine.ts';
import { evaluateSource, inFile } from './engine.ts';
import type {
  ConfigFile,
  Module,
  ModuleInstance,
  Repetition,
  ResourceInstance,
  Scope,
  SourceExpression,
} from './types.ts';

/** Instances of a resource or module call by key, or why they cannot be told. */
export type Expansion<T> =
  | {
      readonly kind: 'known';
      readonly mode: 'single' | 'count' | 'for_each';
      readonly instances: ReadonlyMap<InstanceKey, T>;
    }
  | {
      readonly kind: 'unknown';
      readonly reason: string;
      /** One that stands for all, where that was asked for. */
      readonly assumed?: readonly [InstanceKey, T];
    };

interface Repeated {
  readonly count?: SourceExpression;
  readonly forEach?: SourceExpression;
}

/** More instances than this are a mistake, or an attack on memory. */
const maxCount = 100_000;

/** Scope of a block that stands at the top of a module. */
export function moduleScope(instance: ModuleInstance, file: ConfigFile): Scope {
  return { file, instance, bindings: new Map() };
}

function expand<T>(
  engine: Engine,
  repeated: Repeated,
  scope: Scope,
  make: (key: InstanceKey, scope: Scope) => T,
): Expansion<T> {
  const { count, forEach } = repeated;
  if (forEach !== undefined) return expandForEach(engine, forEach, scope, make);
  if (count !== undefined) return expandCount(engine, count, scope, make);
  const instances = new Map<InstanceKey, T>([[undefined, make(undefined, scope)]]);
  return { kind: 'known', mode: 'single', instances };
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
  make: (key: InstanceKey, scope: Scope) => T,
): Expansion<T> {
  const value = convert(unmark(evaluateSource(engine, source, scope)), numberType);
  if (!isFailure(value) && value.kind === 'unknown') {
    const repetition: Repetition = {
      kind: 'count',
      index: 0,
      source,
      scope: inFile(scope, source.file),
      assumed: true,
    };
    return { kind: 'unknown', reason: value.reason, ...assumed(engine, scope, repetition, make) };
  }
  const count =
    !isFailure(value) && value.kind === 'number' ? toSafeInteger(value.value) : undefined;
  if (count === undefined || count < 0 || count > maxCount) {
    return refuse(engine, source, 'The count must be a whole number, 0 or larger.');
  }
  const instances = new Map<InstanceKey, T>();
  for (let index = 0; index < count; index += 1) {
    const repetition: Repetition = {
      kind: 'count',
      index,
      source,
      scope: inFile(scope, source.file),
    };
    instances.set(index, make(index, { ...scope, repetition }));
  }
  return { kind: 'known', mode: 'count', instances };
}

function expandForEach<T>(
  engine: Engine,
  source: SourceExpression,
  scope: Scope,
  make: (key: InstanceKey, scope: Scope) => T,
): Expansion<T> {
  const value = unmark(evaluateSource(engine, source, scope));
  const open = openReason(value);
  const unknown = (reason: string): Expansion<T> => {
    const repetition: Repetition = {
      kind: 'for_each',
      key: '*',
      value: unknownValue(reason),
      source,
      scope: inFile(scope, source.file),
      assumed: true,
    };
    return { kind: 'unknown', reason, ...assumed(engine, scope, repetition, make) };
  };
  if (open !== undefined) return unknown(open);
  const entries = forEachEntries(value);
  if (entries === undefined) {
    return refuse(engine, source, 'for_each must be a map, an object, or a set of strings.');
  }
  if (entries === 'unknown') {
    return unknown('the set in for_each has unknown members');
  }
  const instances = new Map<InstanceKey, T>();
  for (const [key, item] of entries) {
    const repetition: Repetition = {
      kind: 'for_each',
      key,
      value: item,
      source,
      scope: inFile(scope, source.file),
    };
    instances.set(key, make(key, { ...scope, repetition }));
  }
  return { kind: 'known', mode: 'for_each', instances };
}

function assumed<T>(
  { options }: Engine,
  scope: Scope,
  repetition: Repetition,
  make: (key: InstanceKey, scope: Scope) => T,
): { readonly assumed?: readonly [InstanceKey, T] } {
  if (options.assumes !== true) return {};
  const key = repetition.kind === 'count' ? repetition.index : repetition.key;
  return { assumed: [key, make(key, { ...scope, repetition })] };
}

/** All instances, or the one that stands for them. */
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

function join(instance: ModuleInstance, local: string): string {
  return instance.address === '' ? local : `${instance.address}.${local}`;
}

function cycle<T>(engine: Engine, source: SourceExpression | undefined) {
  return (trail: string): Expansion<T> => {
    const reason = `This depends on itself: ${trail}.`;
    if (source !== undefined) {
      engine.report.at(source.file, { message: reason, start: source.expr.start }, 'cycle');
    }
    return { kind: 'unknown', reason };
  };
}

/** Instances of a module call within one instance of the calling module. */
export function callInstances(
  engine: Engine,
  parent: ModuleInstance,
  call: ModuleCall,
): Expansion<ModuleInstance> {
  const { module } = call;
  const local = `module.${call.name}`;
  if (module === undefined) {
    return { kind: 'unknown', reason: `the files of ${join(parent, local)} are not there` };
  }
  const key = `${join(parent, local)} (instances)`;
  const source = call.forEach ?? call.count;
  return engine.memo.once(
    key,
    () =>
      expand(engine, call, moduleScope(parent, call.file), (instanceKey, scope) => ({
        address: join(parent, formatStep({ name: local, key: instanceKey })),
        module,
        caller: { call, key: instanceKey, scope },
      })),
    cycle(engine, source),
  );
}

/** Instances of a resource or data source within one instance of its module. */
export function resourceInstances(
  engine: Engine,
  parent: ModuleInstance,
  declaration: ResourceDeclaration,
): Expansion<ResourceInstance> {
  const address = resourceAddress(parent, declaration);
  const source = declaration.forEach ?? declaration.count;
  return engine.memo.once(
    `${address} (instances)`,
    () =>
      expand(engine, declaration, moduleScope(parent, declaration.file), (key, scope) => ({
        address: formatStep({ name: address, key }),
        key,
        declaration,
        scope,
      })),
    cycle(engine, source),
  );
}

/** Address of a resource in a module instance, without instance key. */
export function resourceAddress(
  instance: ModuleInstance,
  { mode, type, name }: ResourceDeclaration,
): string {
  return join(instance, `${mode === 'data' ? 'data.' : ''}${type}.${name}`);
}

/** All instances of a module, whatever way leads to them. */
export function moduleInstances(engine: Engine, module: Module): readonly ModuleInstance[] {
  const { root, modules } = engine.configuration;
  let found: readonly ModuleInstance[] = [{ address: '', module: root }];
  for (const [depth, name] of module.path.entries()) {
    const call = modules.get(module.path.slice(0, depth).join('.'))?.calls.get(name);
    if (call === undefined) return [];
    found = found.flatMap((parent) => instancesIn(callInstances(engine, parent, call)));
  }
  return found;
}

/** The instance at an address, found without expanding anything that is not on the way. */
export function findInstance(engine: Engine, address: string): ResourceInstance | undefined {
  const parsed = parseAddress(address);
  if (parsed === undefined) return undefined;
  let parent: ModuleInstance = { address: '', module: engine.configuration.root };
  for (const { name, key } of parsed.modules) {
    const call = parent.module.calls.get(name);
    const child = call && selected(callInstances(engine, parent, call), key);
    if (child === undefined) return undefined;
    parent = child;
  }
  const { mode, type, name, key } = parsed;
  const { data, resources } = parent.module;
  const declaration = (mode === 'data' ? data : resources).get(`${type}.${name}`);
  const found = declaration && selected(resourceInstances(engine, parent, declaration), key);
  // Other spellings of an address name nothing.
  return found?.address === address ? found : undefined;
}

function selected<T>(expansion: Expansion<T>, key: InstanceKey): T | undefined {
  if (expansion.kind === 'known') return expansion.instances.get(key);
  const { assumed: one } = expansion;
  return one !== undefined && one[0] === key ? one[1] : undefined;
}
