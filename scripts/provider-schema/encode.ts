import type {
  SchemaHeader,
  WireBlock,
  WireNesting,
  WireType,
} from '../../src/providers/schema/format.ts';

/** The parts used of `terraform providers schema -json`. */
export interface SourceProvider {
  readonly resource_schemas?: Readonly<Record<string, { readonly block: SourceBlock }>>;
  readonly data_source_schemas?: Readonly<Record<string, { readonly block: SourceBlock }>>;
}

export interface SourceBlock {
  readonly attributes?: Readonly<Record<string, SourceAttribute>>;
  readonly block_types?: Readonly<Record<string, SourceNested>>;
  readonly deprecated?: boolean;
}

export interface SourceAttribute {
  readonly type?: WireType;
  readonly nested_type?: {
    readonly attributes: Readonly<Record<string, SourceAttribute>>;
    readonly nesting_mode: 'single' | 'list' | 'set' | 'map';
  };
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  readonly write_only?: boolean;
  readonly deprecated?: boolean;
}

interface SourceNested {
  readonly nesting_mode: 'single' | 'group' | 'list' | 'set' | 'map';
  readonly block: SourceBlock;
  readonly min_items?: number;
  readonly max_items?: number;
}

const letters: Readonly<Record<SourceNested['nesting_mode'], WireNesting>> = {
  single: 'o',
  group: 'g',
  list: 'l',
  set: 's',
  map: 'm',
};

/** The lines that `readSchema` reads. The same input gives the same bytes. */
export function encodeSchema(provider: string, version: string, source: SourceProvider): string {
  const types = new Interner<WireType>();
  const blocks = new Interner<WireBlock>();
  const roots = sortedEntries(source.resource_schemas ?? {}).map(
    ([name, { block }]) => `${name}\t${encodeBlock(block, types, blocks)}`,
  );
  const header: SchemaHeader = {
    format: 1,
    provider,
    version,
    types: types.lines.map((line) => JSON.parse(line) as WireType),
    blocks: blocks.lines.length,
    sensitiveData: sensitiveData(source),
  };
  return [JSON.stringify(header), ...blocks.lines, ...roots].join('\n');
}

class Interner<T> {
  readonly lines: string[] = [];
  readonly #indexes = new Map<string, number>();

  index(value: T): number {
    const text = JSON.stringify(value);
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    this.#indexes.set(text, this.lines.length);
    return this.lines.push(text) - 1;
  }
}

function encodeBlock(
  block: SourceBlock,
  types: Interner<WireType>,
  blocks: Interner<WireBlock>,
): number {
  const a = sortedEntries(block.attributes ?? {}).map(([name, attribute]) => [
    name,
    `${flags(attribute)}${types.index(attributeType(attribute))}`,
  ]);
  const b = sortedEntries(block.block_types ?? {}).map(([name, nested]) => [
    name,
    [
      encodeBlock(nested.block, types, blocks),
      letters[nested.nesting_mode],
      nested.min_items ?? 0,
      nested.max_items ?? 0,
    ],
  ]);
  return blocks.index({
    ...(a.length > 0 && { a: Object.fromEntries(a) }),
    ...(b.length > 0 && { b: Object.fromEntries(b) }),
    ...(block.deprecated === true && { d: 1 }),
  });
}

function flags(attribute: SourceAttribute): string {
  const letter = (on: boolean | undefined, text: string) => (on === true ? text : '');
  return [
    letter(attribute.required, 'r'),
    letter(attribute.optional, 'o'),
    letter(attribute.computed, 'c'),
    letter(isSensitive(attribute), 's'),
    letter(attribute.write_only, 'w'),
    letter(attribute.deprecated, 'd'),
  ].join('');
}

/** A secret anywhere within a nested attribute makes the entire attribute secret. */
function isSensitive(attribute: SourceAttribute): boolean {
  if (attribute.sensitive === true) return true;
  return Object.values(attribute.nested_type?.attributes ?? {}).some(isSensitive);
}

function attributeType(attribute: SourceAttribute): WireType {
  const nested = attribute.nested_type;
  if (nested === undefined) return attribute.type ?? 'dynamic';
  const members = sortedEntries(nested.attributes).map(([name, inner]) => [
    name,
    attributeType(inner),
  ]);
  const object = ['object', Object.fromEntries(members)] as const;
  return nested.nesting_mode === 'single' ? object : [nested.nesting_mode, object];
}

function sensitiveData(source: SourceProvider): Record<string, readonly string[]> {
  const entries = sortedEntries(source.data_source_schemas ?? {}).flatMap(([type, { block }]) => {
    const names = sortedEntries(block.attributes ?? {})
      .filter(([, attribute]) => isSensitive(attribute))
      .map(([name]) => name);
    const nested = sortedEntries(block.block_types ?? {})
      .filter(([, inner]) => holdsSecret(inner.block))
      .map(([name]) => name);
    const secrets = [...names, ...nested];
    return secrets.length === 0 ? [] : [[type, secrets] as const];
  });
  return Object.fromEntries(entries);
}

function holdsSecret(block: SourceBlock): boolean {
  return (
    Object.values(block.attributes ?? {}).some(isSensitive) ||
    Object.values(block.block_types ?? {}).some((nested) => holdsSecret(nested.block))
  );
}

function sortedEntries<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}
