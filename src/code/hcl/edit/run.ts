import type { TextEdit } from '../../../model/patch.ts';
import {
  hasNewline,
  indentAt,
  isBlankLine,
  newlineOf,
  nextLineAt,
  startsLine,
} from '../../../text/lines.ts';
import type { HclFile, Span } from '../syntax/ast.ts';
import { endsInHeredoc } from './input.ts';
import { Joints } from './joints.ts';
import { endOfLines, ownLines, type RegionMember, startOfLines } from './region.ts';
import {
  type FreshElement,
  refuseHeredoc,
  renderAll,
  replaceRange,
  type Sequence,
} from './sequence.ts';
import { type Size, spacingSize, wantsBlank, withSpareBlanks } from './spacing.ts';
import { endOfLineAfter, leadStart } from './trivia.ts';
import { type FoundInFile, foundEdit } from './types.ts';

/** The stretch between two members that stay: the members removed there and the ones added. */
export interface LineSpan {
  readonly before: RegionMember | undefined;
  readonly removed: readonly RegionMember[];
  readonly fresh: readonly FreshElement[];
  readonly after: RegionMember | undefined;
}

/**
 * The edits of one run: inline members stay inline, and members on their own lines take their
 * comments with them.
 */
export function editRun(
  file: HclFile,
  sequence: Sequence,
  run: LineSpan,
): FoundInFile<readonly TextEdit[]> {
  return new RunEditor(file, sequence, run).edit();
}

class RunEditor {
  readonly #file: HclFile;
  readonly #text: string;
  readonly #sequence: Sequence;
  readonly #run: LineSpan;

  constructor(file: HclFile, sequence: Sequence, run: LineSpan) {
    this.#file = file;
    this.#text = file.text;
    this.#sequence = sequence;
    this.#run = run;
  }

  edit(): FoundInFile<readonly TextEdit[]> {
    return this.#onLines() ? this.#editLines() : this.#editInline();
  }

  #onLines(): boolean {
    const { before, removed, after } = this.#run;
    const [first] = removed;
    const last = removed.at(-1);
    if (first !== undefined && last !== undefined) return ownLines(this.#text, first, last);
    if (before !== undefined) return ownLines(this.#text, before, before);
    return after !== undefined && startsLine(this.#text, after.start);
  }

  #editInline(): FoundInFile<readonly TextEdit[]> {
    const { before, removed, fresh, after } = this.#run;
    const reference = before ?? after ?? removed[0];
    const isLarge =
      reference !== undefined && hasNewline(this.#text, reference.start, reference.end);
    const indent = this.#joints.indent;
    const rendered = renderAll(fresh, isLarge ? { indent } : { indent, layout: 'inline' });
    if (!rendered.ok) return rendered;
    if (rendered.value.some(endsInHeredoc)) return refuseHeredoc(this.#file, this.#sequence);
    const texts = rendered.value.map((one, index) =>
      after === undefined && index === fresh.length - 1 ? one : this.#joints.open(one),
    );
    const first = removed[0]?.start;
    const last = removed.at(-1)?.end;
    // Each case leaves exactly one separator between neighbors, and a trailing comma only if there
    // was one.
    if (before !== undefined && !(after !== undefined && this.#isFirstOnLine(first))) {
      const text = texts.map((one) => `, ${one}`).join('');
      const isLast = texts.length === 0 && after === undefined;
      const moved = this.#joints.move(before, isLast);
      return foundEdit([...moved, replaceRange(before.end, last ?? before.end, text)]);
    }
    if (after !== undefined) {
      const text = texts.map((one) => `${one}, `).join('');
      return foundEdit([replaceRange(first ?? after.start, after.start, text)]);
    }
    return foundEdit([replaceRange(first ?? 0, last ?? 0, texts.join(', '))]);
  }

  get #joints(): Joints {
    return new Joints(this.#file, this.#sequence.members);
  }

  #isFirstOnLine(offset: number | undefined): boolean {
    return offset !== undefined && startsLine(this.#text, offset);
  }

  #editLines(): FoundInFile<readonly TextEdit[]> {
    const gone = this.#removedLines();
    const written = this.#writtenLines(gone?.start ?? this.#insertionPoint());
    if (!written.ok) return written;
    const removal = gone === undefined ? [] : [replaceRange(gone.start, gone.end, '')];
    return foundEdit([...this.#fixComma(), ...written.value, ...removal]);
  }

  get #endsWithComma(): boolean {
    return this.#sequence.members.at(-1)?.comma !== undefined;
  }

  /**
   * Gives the member before the run the comma it now needs, or removes one that it must not have.
   */
  #fixComma(): readonly TextEdit[] {
    const { before, fresh, after } = this.#run;
    if (before === undefined) return [];
    const isLast = fresh.length === 0 && after === undefined;
    if (before.comma === undefined) {
      if (isLast || this.#sequence.commas === 'optional') return [];
      return [{ offset: before.end, length: 0, text: this.#commaBehind(before) }];
    }
    return isLast && !this.#endsWithComma ? [replaceRange(before.comma, before.comma + 1, '')] : [];
  }

  /**
   * A comma goes on its own line after a heredoc, since the closing marker must be alone on its
   * line.
   */
  #commaBehind(member: RegionMember): string {
    const isHeredoc = endsInHeredoc(this.#text.slice(member.start, member.end));
    return isHeredoc ? `${newlineOf(this.#text)}${indentAt(this.#text, member.start)},` : ',';
  }

  get #floor(): number {
    return nextLineAt(this.#text, endOfLineAfter(this.#text, this.#sequence.open));
  }

  #removedLines(): Span | undefined {
    const { before, removed, fresh } = this.#run;
    const [first] = removed;
    const last = removed.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const floor = before === undefined ? this.#floor : endOfLines(this.#text, before);
    const end = endOfLines(this.#text, last);
    const start = startOfLines(this.#text, first, end, floor);
    if (fresh.length > 0) return { start, end };
    return withSpareBlanks(this.#text, start, end, this.#floor, this.#sequence.close);
  }

  #insertionPoint(): number {
    const { before, after } = this.#run;
    if (before !== undefined) return endOfLines(this.#text, before);
    return after === undefined ? this.#floor : leadStart(this.#text, after.start, this.#floor);
  }

  #writtenLines(offset: number): FoundInFile<readonly TextEdit[]> {
    const { before, removed, fresh, after } = this.#run;
    if (fresh.length === 0) return foundEdit([]);
    const reference = removed[0] ?? before ?? after;
    const indent = reference === undefined ? '' : indentAt(this.#text, reference.start);
    const texts = renderAll(fresh, { indent, column: indent.length });
    if (!texts.ok) return texts;
    const newline = newlineOf(this.#text);
    const lines = texts.value.map((text, index) => {
      const isLast = index === fresh.length - 1 && after === undefined;
      return `${indent}${text}${this.#commaFor(text, isLast, indent)}${newline}`;
    });
    return foundEdit([replaceRange(offset, offset, this.#space(texts.value, lines, newline))]);
  }

  #commaFor(text: string, isLast: boolean, indent: string): string {
    const { before, removed, after } = this.#run;
    const model = before ?? removed[0] ?? after;
    const wanted = isLast
      ? this.#endsWithComma
      : this.#sequence.commas === 'required' || model?.comma !== undefined;
    if (!wanted) return '';
    return endsInHeredoc(text) ? `${newlineOf(this.#text)}${indent},` : ',';
  }

  /** Adds empty lines between and around the new lines where their neighbors have them. */
  #space(texts: readonly string[], lines: readonly string[], newline: string): string {
    const { before, removed, after } = this.#run;
    const blank = (left: Size | undefined, right: Size | undefined): string => {
      if (left === undefined || right === undefined) return '';
      const wanted = wantsBlank(this.#text, this.#sequence.members, [left, right], false);
      return wanted ? newline : '';
    };
    // Where new lines replace old ones, the empty lines around them stay.
    const isReplacement = removed.length > 0;
    let left = before === undefined || isReplacement ? undefined : spacingSize(this.#text, before);
    let result = '';
    for (const [index, line] of lines.entries()) {
      const size: Size = texts[index]?.includes('\n') ? 'lines' : 'line';
      result += blank(left, size) + line;
      left = size;
    }
    if (after === undefined || isReplacement || this.#isApartFromNext()) return result;
    return result + blank(left, spacingSize(this.#text, after));
  }

  /** True if an empty line follows the place where new lines are inserted. */
  #isApartFromNext(): boolean {
    const { before, after } = this.#run;
    if (before === undefined || after === undefined) return false;
    const end = endOfLines(this.#text, before);
    return isBlankLine(this.#text, end, Math.max(end, nextLineAt(this.#text, end) - 1));
  }
}
