import { loadSchema } from '../../src/providers/schema/load.ts';
import type { AttributeType, BlockSchema } from '../../src/providers/schema/types.ts';
import { type NameMeaning, nameMeanings } from './names.ts';
import type { Fact } from './read.ts';
import { typeMeanings } from './type-names.ts';

/** Maximal depth of nested blocks; anything deeper is too much of a detail. */
const deepest = 4;

/** Facts about attributes and types whose names mean the same wherever a provider uses them. */
export function namesakes(): readonly Fact[] {
  const schema = loadSchema();
  return schema.types().flatMap((type) => {
    const block = schema.resource(type);
    const places = block === undefined ? [] : placesOf(block, []);
    return [...wholeFacts(type), ...places.flatMap((place) => factOf(type, place) ?? [])];
  });
}

/** Facts by name for places without any other fact, since specific facts take precedence. */
export function unlessKnown(named: readonly Fact[], facts: readonly Fact[]): readonly Fact[] {
  const known = new Set(facts.map(({ type, path }) => `${type} ${path}`));
  return named.filter(({ type, path }) => !known.has(`${type} ${path}`));
}

interface Place {
  readonly path: readonly string[];
  readonly type: AttributeType;
}

/** Attributes that code may set. */
function placesOf(block: BlockSchema, above: readonly string[]): readonly Place[] {
  const own = [...block.attributes].flatMap(([name, { type, required, optional }]) =>
    required || optional ? [{ path: [...above, name], type }] : [],
  );
  if (above.length === deepest) return own;
  const within = [...block.blocks].flatMap(([name, nested]) =>
    placesOf(nested.block, [...above, name]),
  );
  return [...own, ...within];
}

function wholeFacts(type: string): readonly Fact[] {
  const meant = typeMeanings.find(({ of }) => of.test(type));
  if (meant === undefined) return [];
  const { of: _, ...meaning } = meant;
  return [{ provider: providerOf(type), type, path: '-', ...meaning, sources: 'own' }];
}

function providerOf(type: string): string {
  return type.slice(0, type.indexOf('_'));
}

function factOf(type: string, { path, type: value }: Place): Fact | undefined {
  const name = path.at(-1) ?? '';
  const meant = nameMeanings.find(
    (each) =>
      each.names.includes(name) &&
      (each.kind ?? 'bool') === value.kind &&
      (each.of === undefined || each.of.test(type)) &&
      (each.notOf === undefined || !each.notOf.test(type)),
  );
  return (
    meant && {
      provider: providerOf(type),
      type,
      path: path.join('.'),
      ...meaningOf(meant),
      sources: 'own',
    }
  );
}

function meaningOf({ predicate, dimension, severity, meaning }: NameMeaning) {
  return { predicate, dimension, severity, meaning };
}
