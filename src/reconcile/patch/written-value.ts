import { renderHclValue } from '../../code/hcl/edit/render.ts';
import type { HclInput } from '../../code/hcl/edit/types.ts';
import type { Json } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { mapTexts } from '../../stages/patch/terraform/document/sites.ts';

/** Returns the reference to write for a value; undefined if there is none. */
export type ReferenceTo = (text: string) => string | undefined;

/** Placeholder for a reference until the value is rendered. */
const marker = 'parley_reference_';

/**
 * A value as people would write it in a new resource: with references to declared resources, also
 * inside lists, maps and documents, and with `jsonencode` for a document.
 */
export function withValueReferences(value: Json, referenceTo: ReferenceTo): HclInput {
  const plain: HclInput = { kind: 'json', value };
  const document = typeof value === 'string' ? documentIn(value) : undefined;
  if (JSON.stringify(value).includes(marker)) return plain;
  const references: string[] = [];
  const mark = (reference: string): string => `${marker}${references.push(reference) - 1}_`;
  const marked = mapTexts(document ?? value, (text) => markText(text, referenceTo, mark));
  if (references.length === 0 && document === undefined) return plain;
  const text = unmark(renderHclValue(marked), references);
  return { kind: 'raw', text: document === undefined ? text : `jsonencode(${text})` };
}

function documentIn(text: string): Json | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  return parsedJson(text);
}

/** Marks the entire text, or an ARN that it starts with: `arn:aws:s3:::logs/*`. */
function markText(
  text: string,
  referenceTo: ReferenceTo,
  mark: (reference: string) => string,
): string {
  const whole = referenceTo(text);
  if (whole !== undefined) return mark(whole);
  if (!text.startsWith('arn:')) return text;
  for (let end = text.length - 1; end > 0; end -= 1) {
    if (text[end] !== '/' && text[end] !== ':') continue;
    const reference = referenceTo(text.slice(0, end));
    if (reference !== undefined) return mark(reference) + text.slice(end);
  }
  return text;
}

/** A text that consists of one reference needs no template around it. */
function unmark(text: string, references: readonly string[]): string {
  return text
    .replace(new RegExp(`"${marker}(\\d+)_"`, 'g'), (_, at) => references[Number(at)] ?? '')
    .replace(new RegExp(`${marker}(\\d+)_`, 'g'), (_, at) => `\${${references[Number(at)]}}`);
}
