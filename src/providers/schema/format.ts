/*
 * The file that `scripts/provider-schema.ts` writes and `load.ts` reads: lines compressed with
 * brotli. Line 1 is the header, followed by a line for each distinct block and a line for each
 * resource type (`name TAB index of its block`). Equal blocks are stored once, which makes the
 * schema four times smaller; lines are parsed when a type is requested, which makes loading cheap.
 */

/** The type of an attribute as in `terraform providers schema -json`. */
export type WireType =
  | string
  | readonly ['list' | 'set' | 'map', WireType]
  | readonly ['object', Readonly<Record<string, WireType>>]
  | readonly ['tuple', readonly WireType[]];

export interface SchemaHeader {
  readonly format: 1;
  readonly provider: string;
  readonly version: string;
  /** Distinct attribute types; attributes refer to them by index. */
  readonly types: readonly WireType[];
  /** The number of lines with blocks. */
  readonly blocks: number;
  /** Data source -> its top-level sensitive attributes. */
  readonly sensitiveData: Readonly<Record<string, readonly string[]>>;
}

/**
 * A line with a block. `a` maps an attribute to flags and type index (`oc0`), `b` a nested block to
 * block index, nesting and the limits of repetition; `d` marks a deprecated block.
 */
export interface WireBlock {
  readonly a?: Readonly<Record<string, string>>;
  readonly b?: Readonly<Record<string, readonly [number, WireNesting, number, number]>>;
  readonly d?: 1;
}

export type WireNesting = 'o' | 'g' | 'l' | 's' | 'm';
