import { own } from '../../../model/json.ts';
import { valueFromJson } from '../../hcl/eval/json.ts';
import type { Value } from '../../hcl/eval/value.ts';
import { objectValue, unknownValue } from '../../hcl/eval/value.ts';
import type { InstanceKey } from '../address.ts';
import { formatStep } from '../address.ts';
import {
  computedAttributes,
  computedValue,
  policyDocumentType,
} from '../policy-document/compute.ts';
import { lastAttribute, mergedBlocks, sourceLayers } from './body.ts';
import { conform } from './conform.ts';
import type { Engine } from './engine.ts';
import { evaluateSource, valueOnce } from './engine.ts';
import { blocksValue, bodyValues } from './nested.ts';
import type { Expansion } from './repeat.ts';
import type { ResourceInstance } from './scope.ts';

/**
 * The value of an attribute for references: from the code if it sets one, else from the state, else
 * unknown.
 */
export function resourceAttribute(engine: Engine, instance: ResourceInstance, name: string): Value {
  const layers = sourceLayers(instance.declaration);
  const attribute = lastAttribute(layers, name);
  return valueOnce(engine, `${instance.address}.${name}`, attribute, () => {
    const policy = policyAttribute(engine, instance, name);
    if (policy !== undefined) return policy;
    const blocks = mergedBlocks(layers).get(name);
    if (attribute === undefined && blocks === undefined) return fromState(engine, instance, name);
    const declared =
      attribute === undefined
        ? blocksValue(engine, blocks ?? [], instance.scope)
        : evaluateSource(engine, attribute, instance.scope);
    return combine(engine, instance, name, declared);
  });
}

/**
 * An entire instance for references: the values from the code and the state. Other attributes,
 * computed ones or those not stored because they are sensitive, are unknown.
 */
export function resourceObject(engine: Engine, instance: ResourceInstance): Value {
  const { address, declaration, scope } = instance;
  const state = engine.state.get(address) ?? {};
  const layers = sourceLayers(declaration);
  return valueOnce(engine, `${address} (all attributes)`, undefined, () => {
    const entries = new Map<string, Value>();
    for (const [name, json] of Object.entries(state)) entries.set(name, valueFromJson(json));
    for (const [name, value] of bodyValues(engine, layers, scope, true)) {
      entries.set(name, combine(engine, instance, name, value));
    }
    for (const name of computedAttributes) {
      const policy = policyAttribute(engine, instance, name);
      if (policy !== undefined) entries.set(name, policy);
    }
    return { ...objectValue(entries), open: notInState(address) };
  });
}

/**
 * An attribute of a policy document, computed from the current code; the state has the result of an
 * earlier version.
 */
function policyAttribute(
  engine: Engine,
  { declaration, scope }: ResourceInstance,
  name: string,
): Value | undefined {
  const { mode, type } = declaration;
  if (mode !== 'data' || type !== policyDocumentType || !computedAttributes.has(name)) {
    return undefined;
  }
  return computedValue(bodyValues(engine, sourceLayers(declaration), scope, true), name);
}

/** The instances in the state of a resource whose instances cannot be determined from the code. */
export function stateInstances(engine: Engine, address: string, reason: string): Expansion<Value> {
  const keys = engine.state.keys(address);
  const instances = new Map<InstanceKey, Value>();
  for (const key of keys) {
    const state = engine.state.get(formatStep({ name: address, key }));
    const entries = Object.entries(state ?? {}).map(
      ([name, json]) => [name, valueFromJson(json)] as const,
    );
    instances.set(key, { ...objectValue(entries), open: notInState(address) });
  }
  const [first] = keys;
  if (instances.size === 0) return { kind: 'unknown', reason };
  if (first === undefined) return { kind: 'known', mode: 'single', instances };
  return { kind: 'known', mode: typeof first === 'number' ? 'count' : 'for_each', instances };
}

function combine(engine: Engine, instance: ResourceInstance, name: string, declared: Value): Value {
  const state = engine.state.get(instance.address);
  const json = state === undefined ? undefined : own(state, name);
  if (declared.kind === 'null' || declared.kind === 'unknown') {
    return json === undefined ? orElse(declared, instance, name) : valueFromJson(json);
  }
  return json === undefined ? declared : conform(declared, json);
}

function orElse(declared: Value, { address }: ResourceInstance, name: string): Value {
  // Null in the code means that the provider chooses the value.
  return declared.kind === 'null' ? unknownValue(notInState(`${address}.${name}`)) : declared;
}

function fromState(engine: Engine, { address }: ResourceInstance, name: string): Value {
  const state = engine.state.get(address);
  const json = state === undefined ? undefined : own(state, name);
  if (json === undefined) return unknownValue(notInState(`${address}.${name}`));
  return valueFromJson(json);
}

function notInState(what: string): string {
  return `${what} is not in the state`;
}
