import type { Failure } from '../../hcl/eval/failure.ts';
import { failure } from '../../hcl/eval/failure.ts';
import type { EvalScope, EvaluationStep, ResolvedReference } from '../../hcl/eval/scope.ts';
import { resolved } from '../../hcl/eval/scope.ts';
import type { Value } from '../../hcl/eval/value.ts';
import {
  integerValue,
  nullValue,
  objectValue,
  stringValue,
  tupleValue,
  unknownValue,
} from '../../hcl/eval/value.ts';
import type { OutputBlock } from './blocks.ts';
import type { Engine } from './engine.ts';
import { evaluateSource, valueOnce } from './engine.ts';
import { callInstances, instanceAddress, moduleScope, resourceInstances } from './expand.ts';
import { instanceKey } from './key.ts';
import type { Expansion } from './repeat.ts';
import { resourceAttribute, resourceObject, stateInstances } from './resource-value.ts';
import type { Binding, ModuleInstance, Repetition, ResourceInstance, Scope } from './scope.ts';
import { variableValue } from './variable.ts';

/** Resolves names in a scope for the evaluator. */
export function createEvalScope(engine: Engine, scope: Scope): EvalScope {
  return {
    host: engine.host,
    lookup: (root, steps) => lookup(engine, scope, root, steps),
    report: (diagnostic) => engine.report.at(scope.file, diagnostic, 'invalid-expression'),
  };
}

type Found = ResolvedReference | Failure | undefined;

function lookup(
  engine: Engine,
  scope: Scope,
  root: string,
  steps: readonly EvaluationStep[],
): Found {
  const binding = scope.bindings.get(root);
  if (binding !== undefined) return resolved(bindingValue(binding), 0);
  if (scope.isolated === true) return failure('Variables are not allowed here.');
  const [first] = steps;
  const name = first?.kind === 'attribute' ? first.name : undefined;
  if (name === undefined) return undefined;
  const { instance } = scope;
  switch (root) {
    case 'var':
      return variable(engine, instance, name);
    case 'local':
      return local(engine, instance, name);
    case 'module':
      return moduleCall(engine, instance, name, steps);
    case 'each':
      return each(scope.repetition, name);
    case 'count':
      return count(scope.repetition, name);
    case 'path':
      return path(engine, instance, name);
    case 'terraform':
      return workspace(engine, name);
    case 'self':
      return selfAttribute(engine, scope.self, name, steps);
    case 'data':
      return resource(engine, instance, steps.slice(1), name, 'data', 1);
    case 'resource':
      return resource(engine, instance, steps.slice(1), name, 'managed', 1);
    default:
      return resource(engine, instance, steps, root, 'managed', 0);
  }
}

/** The value of an iterator. */
function bindingValue({ shape, key, value }: Binding): Value {
  if (shape === 'key') return key;
  if (shape === 'value') return value;
  return objectValue([
    ['key', key],
    ['value', value],
  ]);
}

function variable(engine: Engine, instance: ModuleInstance, name: string): Found {
  const declaration = instance.module.variables.get(name);
  if (declaration === undefined) return failure(`There is no variable "${name}" in this module.`);
  return resolved(variableValue(engine, instance, declaration), 1);
}

function local(engine: Engine, instance: ModuleInstance, name: string): Found {
  const declaration = instance.module.locals.get(name);
  if (declaration === undefined) return failure(`There is no local value "${name}" here.`);
  const key = `${instance.address}|local.${name}`;
  const value = valueOnce(engine, key, declaration, () =>
    engine.evaluate(declaration.expr, moduleScope(instance, declaration.file)),
  );
  return resolved(value, 1);
}

function each(repetition: Repetition | undefined, name: string): Found {
  if (repetition?.kind !== 'for_each') return failure('each is only known under for_each.');
  if (repetition.assumed) return resolved(unknownValue('the keys of for_each are not known'), 1);
  if (name === 'key') return resolved(stringValue(repetition.key), 1);
  return name === 'value' ? resolved(repetition.value, 1) : failure(`each has no "${name}".`);
}

function count(repetition: Repetition | undefined, name: string): Found {
  if (repetition?.kind !== 'count') return failure('count is only known under count.');
  if (repetition.assumed) return resolved(unknownValue('the count is not known'), 1);
  if (name === 'index') return resolved(integerValue(repetition.index), 1);
  return failure(`count has no "${name}".`);
}

function selfAttribute(
  engine: Engine,
  self: ResourceInstance | undefined,
  name: string,
  steps: readonly EvaluationStep[],
): Found {
  if (self !== undefined) return resolved(resourceAttribute(engine, self, name), 1);
  return resolved(unknownValue('self is only known while a resource is made'), steps.length);
}

function path(engine: Engine, { module }: ModuleInstance, name: string): Found {
  const { rootDir } = engine.configuration;
  switch (name) {
    case 'root':
      return resolved(stringValue('.'), 1);
    case 'module':
      return resolved(stringValue(relativeTo(rootDir, module.dir)), 1);
    case 'cwd':
      return resolved(unknownValue('path.cwd depends on the machine'), 1);
    default:
      return failure(`path has no "${name}".`);
  }
}

/** The path of a folder relative to that of the root module. */
function relativeTo(root: string, dir: string): string {
  const from = root === '' ? [] : root.split('/');
  const to = dir === '' ? [] : dir.split('/');
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  const parts = [...from.slice(shared).map(() => '..'), ...to.slice(shared)];
  return parts.length === 0 ? '.' : parts.join('/');
}

function workspace(engine: Engine, name: string): Found {
  if (name === 'workspace') return resolved(stringValue(engine.configuration.workspace), 1);
  if (name === 'applying') return resolved(unknownValue('known during apply'), 1);
  return failure(`terraform has no "${name}".`);
}

/** Narrows an expansion to what the steps select: one instance, or all of them as a value. */
function narrow<T>(
  expansion: Expansion<T>,
  step: EvaluationStep | undefined,
  whole: (instance: T) => Value,
):
  | { readonly kind: 'one'; readonly instance: T; readonly used: number }
  | ResolvedReference
  | Failure {
  if (expansion.kind === 'unknown') return resolved(unknownValue(expansion.reason), 0);
  const { mode, instances } = expansion;
  const [only] = instances.values();
  if (mode === 'single' && only !== undefined) return { kind: 'one', instance: only, used: 0 };
  // An instance disabled by `enabled = false`.
  if (mode === 'single') return resolved(nullValue(), 0);
  if (step?.kind === 'index') {
    const key = instanceKey(step.key(), mode);
    if (key.kind === 'unknown') return resolved(unknownValue(key.reason), 1);
    const found = key.kind === 'known' ? instances.get(key.key) : undefined;
    if (found !== undefined) return { kind: 'one', instance: found, used: 1 };
    return failure('There is no instance with this key.');
  }
  if (mode === 'count') return resolved(tupleValue([...instances.values()].map(whole)), 0);
  const entries = [...instances].map(([key, each]) => [String(key), whole(each)] as const);
  return resolved(objectValue(entries), 0);
}

function moduleCall(
  engine: Engine,
  instance: ModuleInstance,
  name: string,
  steps: readonly EvaluationStep[],
): Found {
  const call = instance.module.calls.get(name);
  if (call === undefined) return failure(`There is no module "${name}" here.`);
  const expansion = callInstances(engine, instance, call);
  const whole = (child: ModuleInstance): Value => outputs(engine, child);
  const selected = narrow(expansion, steps[1], whole);
  if (selected.kind === 'failure') return selected;
  if (selected.kind === 'resolved') return resolved(selected.value, selected.used + 1);
  const used = selected.used + 1;
  const next = steps[used];
  if (next?.kind !== 'attribute') return resolved(whole(selected.instance), used);
  const output = selected.instance.module.outputs.get(next.name);
  if (output === undefined) return failure(`module.${name} has no output "${next.name}".`);
  return resolved(outputValue(engine, selected.instance, output), used + 1);
}

function outputs(engine: Engine, child: ModuleInstance): Value {
  const all = [...child.module.outputs.values()];
  return objectValue(all.map((output) => [output.name, outputValue(engine, child, output)]));
}

function outputValue(engine: Engine, child: ModuleInstance, output: OutputBlock): Value {
  const { name, value: source, sensitive } = output;
  if (source === undefined) return unknownValue(`output ${name} has no value`);
  const value = valueOnce(engine, `${child.address}|output.${name}`, source, () =>
    evaluateSource(engine, source, moduleScope(child, source.file)),
  );
  return sensitive ? { ...value, sensitive: true } : value;
}

function resource(
  engine: Engine,
  instance: ModuleInstance,
  steps: readonly EvaluationStep[],
  type: string,
  mode: 'managed' | 'data',
  before: number,
): Found {
  const [step] = steps;
  const name = step?.kind === 'attribute' ? step.name : '';
  const { data, resources } = instance.module;
  const declaration = (mode === 'data' ? data : resources).get(`${type}.${name}`);
  if (declaration === undefined) {
    const prefix = mode === 'data' ? 'data.' : '';
    return failure(`There is no ${prefix}${type}.${name} in this module.`);
  }
  const expansion = resourceInstances(engine, instance, declaration);
  const used = before + 1;
  if (expansion.kind === 'unknown') {
    const known = stateInstances(engine, instanceAddress(instance, declaration), expansion.reason);
    const found = narrow(known, steps[1], (each) => each);
    if (found.kind === 'one') return resolved(found.instance, found.used + used);
    return found.kind === 'failure' ? found : resolved(found.value, found.used + used);
  }
  const whole = (each: ResourceInstance): Value => resourceObject(engine, each);
  const selected = narrow(expansion, steps[1], whole);
  if (selected.kind === 'failure') return selected;
  if (selected.kind === 'resolved') return resolved(selected.value, selected.used + used);
  const next = steps[1 + selected.used];
  if (next?.kind !== 'attribute') {
    return resolved(whole(selected.instance), selected.used + used);
  }
  const value = resourceAttribute(engine, selected.instance, next.name);
  return resolved(value, selected.used + used + 1);
}
