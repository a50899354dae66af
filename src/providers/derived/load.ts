import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { DerivedHeader, WireTarget } from './format.ts';

/** The derived rules: data for the operations without an entry. */
export interface DerivedData {
  readonly provider: string;
  readonly version: string;
  /** The types that an operation can change, or undefined for an unknown operation. */
  targets(service: string, operation: string): readonly WireTarget[] | undefined;
  /** Every operation, sorted by service and name. */
  operations(): readonly { readonly service: string; readonly operation: string }[];
}

/** Loads the operations of AWS from the file that ships with Parley. */
export function loadDerivedRules(): DerivedData {
  const packed = readFileSync(new URL('./data/aws.br', import.meta.url));
  return readDerivedRules(brotliDecompressSync(packed).toString('utf8'));
}

/** Loads the rules at the first use, since most runs never need them. */
export function lazyDerivedRules(load: () => DerivedData = loadDerivedRules): DerivedData {
  let loaded: DerivedData | undefined;
  const data = (): DerivedData => {
    loaded ??= load();
    return loaded;
  };
  return {
    get provider() {
      return data().provider;
    },
    get version() {
      return data().version;
    },
    targets: (service, operation) => data().targets(service, operation),
    operations: () => data().operations(),
  };
}

/** The data in the text of `format.ts`. Throws on a text that the generator did not write. */
function readDerivedRules(text: string): DerivedData {
  const [first = '', ...lines] = text.split('\n');
  const header = JSON.parse(first) as DerivedHeader;
  if (header.format !== 1) throw new Error(`unknown format ${header.format} of operations`);
  const rows = new Map<string, string>();
  for (const line of lines) {
    const tab = line.indexOf('\t');
    if (tab > 0) rows.set(line.slice(0, tab), line.slice(tab + 1));
  }
  const parsed = new Map<string, readonly WireTarget[]>();
  return {
    provider: header.provider,
    version: header.version,
    targets(service, operation) {
      const key = `${service}:${operation}`;
      const known = parsed.get(key);
      if (known !== undefined) return known;
      const row = rows.get(key);
      if (row === undefined) return undefined;
      const targets = JSON.parse(row) as readonly WireTarget[];
      parsed.set(key, targets);
      return targets;
    },
    operations: () =>
      [...rows.keys()].map((key) => {
        const colon = key.lastIndexOf(':');
        return { service: key.slice(0, colon), operation: key.slice(colon + 1) };
      }),
  };
}
