import type { InstanceKey } from '../address.ts';
import { formatStep, parseAddress } from '../address.ts';
import type { ModuleCall, ResourceDefinition } from './blocks.ts';
import type { Module } from './configuration.ts';
import type { Engine } from './engine.ts';
import { type Expansion, expand, instancesIn } from './repeat.ts';
import type { ModuleInstance, ResourceInstance, Scope } from './scope.ts';
import type { SourceExpression, SourceFile } from './source.ts';

/** The scope of a top-level block in a module. */
export function moduleScope(instance: ModuleInstance, file: SourceFile): Scope {
  return { file, instance, bindings: new Map() };
}

/** The address of something in a module. */
export function addressInModule(instance: ModuleInstance, local: string): string {
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
    return {
      kind: 'unknown',
      reason: `the files of ${addressInModule(parent, local)} are not there`,
    };
  }
  const key = `${addressInModule(parent, local)} (instances)`;
  const source = call.forEach ?? call.count;
  return engine.memo.once(
    key,
    () =>
      expand(engine, call, moduleScope(parent, call.file), (instanceKey, scope) => ({
        address: addressInModule(parent, formatStep({ name: local, key: instanceKey })),
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
  declaration: ResourceDefinition,
): Expansion<ResourceInstance> {
  const address = instanceAddress(parent, declaration);
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
export function instanceAddress(
  instance: ModuleInstance,
  { mode, type, name }: ResourceDefinition,
): string {
  return addressInModule(instance, `${mode === 'data' ? 'data.' : ''}${type}.${name}`);
}

/** All instances of a module, over all instances of the modules that call it. */
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

/**
 * The instance at an address. Only the resource and the module calls in the address are expanded.
 */
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
  // Other spellings of an address are not accepted.
  return found?.address === address ? found : undefined;
}

function selected<T>(expansion: Expansion<T>, key: InstanceKey): T | undefined {
  if (expansion.kind === 'known') return expansion.instances.get(key);
  const { assumed: one } = expansion;
  return one !== undefined && one[0] === key ? one[1] : undefined;
}
