import { ObjectScanner } from '../../../../src/evidence/audit/scan/scanner.ts';
import type { FlawKind, ScanOptions } from '../../../../src/evidence/audit/scan/types.ts';

export interface Scanned {
  readonly objects: readonly string[];
  /** For each object, the text after the colon of the watched member, or undefined. */
  readonly members: readonly (string | undefined)[];
  readonly escaped: readonly boolean[];
  readonly flaws: readonly { readonly kind: FlawKind; readonly index?: number }[];
  /** Indices of objects and flaws in the order in which they were reported. */
  readonly indices: readonly number[];
}

const defaults: ScanOptions = {
  containers: ['Records', 'Events'],
  watched: ['readOnly'],
  opening: 'eventVersion',
  maxBytes: 1_000_000,
  maxDepth: 50,
};

/** Scans the bytes, cut into chunks at the given offsets. */
export function scan(
  input: string | Uint8Array,
  cuts: readonly number[] = [],
  options: Partial<ScanOptions> = {},
): Scanned {
  const bytes = Buffer.from(input);
  const objects: string[] = [];
  const members: (string | undefined)[] = [];
  const escaped: boolean[] = [];
  const flaws: { kind: FlawKind; index?: number }[] = [];
  const indices: number[] = [];
  const scanner = new ObjectScanner({ ...defaults, ...options });
  const sink = {
    object(found: Parameters<Parameters<typeof scanner.write>[1]['object']>[0]): void {
      objects.push(found.bytes.toString('utf8', found.start, found.end));
      const offset = found.members[0] ?? -1;
      members.push(
        offset < 0 ? undefined : found.bytes.toString('utf8', offset, found.end).trimStart(),
      );
      escaped.push(found.escapedNames);
      indices.push(found.index);
    },
    flaw(flaw: { kind: FlawKind; index?: number }): void {
      flaws.push(flaw);
      if (flaw.index !== undefined) indices.push(flaw.index);
    },
  };
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    // A copy, so that the scanner cannot see the rest of the input behind the chunk.
    const chunk = Uint8Array.prototype.slice.call(bytes, from, cut);
    scanner.write(chunk, sink);
    from = cut;
  }
  scanner.end(sink);
  return { objects, members, escaped, flaws, indices };
}
