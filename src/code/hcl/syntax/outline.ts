import type { Block, BlockLabel, Body, HclFile } from './ast.ts';
import { bodyAt, labelsAt } from './body.ts';
import { parseHcl } from './parse.ts';
import { Scanner } from './scanner.ts';

/**
 * Parses a file as `parseHcl` does, but discards the bodies of its blocks and parses them again on
 * access: the tree of a large project takes ten times the memory of its text, and a run looks at
 * little of it. A file with errors is kept completely.
 */
export function outlineHcl(text: string): HclFile {
  const file = parseHcl(text);
  if (file.errors.length > 0) return file;
  const items = file.body.items.map((item) =>
    item.kind === 'block' ? new OutlinedBlock(text, item) : item,
  );
  return { ...file, body: { ...file.body, items } };
}

/**
 * The body of a block for a single use: unlike `body`, this does not make an outlined block keep
 * it.
 */
export function glanceAt(block: Block): Body {
  return block instanceof OutlinedBlock ? block.glance() : block.body;
}

/** Shared copies of the usual block types, so that not every block keeps its own. */
const defaultTypes: ReadonlyMap<string, string> = new Map(
  ['data', 'locals', 'module', 'output', 'resource', 'variable'].map((type) => [type, type]),
);

/** A top-level block that is known to parse. `body` always returns the same object. */
class OutlinedBlock implements Block {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  readonly typeEnd: number;
  readonly open: number;
  readonly close: number;
  readonly #text: string;
  #body: Body | undefined;

  constructor(text: string, { start, end, type, typeEnd, open, close }: Block) {
    this.start = start;
    this.end = end;
    this.type = defaultTypes.get(type) ?? type;
    this.typeEnd = typeEnd;
    this.open = open;
    this.close = close;
    this.#text = text;
  }

  get kind(): 'block' {
    return 'block';
  }

  get labels(): readonly BlockLabel[] {
    return labelsAt(new Scanner(this.#text), this.typeEnd);
  }

  get body(): Body {
    this.#body ??= this.glance();
    return this.#body;
  }

  glance(): Body {
    return this.#body ?? bodyAt(new Scanner(this.#text), this.open, this.start);
  }
}
