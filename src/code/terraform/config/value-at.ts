import type { AttributePath, PathStep } from '../../../model/path.ts';
import { mark } from '../../hcl/eval/marks.ts';
import type { Value } from '../../hcl/eval/value.ts';
import { openReason, unknownValue } from '../../hcl/eval/value.ts';
import type { Layers } from './body.ts';
import { lastAttribute, mergedBlocks, sourceLayers } from './body.ts';
import { agreesWithElement } from './element.ts';
import type { Engine } from './engine.ts';
import { evaluateSource } from './engine.ts';
import { pick } from './locate.ts';
import { blockOccurrences, blocksValue, occurrenceValue } from './nested.ts';
import type { ResourceInstance, Scope } from './scope.ts';

/** The declared value at a path of an instance; undefined if the code declares none. */
export function declaredValue(
  engine: Engine,
  { declaration, scope }: ResourceInstance,
  path: AttributePath,
): Value | undefined {
  return valueIn(engine, sourceLayers(declaration), scope, path);
}

function valueIn(
  engine: Engine,
  layers: Layers,
  scope: Scope,
  path: AttributePath,
): Value | undefined {
  const [first, ...rest] = path;
  if (typeof first !== 'string') return undefined;
  const attribute = lastAttribute(layers, first);
  if (attribute !== undefined) return descend(evaluateSource(engine, attribute, scope), rest);
  const sources = mergedBlocks(layers).get(first);
  if (sources === undefined) return undefined;
  const [step, ...inner] = rest;
  if (step === undefined) return blocksValue(engine, sources, scope);
  const { list, unknown } = blockOccurrences(engine, sources, scope);
  const picked = pick(engine, list, step);
  if (picked === undefined) return unknown === undefined ? undefined : unknownValue(unknown);
  const deeper = typeof step === 'string' ? rest : inner;
  if (deeper.length === 0) return occurrenceValue(engine, picked);
  return valueIn(engine, [{ file: picked.file, block: picked.content }], picked.scope, deeper);
}

/** The value at a path inside a value; undefined if there is none. */
function descend(value: Value, path: AttributePath): Value | undefined {
  let at = value;
  for (const step of path) {
    if (at.kind === 'unknown') return at;
    const next = member(at, step);
    if (next === undefined) return undefined;
    at = mark(next, at.sensitive);
  }
  return at;
}

function member(value: Value, step: PathStep): Value | undefined {
  if (typeof step === 'string') {
    if (value.kind !== 'map' && value.kind !== 'object') return undefined;
    const open = openReason(value);
    return value.entries.get(step) ?? (open === undefined ? undefined : unknownValue(open));
  }
  if (value.kind !== 'list' && value.kind !== 'set' && value.kind !== 'tuple') return undefined;
  if (typeof step === 'number') return value.elements[step];
  return value.elements.find((element) => agreesWithElement(element, step.element));
}
