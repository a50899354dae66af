import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { SchemaHeader, WireBlock, WireNesting, WireType } from './format.ts';
import type {
  AttributeSchema,
  AttributeType,
  BlockSchema,
  NestedBlock,
  Nesting,
  PackedSchema,
  ProviderSchema,
} from './types.ts';

const nestings: Readonly<Record<WireNesting, Nesting>> = {
  o: 'single',
  g: 'group',
  l: 'list',
  s: 'set',
  m: 'map',
};

/** Providers whose schemas ship with Parley, by the prefix of their types. */
const shipped = ['aws', 'azurerm', 'google'] as const;

/**
 * The schemas that ship with Parley, combined. A provider's schema is unpacked when its first type
 * is requested.
 */
export function loadSchema(): ProviderSchema {
  const loaded = new Map<string, PackedSchema>();
  const provider = (name: string): PackedSchema | undefined => {
    if (!shipped.some((one) => one === name)) return undefined;
    const found = loaded.get(name) ?? readSchema(unpack(name));
    loaded.set(name, found);
    return found;
  };
  const ofType = (type: string) => provider(type.slice(0, Math.max(type.indexOf('_'), 0)));
  return {
    types: () => shipped.flatMap((name) => provider(name)?.types() ?? []),
    resource: (type) => ofType(type)?.resource(type),
    sensitiveData: (type) => ofType(type)?.sensitiveData(type) ?? [],
  };
}

function unpack(provider: string): string {
  const packed = readFileSync(new URL(`./data/${provider}.br`, import.meta.url));
  return brotliDecompressSync(packed).toString('utf8');
}

/** The schema in the text of `format.ts`. Throws on a text that the generator did not write. */
export function readSchema(text: string): PackedSchema {
  const lines = text.split('\n');
  const header = JSON.parse(lines[0] ?? '') as SchemaHeader;
  if (header.format !== 1) throw new Error(`unknown schema format ${header.format}`);
  const block = blockReader(lines, header);
  const roots = new Map<string, number>();
  for (const line of lines.slice(1 + header.blocks)) {
    const tab = line.indexOf('\t');
    if (tab > 0) roots.set(line.slice(0, tab), Number(line.slice(tab + 1)));
  }
  const sensitive = new Map(Object.entries(header.sensitiveData));
  return {
    provider: header.provider,
    version: header.version,
    types: () => [...roots.keys()],
    resource(type) {
      const index = roots.get(type);
      return index === undefined ? undefined : block(index);
    },
    sensitiveData: (type) => sensitive.get(type) ?? [],
  };
}

function blockReader(
  lines: readonly string[],
  header: SchemaHeader,
): (index: number) => BlockSchema {
  const types = header.types.map(readAttributeType);
  const cache = new Map<number, BlockSchema>();
  const read = (index: number): BlockSchema => {
    const known = cache.get(index);
    if (known !== undefined) return known;
    const wire = JSON.parse(lines[1 + index] ?? '') as WireBlock;
    const block: BlockSchema = {
      attributes: new Map(
        Object.entries(wire.a ?? {}).map(([name, code]) => [name, readAttribute(code, types)]),
      ),
      blocks: new Map(
        Object.entries(wire.b ?? {}).map(([name, [child, nesting, min, max]]) => [
          name,
          nested(nestings[nesting], min, max, () => read(child)),
        ]),
      ),
      deprecated: wire.d === 1,
    };
    cache.set(index, block);
    return block;
  };
  return read;
}

/**
 * The child is parsed on first use, since some types nest thousands of blocks that are never
 * needed.
 */
function nested(nesting: Nesting, min: number, max: number, child: () => BlockSchema): NestedBlock {
  return {
    nesting,
    min,
    max,
    get block() {
      return child();
    },
  };
}

function readAttribute(code: string, types: readonly AttributeType[]): AttributeSchema {
  const flags = code.replace(/\d+$/, '');
  const type = types[Number(code.slice(flags.length))];
  if (type === undefined) throw new Error(`schema attribute ${code} has no type`);
  return {
    type,
    required: flags.includes('r'),
    optional: flags.includes('o'),
    computed: flags.includes('c'),
    sensitive: flags.includes('s'),
    writeOnly: flags.includes('w'),
    deprecated: flags.includes('d'),
  };
}

/** Converts Terraform's JSON form of a type; unknown types become `dynamic`. */
export function readAttributeType(wire: WireType): AttributeType {
  if (typeof wire === 'string') {
    if (wire === 'string' || wire === 'number' || wire === 'bool') return { kind: wire };
    return { kind: 'dynamic' };
  }
  if (wire[0] === 'object') {
    const entries = Object.entries(wire[1]).map(
      ([name, type]) => [name, readAttributeType(type)] as const,
    );
    return { kind: 'object', attributes: new Map(entries) };
  }
  if (wire[0] === 'tuple') return { kind: 'tuple', elements: wire[1].map(readAttributeType) };
  return { kind: wire[0], element: readAttributeType(wire[1]) };
}
