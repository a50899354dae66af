import type { Block, BlockLabel, Body, HclFile } from './ast.ts';
import { bodyAt, labelsAt } from './body.ts';
import { parseHcl } from './parse.ts';
import { Scanner } from './scanner.ts';

/**
 * Parses a file as `parseHcl` does, and lets the bodies of its blocks go until somebody looks into
 * one: the tree of a large project is ten times its text, and a run looks at little of it. A file with
 * errors is kept whole.
 */
export function outlineHcl(text: string): HclFile {
  const file = parseHcl(text);
  if (file.errors.length > 0) return file;
  const items = file.body.items.map((item) =>
    item.kind === 'block' ? new OutlinedBlock(text, item) : item,
  );
  return { ...file, body: { ...file.body, items } };
}

/** What is in a block, for one look: of a block of an outline, nothing is kept that was not kept before. */
export function glanceAt(block: Block): Body {
  return block instanceof OutlinedBlock ? block.glance() : block.body;
}

/** One copy of the texts that most blocks begin with. */
const defaultTypes: ReadonlyMap<string, string> = new Map(
  ['data', 'locals', 'module', 'output', 'resource', 'variable'].map((type) => [type, type]),
);

/** A block at the top of a file that is known to parse. The body is the same one whenever it is requested. */
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
