import { diffArrays } from 'diff';
import type { TextEdit } from '../../../model/patch.ts';
import { applyEdits } from '../../../text/edits.ts';
import { editJsonText } from '../../yaml/json.ts';
import { editYamlText } from '../../yaml/yaml.ts';
import type { HclFile } from '../syntax/ast.ts';
import { parseEncodedDocument } from './document.ts';
import { rawExpression } from './input.ts';
import type { EvaluateOf } from './literal.ts';
import { sourceEdits, type Template, type TemplateText, templateText } from './template-text.ts';

/**
 * The edits inside a template that change its value to `value`: in a document, only the parts that
 * differ; in other text in a heredoc, only the lines that differ. Undefined if a computed part
 * would have to change, if a part is unknown, or if the value is better written another way.
 */
export function editTemplate(
  file: HclFile,
  template: Template,
  value: string,
  evaluateOf: EvaluateOf,
  replacesComputed = false,
): readonly TextEdit[] | undefined {
  const from = templateText(template, file.text, evaluateOf);
  // An empty value reads better between quotes.
  if (from === undefined || value === '') return undefined;
  for (const wanted of wantedEdits(from, value)) {
    const edits = wanted === undefined ? undefined : sourceEdits(from, wanted, replacesComputed);
    if (wanted === undefined || edits === undefined) continue;
    if (yieldsWanted(file, from, edits, wanted, evaluateOf)) return edits;
  }
  return undefined;
}

/** Candidate edits that may give the text this value, best first. */
function* wantedEdits(
  { text, template }: TemplateText,
  value: string,
): Generator<readonly TextEdit[] | undefined> {
  const document = parseEncodedDocument(value);
  if (document !== undefined) {
    yield editJsonText(text, document.value);
    if (parseEncodedDocument(text) === undefined) yield editYamlText(text, document.value);
  }
  if (document !== undefined && parseEncodedDocument(text) !== undefined) return;
  const isComputed = template.parts.some((part) => part.kind !== 'text');
  // A quoted string without computed parts is easier to read if it is rewritten entirely.
  if (template.kind === 'quoted' && !isComputed) return;
  yield changedLines(text, value);
  yield changedLines(text, value).map((edit) => trimmed(text, edit));
}

/** Edits of entire lines that turn one text into another. */
function changedLines(before: string, after: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let at = 0;
  for (const { added, removed, value } of diffArrays(lines(before), lines(after))) {
    const text = value.join('');
    const last = edits.at(-1);
    if (removed) edits.push({ offset: at, length: text.length, text: '' });
    else if (added) {
      const isHere = last !== undefined && last.offset + last.length === at && last.text === '';
      if (isHere) edits[edits.length - 1] = { ...last, text };
      else edits.push({ offset: at, length: 0, text });
    }
    if (!added) at += text.length;
  }
  return edits;
}

function lines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** The edit without the text that is the same at both ends. */
function trimmed(text: string, { offset, length, text: now }: TextEdit): TextEdit {
  const old = text.slice(offset, offset + length);
  const max = Math.min(old.length, now.length);
  let head = 0;
  while (head < max && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < max - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return {
    offset: offset + head,
    length: length - head - tail,
    text: now.slice(head, now.length - tail),
  };
}

/** Parses the result again, since margins, escapes and markers may have changed their meaning. */
function yieldsWanted(
  file: HclFile,
  from: TemplateText,
  edits: readonly TextEdit[],
  wanted: readonly TextEdit[],
  evaluateOf: EvaluateOf,
): boolean {
  const { template } = from;
  const { start, end } = template;
  const source = file.text.slice(start, end);
  const moved = edits.map((edit) => ({ ...edit, offset: edit.offset - start }));
  const result = applyEdits(source, moved);
  const expected = applyEdits(from.text, wanted);
  if (!result.ok || !expected.ok) return false;
  const expression = rawExpression(result.value);
  if (expression?.kind !== template.kind) return false;
  const known = new Map(
    template.parts.flatMap((part) =>
      part.kind === 'interpolation'
        ? [[file.text.slice(part.value.start, part.value.end), evaluateOf(part.value)]]
        : [],
    ),
  );
  const prefix = 'x = ';
  const text = prefix + result.value;
  const now = templateText(expression, text, (one) => known.get(text.slice(one.start, one.end)));
  return now?.text === expected.value;
}
