/*
 * The file that `scripts/provider-schema.ts` writes and `load.ts` reads: brotli over lines.
 * Line 1 is the header, then one line a distinct block, then one line a resource type
 * (`name TAB index of its block`). Equal blocks are stored once, which makes the schema four
 * times smaller; lines are parsed when a type is requested, which makes loading cheap.
 */

/** Attribute type as `terraform providers schema -json` gives it. */
export type WireType =
  | string
  | readonly ['list' | 'set' | 'map', WireType]
  | readonly ['object', Readonly<Record<string, WireType>>]
  | readonly ['tuple', readonly WireType[]];

export interface SchemaHeader {
  readonly format: 1;
  readonly provider: string;
  readonly version: string;
  /** Distinct attribute types; attributes name them by index. */
  readonly types: readonly WireType[];
  /** Number of block lines. */
  readonly blocks: number;
  /** Data source -> its top-level sensitive attributes. */
  readonly sensitiveData: Readonly<Record<string, readonly string[]>>;
}

/**
 * One block line. `a` maps an attribute to flags and type index (`oc0`), `b` a nested block to
 * block index, nesting and the repetition limits; `d` marks a deprecated block.
 */
export interface WireBlock {
  readonly a?: Readonly<Record<string, string>>;
  readonly b?: Readonly<Record<string, readonly [number, WireNesting, number, number]>>;
  readonly d?: 1;
}

export type WireNesting = 'o' | 'g' | 'l' | 's' | 'm';
