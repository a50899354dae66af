import type { TextEdit } from '../../../model/patch.ts';
import {
  hasNewline,
  indentAt,
  isBlankLine,
  newlineOf,
  nextLineAt,
  startsLine,
} from '../../../text/lines.ts';
import type { HclFile } from '../syntax/ast.ts';
import { indentUnitOf } from './indent-unit.ts';
import { endsInHeredoc } from './input.ts';
import { endOfLines, endWithComma, ownLines, startOfLines } from './region.ts';
import { editRun, type LineSpan } from './run.ts';
import {
  type FreshElement,
  refuseHeredoc,
  renderAll,
  replaceRange,
  type Sequence,
} from './sequence.ts';
import { endOfLineAfter, hasComment } from './trivia.ts';
import { type FoundInFile, foundEdit } from './types.ts';

/** A member that the sequence is to have: an old one by its index, or a new one. */
export type PlannedMember = number | FreshElement;

/**
 * The edits that turn the members of a sequence into those of `plan`. Old members keep their order.
 * Inline sequences stay inline; members on lines of their own take their comments with them.
 */
export function rewriteMembers(
  file: HclFile,
  sequence: Sequence,
  plan: readonly PlannedMember[],
): FoundInFile<readonly TextEdit[]> {
  if (sequence.members.length === 0) return fillEmpty(file, sequence, plan.filter(isFresh));
  if (plan.length === 0) return foundEdit(removeAll(file, sequence));
  const edits: TextEdit[] = [];
  for (const run of runsOf(sequence, plan)) {
    const made = editRun(file, sequence, run);
    if (!made.ok) return made;
    edits.push(...made.value);
  }
  return foundEdit(edits);
}

function isFresh(planned: PlannedMember): planned is FreshElement {
  return typeof planned !== 'number';
}

function runsOf(sequence: Sequence, plan: readonly PlannedMember[]): readonly LineSpan[] {
  const { members } = sequence;
  const runs: LineSpan[] = [];
  let previous = -1;
  let fresh: FreshElement[] = [];
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

/** Writes the first members between empty brackets. */
function fillEmpty(
  file: HclFile,
  sequence: Sequence,
  fresh: readonly FreshElement[],
): FoundInFile<readonly TextEdit[]> {
  const { text } = file;
  const { open, close } = sequence;
  if (fresh.length === 0) return foundEdit([]);
  const outer = indentAt(text, open);
  const inline = hasNewline(text, open, close) ? undefined : inlineFilling(file, sequence, fresh);
  if (inline !== undefined) return inline;
  const indent = outer + indentUnitOf(file);
  const texts = renderAll(fresh, { indent, column: indent.length });
  if (!texts.ok) return texts;
  const newline = newlineOf(text);
  const block = texts.value
    .map((one, index) => {
      const isLast = index === texts.value.length - 1;
      const isBare = sequence.commas === 'optional' || (isLast && !sequence.trailing);
      const comma = endsInHeredoc(one) ? `${newline}${indent},` : ',';
      return `${indent}${one}${isBare ? '' : comma}${newline}`;
    })
    .join('');
  if (hasComment(text, open, close) && startsLine(text, close)) {
    const at = close - outer.length;
    return foundEdit([replaceRange(at, at, block)]);
  }
  return foundEdit([replaceRange(open, close, `${newline}${block}${outer}`)]);
}

const fittingWidth = 60;

/** The first members on one line; undefined if they belong on lines of their own. */
function inlineFilling(
  file: HclFile,
  sequence: Sequence,
  fresh: readonly FreshElement[],
): FoundInFile<readonly TextEdit[]> | undefined {
  const { open, close, empty, padding } = sequence;
  if (empty === 'lines') return undefined;
  const indent = indentAt(file.text, open);
  const texts = renderAll(fresh, empty === 'fit' ? { indent } : { indent, layout: 'inline' });
  if (!texts.ok) return texts;
  if (empty === 'inline' && texts.value.some(endsInHeredoc)) return refuseHeredoc(file, sequence);
  const joined = texts.value.join(', ');
  if (empty === 'fit' && (joined.includes('\n') || joined.length > fittingWidth)) return undefined;
  const start = hasComment(file.text, open, close) ? close : open;
  return foundEdit([replaceRange(start, close, padding + joined + padding)]);
}

/** Removes every member. The brackets close up unless a comment between them remains. */
function removeAll(file: HclFile, sequence: Sequence): readonly TextEdit[] {
  const { text } = file;
  const { members, open, close } = sequence;
  const [first] = members;
  const last = members.at(-1);
  if (first === undefined || last === undefined) return [];
  if (!ownLines(text, first, last)) {
    const remains =
      hasComment(text, open, first.start) || hasComment(text, endWithComma(last), close);
    return remains
      ? [replaceRange(first.start, endWithComma(last), '')]
      : [replaceRange(open, close, '')];
  }
  const floor = nextLineAt(text, endOfLineAfter(text, open));
  const end = endOfLines(text, last);
  const start = startOfLines(text, first, end, floor);
  const remains = !isBlankLine(text, open, start) || !isBlankLine(text, end, close);
  return remains ? [replaceRange(start, end, '')] : [replaceRange(open, close, '')];
}
