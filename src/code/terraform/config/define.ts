import type { Expression } from '../../hcl/syntax/ast.ts';
import type { InstanceKey } from '../address.ts';
import type { VariableBlock } from './blocks.ts';
import type { Definition } from './definition.ts';
import type { Engine } from './engine.ts';
import { evaluateSource } from './engine.ts';
import { callInstances, moduleScope, resourceInstances } from './expand.ts';
import { keyStep } from './key.ts';
import type { Expansion } from './repeat.ts';
import type { ModuleInstance, Scope } from './scope.ts';

/**
 * The definition that a reference leads to; undefined if `expr` is not a reference, or if it cannot
 * be determined.
 */
export function define(engine: Engine, scope: Scope, expr: Expression): Definition | undefined {
  const reference = readReference(engine, scope, expr);
  if (reference === undefined) return undefined;
  const { root, steps } = reference;
  const binding = scope.bindings.get(root);
  if (binding !== undefined) return defineIterator(scope, root, steps);
  if (scope.isolated === true) return undefined;
  const [name, ...rest] = steps;
  if (typeof name !== 'string') return undefined;
  const { instance } = scope;
  switch (root) {
    case 'var':
      return defineVariable(engine, instance, name, rest);
    case 'local': {
      const local = instance.module.locals.get(name);
      if (local === undefined) return undefined;
      const { file, expr: value } = local;
      return { kind: 'local', name, file, expr: value, scope: moduleScope(instance, file), rest };
    }
    case 'module':
      return defineOutput(engine, instance, name, rest);
    case 'each':
    case 'count':
      return defineRepetition(scope, root, name, rest);
    case 'path':
    case 'terraform':
    case 'self':
      return undefined;
    case 'data':
      return defineResource(engine, instance, 'data', steps);
    case 'resource':
      return defineResource(engine, instance, 'managed', steps);
    default:
      return defineResource(engine, instance, 'managed', [root, ...steps]);
  }
}

type Steps = readonly (string | number)[];

/** Reads `root.a["b"][0]`, evaluating its indexes. */
function readReference(
  engine: Engine,
  scope: Scope,
  expr: Expression,
): { readonly root: string; readonly steps: Steps } | undefined {
  const steps: (string | number)[] = [];
  let at = expr;
  for (;;) {
    switch (at.kind) {
      case 'variable':
        return { root: at.name, steps: steps.reverse() };
      case 'parentheses':
        at = at.value;
        break;
      case 'get':
        steps.push(at.name);
        at = at.of;
        break;
      case 'legacy-index':
        steps.push(at.index);
        at = at.of;
        break;
      case 'index': {
        const step = keyStep(engine.evaluate(at.key, scope));
        if (step === undefined) return undefined;
        steps.push(step);
        at = at.of;
        break;
      }
      default:
        return undefined;
    }
  }
}

function defineIterator(scope: Scope, root: string, steps: Steps): Definition | undefined {
  const binding = scope.bindings.get(root);
  if (binding === undefined) return undefined;
  const { key, value, collection } = binding;
  const base = { kind: 'iterator', key, value, ...collection, scope: binding.scope } as const;
  if (binding.shape !== 'entry') return { ...base, part: binding.shape, rest: steps };
  const [part, ...rest] = steps;
  return part === 'key' || part === 'value' ? { ...base, part, rest } : undefined;
}

function defineRepetition(
  { repetition }: Scope,
  root: 'each' | 'count',
  name: string,
  rest: Steps,
): Definition | undefined {
  if (repetition === undefined) return undefined;
  const { source, scope } = repetition;
  if (repetition.kind === 'count') {
    if (root !== 'count' || name !== 'index') return undefined;
    return { kind: 'count', index: repetition.index, ...source, scope, rest };
  }
  if (root !== 'each' || (name !== 'key' && name !== 'value')) return undefined;
  return { kind: 'each', part: name, key: repetition.key, ...source, scope, rest };
}

function defineVariable(
  engine: Engine,
  instance: ModuleInstance,
  name: string,
  rest: Steps,
): Definition | undefined {
  const declaration = instance.module.variables.get(name);
  if (declaration === undefined) return undefined;
  const { caller } = instance;
  if (caller === undefined) {
    const sources = engine.configuration.inputs.get(name) ?? [];
    return { kind: 'variable', declaration, sources, rest };
  }
  const { call, scope } = caller;
  const argument = call.inputs.get(name);
  if (argument !== undefined && !isReplaced(engine, argument, declaration, scope)) {
    const { file, expr } = argument;
    return { kind: 'argument', declaration, call, file, expr, scope, rest };
  }
  const { default: fallback } = declaration;
  const isolated =
    fallback && ({ ...moduleScope(instance, fallback.file), isolated: true } as const);
  const sources =
    fallback === undefined || isolated === undefined
      ? []
      : [{ kind: 'default' as const, ...fallback, scope: isolated }];
  return { kind: 'variable', declaration, sources, caller: { call, scope }, rest };
}

/** True if a null argument is replaced by the default of a variable that is not nullable. */
function isReplaced(
  engine: Engine,
  argument: { readonly file: Scope['file']; readonly expr: Expression },
  declaration: VariableBlock,
  scope: Scope,
): boolean {
  if (declaration.nullable || declaration.default === undefined) return false;
  return evaluateSource(engine, argument, scope).kind === 'null';
}

/** The instance that the steps select, and the remaining steps. */
function selectInstance<T>(
  expansion: Expansion<T>,
  steps: Steps,
): { readonly instance: T; readonly rest: Steps } | undefined {
  if (expansion.kind !== 'known') return undefined;
  const { mode, instances } = expansion;
  const [step, ...after] = steps;
  const key: InstanceKey = mode === 'single' ? undefined : keyFor(mode, step);
  const instance = instances.get(key);
  if (instance === undefined) return undefined;
  return { instance, rest: mode === 'single' ? steps : after };
}

function keyFor(mode: 'count' | 'for_each', step: string | number | undefined): InstanceKey {
  if (step === undefined) return undefined;
  return mode === 'count' ? Number(step) : String(step);
}

function defineOutput(
  engine: Engine,
  parent: ModuleInstance,
  name: string,
  steps: Steps,
): Definition | undefined {
  const call = parent.module.calls.get(name);
  const selected = call && selectInstance(callInstances(engine, parent, call), steps);
  if (selected === undefined) return undefined;
  const { instance } = selected;
  const [output, ...rest] = selected.rest;
  const declaration = instance.module.outputs.get(String(output));
  if (declaration?.value === undefined) return undefined;
  const { file, expr } = declaration.value;
  return { kind: 'output', declaration, file, expr, scope: moduleScope(instance, file), rest };
}

function defineResource(
  engine: Engine,
  parent: ModuleInstance,
  mode: 'managed' | 'data',
  steps: Steps,
): Definition | undefined {
  const [type, name, ...after] = steps;
  const { data, resources } = parent.module;
  const declaration = (mode === 'data' ? data : resources).get(`${type}.${name}`);
  if (declaration === undefined) return undefined;
  const expansion = resourceInstances(engine, parent, declaration);
  const selected = selectInstance(expansion, after);
  if (selected === undefined) return undefined;
  const { instance, rest } = selected;
  return { kind: mode === 'data' ? 'data' : 'resource', address: instance.address, rest };
}
