import type { HclFile, Span } from '../syntax/ast.ts';
import { childNodes, type SyntaxNode } from '../syntax/walk.ts';

/**
 * A line as `terraform fmt` sees it when aligning: newlines in heredocs and block comments do not
 * end a line. https://github.com/hashicorp/hcl/blob/main/hclwrite/format.go (linesForFormat)
 */
export interface SourceLine extends Span {
  /** Offset of the first `=` that is an assignment, or -1. */
  readonly equals: number;
  /**
   * True if that `=` takes part in alignment: its value opens no bracket that another line closes.
   */
  readonly aligns: boolean;
  /** Offset of the comment that follows other text on the line, or -1. */
  readonly comment: number;
}

/** The lines of a file, in order. Offsets exclude the newline. */
export function sourceLines(file: HclFile): readonly SourceLine[] {
  return new LineReader(file).read();
}

/** Index of the line that holds `offset`, by binary search. */
export function lineIndexAt(lines: readonly SourceLine[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Strings and heredocs, whose content has no effect on the layout. */
function opaqueSpans(root: SyntaxNode): readonly Span[] {
  const spans: Span[] = [];
  const pending: SyntaxNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'quoted' || node.kind === 'heredoc') spans.push(node);
    else if (node.kind === 'block') spans.push(...node.labels.filter((label) => label.quoted));
    if (node.kind !== 'quoted' && node.kind !== 'heredoc') pending.push(...childNodes(node));
  }
  return spans.sort((a, b) => a.start - b.start);
}

class LineReader {
  readonly #text: string;
  readonly #opaque: ReadonlyMap<number, number>;
  readonly #lines: SourceLine[] = [];
  #at = 0;
  #start = 0;
  #equals = -1;
  #brackets = 0;
  #comment = -1;
  #empty = true;

  constructor(file: HclFile) {
    this.#text = file.text;
    this.#opaque = new Map(opaqueSpans(file.body).map((span) => [span.start, span.end]));
    this.#at = file.body.start;
    this.#start = file.body.start;
  }

  read(): readonly SourceLine[] {
    while (this.#at < this.#text.length) this.#step();
    this.#finish(this.#text.length);
    return this.#lines;
  }

  #step(): void {
    const opaqueEnd = this.#opaque.get(this.#at);
    if (opaqueEnd !== undefined) {
      this.#empty = false;
      this.#at = opaqueEnd;
      return;
    }
    const character = this.#text[this.#at] ?? '';
    const next = this.#text[this.#at + 1] ?? '';
    if (character === '\n') {
      const crlf = this.#text[this.#at - 1] === '\r';
      this.#finish(crlf && this.#at > this.#start ? this.#at - 1 : this.#at);
      this.#at++;
      this.#start = this.#at;
    } else if (character === '#' || (character === '/' && next === '/')) this.#lineComment();
    else if (character === '/' && next === '*') this.#blockComment();
    else this.#token(character, next);
  }

  #lineComment(): void {
    if (!this.#empty) this.#comment = this.#at;
    const newline = this.#text.indexOf('\n', this.#at);
    this.#at = newline < 0 ? this.#text.length : newline;
  }

  #blockComment(): void {
    const close = this.#text.indexOf('*/', this.#at + 2);
    this.#at = close < 0 ? this.#text.length : close + 2;
    this.#empty = false;
  }

  #token(character: string, next: string): void {
    const before = this.#text[this.#at - 1] ?? '';
    const sets =
      character === '=' && !'=>'.includes(next || ' ') && !'=!<>'.includes(before || ' ');
    if (sets && this.#equals < 0 && !this.#empty) {
      this.#equals = this.#at;
      this.#brackets = 0;
    } else if ('([{'.includes(character)) this.#brackets++;
    else if (')]}'.includes(character)) this.#brackets--;
    if (character.trim() !== '') this.#empty = false;
    this.#at++;
  }

  #finish(end: number): void {
    const aligns = this.#equals >= 0 && this.#brackets === 0;
    const { start, equals, comment } = {
      start: this.#start,
      equals: this.#equals,
      comment: this.#comment,
    };
    this.#lines.push({ start, end, equals, aligns, comment });
    this.#equals = -1;
    this.#brackets = 0;
    this.#comment = -1;
    this.#empty = true;
  }
}
