import type { TextEdit } from '../../model/patch.ts';
import type { HclFile, Span } from '../syntax/ast.ts';
import type { Placement } from './input.ts';
import { endOfLines, type Member, ownLines, startOfLines, tailOf } from './region.ts';
import { type Size, sizeOf, wantsBlank, withSpareBlanks } from './spacing.ts';
import {
  hasNewline,
  indentAt,
  indentUnitOf,
  isBlank,
  newlineOf,
  nextLineAt,
  startsLine,
} from './text.ts';
import { endOfLineAfter, hasComment, leadStart } from './trivia.ts';
import { type Found, found } from './types.ts';

/** The elements of a list or the items of an object, between their brackets. */
export interface Sequence {
  readonly members: readonly Member[];
  /** Behind the opening bracket. */
  readonly open: number;
  /** Offset of the closing bracket. */
  readonly close: number;
  /** `required` between list elements, and everywhere in JSON; a new line does in objects. */
  readonly commas: 'required' | 'optional';
  /** Whether a list that is written anew over several lines ends with a comma. */
  readonly trailing: boolean;
  /** Blanks inside the brackets when all is on one line: `{ a = 1 }`, but `[1]`. */
  readonly padding: string;
  /** Layout for when there is nothing to go by; `fit` is inline for what is short. */
  readonly empty: 'inline' | 'lines' | 'fit';
}

/** A new member: its text for a place. */
export type Fresh = (placement: Placement) => Found<string>;

/** A member of the sequence as it shall be: an old one by index, or a new one. */
export type Planned = number | Fresh;

/**
 * The edits that make the members of a sequence those of `plan`. Old members keep their order.
 * Inline sequences stay inline; on lines of their own, members take their comments with them.
 */
export function rewriteMembers(
  file: HclFile,
  sequence: Sequence,
  plan: readonly Planned[],
): Found<readonly TextEdit[]> {
  if (sequence.members.length === 0) return fillEmpty(file, sequence, plan.filter(isFresh));
  if (plan.length === 0) return found(removeAll(file, sequence));
  const edits: TextEdit[] = [];
  for (const run of runsOf(sequence, plan)) {
    const made = new RunEditor(file.text, sequence, run).edit();
    if (!made.ok) return made;
    edits.push(...made.value);
  }
  return found(edits);
}

function isFresh(planned: Planned): planned is Fresh {
  return typeof planned !== 'number';
}

/** A stretch between two members that stay: what goes there, and what comes. */
interface Run {
  readonly before: Member | undefined;
  readonly removed: readonly Member[];
  readonly fresh: readonly Fresh[];
  readonly after: Member | undefined;
}

function runsOf(sequence: Sequence, plan: readonly Planned[]): readonly Run[] {
  const { members } = sequence;
  const runs: Run[] = [];
  let previous = -1;
  let fresh: Fresh[] = [];
  for (const planned of [...plan, members.length]) {
    if (isFresh(planned)) {
      fresh.push(planned);
      continue;
    }
    const removed = members.slice(previous + 1, planned);
    if (fresh.length > 0 || removed.length > 0) {
      runs.push({ before: members[previous], removed, fresh, after: members[planned] });
    }
    previous = planned;
    fresh = [];
  }
  return runs;
}

class RunEditor {
  readonly #text: string;
  readonly #sequence: Sequence;
  readonly #run: Run;

  constructor(text: string, sequence: Sequence, run: Run) {
    this.#text = text;
    this.#sequence = sequence;
    this.#run = run;
  }

  edit(): Found<readonly TextEdit[]> {
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

  #editInline(): Found<readonly TextEdit[]> {
    const { before, removed, fresh, after } = this.#run;
    const reference = before ?? after ?? removed[0];
    const indent = reference === undefined ? '' : indentAt(this.#text, reference.end);
    const isLarge =
      reference !== undefined && hasNewline(this.#text, reference.start, reference.end);
    const texts = renderAll(fresh, isLarge ? { indent } : { indent, layout: 'inline' });
    if (!texts.ok) return texts;
    const first = removed[0]?.start;
    const last = removed.at(-1)?.end;
    // Each case leaves exactly one separator between neighbors, and the last comma as it was.
    if (before !== undefined && !(after !== undefined && this.#isFirstOnLine(first))) {
      const text = texts.value.map((one) => `, ${one}`).join('');
      return found([replace(before.end, last ?? before.end, text)]);
    }
    if (after !== undefined) {
      const text = texts.value.map((one) => `${one}, `).join('');
      return found([replace(first ?? after.start, after.start, text)]);
    }
    return found([replace(first ?? 0, last ?? 0, texts.value.join(', '))]);
  }

  #isFirstOnLine(offset: number | undefined): boolean {
    return offset !== undefined && startsLine(this.#text, offset);
  }

  #editLines(): Found<readonly TextEdit[]> {
    const gone = this.#removedLines();
    const written = this.#writtenLines(gone?.start ?? this.#insertionPoint());
    if (!written.ok) return written;
    const removal = gone === undefined ? [] : [replace(gone.start, gone.end, '')];
    return found([...this.#fixComma(), ...written.value, ...removal]);
  }

  get #endsWithComma(): boolean {
    return this.#sequence.members.at(-1)?.comma !== undefined;
  }

  /** Gives the member before the run the comma it needs now, or takes one it must not have. */
  #fixComma(): readonly TextEdit[] {
    const { before, fresh, after } = this.#run;
    if (before === undefined) return [];
    const isLast = fresh.length === 0 && after === undefined;
    if (before.comma === undefined) {
      if (isLast || this.#sequence.commas === 'optional') return [];
      return [{ offset: before.end, length: 0, text: this.#commaBehind(before) }];
    }
    return isLast && !this.#endsWithComma ? [replace(before.comma, before.comma + 1, '')] : [];
  }

  /** The marker that ends a heredoc must be alone on its line. */
  #commaBehind(member: Member): string {
    const isHeredoc = this.#text.startsWith('<<', member.start);
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

  #writtenLines(offset: number): Found<readonly TextEdit[]> {
    const { before, removed, fresh, after } = this.#run;
    if (fresh.length === 0) return found([]);
    const reference = removed[0] ?? before ?? after;
    const indent = reference === undefined ? '' : indentAt(this.#text, reference.start);
    const texts = renderAll(fresh, { indent, column: indent.length });
    if (!texts.ok) return texts;
    const newline = newlineOf(this.#text);
    const lines = texts.value.map((text, index) => {
      const isLast = index === fresh.length - 1 && after === undefined;
      return `${indent}${text}${this.#commaFor(text, isLast, indent)}${newline}`;
    });
    return found([replace(offset, offset, this.#space(texts.value, lines, newline))]);
  }

  #commaFor(text: string, isLast: boolean, indent: string): string {
    const { before, removed, after } = this.#run;
    const model = before ?? removed[0] ?? after;
    const wanted = isLast
      ? this.#endsWithComma
      : this.#sequence.commas === 'required' || model?.comma !== undefined;
    if (!wanted) return '';
    return text.startsWith('<<') ? `${newlineOf(this.#text)}${indent},` : ',';
  }

  /** Puts empty lines between the new lines and around them where the neighbors have them. */
  #space(texts: readonly string[], lines: readonly string[], newline: string): string {
    const { before, removed, after } = this.#run;
    const blank = (left: Size | undefined, right: Size | undefined): string => {
      if (left === undefined || right === undefined) return '';
      const wanted = wantsBlank(this.#text, this.#sequence.members, [left, right], false);
      return wanted ? newline : '';
    };
    // Where old lines make room for new ones, the empty lines around them stay.
    const isReplacement = removed.length > 0;
    let left = before === undefined || isReplacement ? undefined : sizeOf(this.#text, before);
    let result = '';
    for (const [index, line] of lines.entries()) {
      const size: Size = texts[index]?.includes('\n') ? 'lines' : 'line';
      result += blank(left, size) + line;
      left = size;
    }
    if (after === undefined || isReplacement || this.#isApartFromNext()) return result;
    return result + blank(left, sizeOf(this.#text, after));
  }

  /** True when an empty line follows the place where new lines are written. */
  #isApartFromNext(): boolean {
    const { before, after } = this.#run;
    if (before === undefined || after === undefined) return false;
    const end = endOfLines(this.#text, before);
    return isBlank(this.#text, end, Math.max(end, nextLineAt(this.#text, end) - 1));
  }
}

function replace(start: number, end: number, text: string): TextEdit {
  return { offset: start, length: end - start, text };
}

function renderAll(all: readonly Fresh[], placement: Placement): Found<readonly string[]> {
  const texts: string[] = [];
  for (const fresh of all) {
    const text = fresh(placement);
    if (!text.ok) return text;
    texts.push(text.value);
  }
  return found(texts);
}

/** Writes the first members between brackets that hold none. */
function fillEmpty(
  file: HclFile,
  sequence: Sequence,
  fresh: readonly Fresh[],
): Found<readonly TextEdit[]> {
  const { text } = file;
  const { open, close } = sequence;
  if (fresh.length === 0) return found([]);
  const outer = indentAt(text, open);
  const inline = hasNewline(text, open, close) ? undefined : inlineFilling(file, sequence, fresh);
  if (inline !== undefined) return inline;
  const indent = outer + indentUnitOf(file);
  const texts = renderAll(fresh, { indent, column: indent.length });
  if (!texts.ok) return texts;
  const newline = newlineOf(text);
  const comma = sequence.commas === 'required' ? ',' : '';
  const lines = texts.value.map((one) => indent + one).join(comma + newline);
  const block = `${lines}${sequence.trailing ? comma : ''}${newline}`;
  if (hasComment(text, open, close) && startsLine(text, close)) {
    const at = close - outer.length;
    return found([replace(at, at, block)]);
  }
  return found([replace(open, close, `${newline}${block}${outer}`)]);
}

const fittingWidth = 60;

/** The first members beside each other; undefined when they belong on lines of their own. */
function inlineFilling(
  file: HclFile,
  sequence: Sequence,
  fresh: readonly Fresh[],
): Found<readonly TextEdit[]> | undefined {
  const { open, close, empty, padding } = sequence;
  if (empty === 'lines') return undefined;
  const indent = indentAt(file.text, open);
  const texts = renderAll(fresh, empty === 'fit' ? { indent } : { indent, layout: 'inline' });
  if (!texts.ok) return texts;
  const joined = texts.value.join(', ');
  if (empty === 'fit' && (joined.includes('\n') || joined.length > fittingWidth)) return undefined;
  const start = hasComment(file.text, open, close) ? close : open;
  return found([replace(start, close, padding + joined + padding)]);
}

/** Removes every member; the brackets close up unless a comment between them remains. */
function removeAll(file: HclFile, sequence: Sequence): readonly TextEdit[] {
  const { text } = file;
  const { members, open, close } = sequence;
  const [first] = members;
  const last = members.at(-1);
  if (first === undefined || last === undefined) return [];
  if (!ownLines(text, first, last)) {
    const remains = hasComment(text, open, first.start) || hasComment(text, tailOf(last), close);
    return remains ? [replace(first.start, tailOf(last), '')] : [replace(open, close, '')];
  }
  const floor = nextLineAt(text, endOfLineAfter(text, open));
  const end = endOfLines(text, last);
  const start = startOfLines(text, first, end, floor);
  const remains = !isBlank(text, open, start) || !isBlank(text, end, close);
  return remains ? [replace(start, end, '')] : [replace(open, close, '')];
}
