import { compareText } from '../../../model/text.ts';
import { evaluate } from '../../hcl/eval/evaluate.ts';
import type { Value } from '../../hcl/eval/value.ts';
import type { ResourceDefinition } from './blocks.ts';
import { sourceLayers } from './body.ts';
import type { Configuration } from './configuration.ts';
import { defaultTagsOf, providerTags } from './default-tags.ts';
import { define } from './define.ts';
import type { Engine } from './engine.ts';
import { createMemo, inFile } from './engine.ts';
import {
  addressInModule,
  callInstances,
  findInstance,
  instanceAddress,
  moduleInstances,
  resourceInstances,
} from './expand.ts';
import { createHost } from './host.ts';
import { locateValue } from './locate.ts';
import { createEvalScope } from './lookup.ts';
import { bodyValue, bodyValues } from './nested.ts';
import { createReport } from './problems.ts';
import { instancesIn } from './repeat.ts';
import type { Binding, ResourceInstance, Scope } from './scope.ts';
import type { Evaluation, EvaluationOptions, StateValues, Unexpanded } from './types.ts';
import { declaredValue } from './value-at.ts';

/** The state of a project that has never been applied. */
const emptyState: StateValues = { get: () => undefined, keys: () => [] };

/** Creates an evaluation of a configuration, which computes values on request. */
export function createEvaluation(
  configuration: Configuration,
  state: StateValues = emptyState,
  options: EvaluationOptions = {},
): Evaluation {
  const engine = createEngine(configuration, state, options);
  const inventory = lazily(() => takeInventory(engine));
  const instance = remembering((address: string) => findInstance(engine, address));
  return {
    configuration,
    addresses: () => inventory().addresses,
    unexpanded: () => inventory().unexpanded,
    instance,
    instancesOf: (declaration) => instancesOf(engine, declaration),
    moduleInstances: (module) => moduleInstances(engine, module),
    valueAt: (address, path) => {
      const found = instance(address);
      return found && declaredValue(engine, found, path);
    },
    attributes: remembering((address) => attributesOfInstance(engine, instance(address))),
    attribute: (found, name) =>
      bodyValue(engine, sourceLayers(found.declaration), found.scope, name),
    evaluate: engine.evaluate,
    define: (scope, expr) => define(engine, scope, expr),
    locate: (address, path) => {
      const found = instance(address);
      return found && locateValue(engine, found, path);
    },
    defaultTags: (address) => {
      const found = instance(address);
      return found === undefined ? new Map() : defaultTagsOf(engine, found);
    },
    providerTags: (module, provider) => providerTags(engine, module, provider),
    inFile,
    bind,
    diagnostics: () => engine.report.list(),
  };
}

function createEngine(
  configuration: Configuration,
  state: StateValues,
  options: EvaluationOptions,
): Engine {
  const engine: Engine = {
    configuration,
    state,
    options,
    report: createReport(),
    memo: createMemo(),
    values: new WeakMap(),
    occurrences: new WeakMap(),
    blocks: new WeakMap(),
    host: createHost(configuration, options),
    evaluate: (expr, scope) => evaluate(expr, scope.file.text, createEvalScope(engine, scope)),
  };
  return engine;
}

function lazily<T>(compute: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: compute() };
    return made.value;
  };
}

function remembering<T>(compute: (key: string) => T): (key: string) => T {
  const made = new Map<string, { readonly value: T }>();
  return (key) => {
    const known = made.get(key) ?? { value: compute(key) };
    made.set(key, known);
    return known.value;
  };
}

function bind(scope: Scope, bindings: ReadonlyMap<string, Binding>): Scope {
  return { ...scope, bindings: new Map([...scope.bindings, ...bindings]) };
}

function attributesOfInstance(
  engine: Engine,
  instance: ResourceInstance | undefined,
): ReadonlyMap<string, Value> {
  if (instance === undefined) return new Map();
  return bodyValues(engine, sourceLayers(instance.declaration), instance.scope, true);
}

function instancesOf(engine: Engine, declaration: ResourceDefinition): readonly ResourceInstance[] {
  const module = engine.configuration.modules.get(declaration.modulePath.join('.'));
  if (module === undefined) return [];
  return moduleInstances(engine, module).flatMap((parent) =>
    instancesIn(resourceInstances(engine, parent, declaration)),
  );
}

interface Inventory {
  /** Addresses of managed instances. */
  readonly addresses: readonly string[];
  readonly unexpanded: readonly Unexpanded[];
}

function takeInventory(engine: Engine): Inventory {
  const addresses: string[] = [];
  const unexpanded: Unexpanded[] = [];
  for (const module of engine.configuration.modules.values()) {
    const declarations = [...module.resources.values(), ...module.data.values()];
    for (const parent of moduleInstances(engine, module)) {
      for (const call of module.calls.values()) {
        const expansion = callInstances(engine, parent, call);
        if (expansion.kind === 'known') continue;
        const address = addressInModule(parent, `module.${call.name}`);
        unexpanded.push({ address, reason: expansion.reason });
      }
      for (const declaration of declarations) {
        const expansion = resourceInstances(engine, parent, declaration);
        if (expansion.kind === 'unknown') {
          const address = instanceAddress(parent, declaration);
          unexpanded.push({ address, reason: expansion.reason });
          continue;
        }
        if (declaration.mode === 'data') continue;
        for (const { address } of expansion.instances.values()) addresses.push(address);
      }
    }
  }
  const byAddress = (a: Unexpanded, b: Unexpanded) => compareText(a.address, b.address);
  return { addresses: addresses.sort(), unexpanded: unexpanded.sort(byAddress) };
}
