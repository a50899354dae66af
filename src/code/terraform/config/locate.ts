import type { AttributePath, PathStep } from '../../../model/path.ts';
import type { Layers } from './body.ts';
import { lastAttribute, mergedBlocks, sourceLayers } from './body.ts';
import { agreesWithElement } from './element.ts';
import type { Engine } from './engine.ts';
import { inFile } from './engine.ts';
import type { BlockOccurrence, Location } from './location.ts';
import { blockOccurrences, occurrenceValue } from './nested.ts';
import type { ResourceInstance, Scope } from './scope.ts';
import type { SourceBlock } from './source.ts';

/** Where the code declares the value at a path of an instance. */
export function locateValue(
  engine: Engine,
  { declaration, scope }: ResourceInstance,
  path: AttributePath,
): Location {
  return locateIn(engine, { layers: sourceLayers(declaration), scope, through: [] }, path);
}

interface Container {
  readonly layers: Layers;
  readonly scope: Scope;
  readonly through: readonly BlockOccurrence[];
}

function locateIn(engine: Engine, container: Container, path: AttributePath): Location {
  const { layers, scope, through } = container;
  const [first, ...rest] = path;
  if (typeof first !== 'string') return absent(container, path);
  const attribute = lastAttribute(layers, first);
  if (attribute !== undefined) {
    const here = inFile(scope, attribute.file);
    return { kind: 'attribute', ...attribute, scope: here, rest, through };
  }
  const sources = mergedBlocks(layers).get(first);
  if (sources === undefined) return absent(container, path);
  const { list } = blockOccurrences(engine, sources, scope);
  if (rest.length === 0) return allBlocks(container, first, sources, list);
  const [step, ...inner] = rest;
  const picked = pick(engine, list, step);
  if (picked === undefined) return absent(container, path);
  // A block may be given without an index if there is only one.
  return locateBlock(engine, container, picked, typeof step === 'string' ? rest : inner);
}

function locateBlock(
  engine: Engine,
  { through }: Container,
  occurrence: BlockOccurrence,
  rest: AttributePath,
): Location {
  if (rest.length === 0) return { kind: 'block', occurrence, through };
  const { file, content, scope } = occurrence;
  const inner = { layers: [{ file, block: content }], scope, through: [...through, occurrence] };
  return locateIn(engine, inner, rest);
}

/** The block that a step of a path selects. */
export function pick(
  engine: Engine,
  list: readonly BlockOccurrence[],
  step: PathStep | undefined,
): BlockOccurrence | undefined {
  if (typeof step === 'number') return list[step];
  if (typeof step === 'string') return list.length === 1 ? list[0] : undefined;
  if (step === undefined) return undefined;
  return list.find((each) => agreesWithElement(occurrenceValue(engine, each), step.element));
}

function absent({ layers, scope, through }: Container, rest: AttributePath): Location {
  const parent = baseOf(layers);
  return { kind: 'absent', parent, scope: inFile(scope, parent.file), rest, through };
}

function baseOf(layers: Layers): SourceBlock {
  const [base] = layers;
  if (base === undefined) throw new TypeError('A body has at least one layer');
  return base;
}

function allBlocks(
  { layers, scope, through }: Container,
  type: string,
  sources: readonly SourceBlock[],
  occurrences: readonly BlockOccurrence[],
): Location {
  const dynamics = sources.filter(({ block }) => block.type === 'dynamic');
  const [first] = sources;
  const holder = layers.find(({ block }) => block.body.items.some((item) => item === first?.block));
  const parent = holder ?? baseOf(layers);
  const here = inFile(scope, parent.file);
  return { kind: 'blocks', type, occurrences, dynamics, parent, scope: here, through };
}
