import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import type { DocumentChange } from './change.ts';
import { type DocumentWrite, writtenText } from './write.ts';

/** A change in which marks stand for references until it has been written as text. */
export interface MarkedReferences {
  readonly change: DocumentChange;
  /** Replaces the marks in a text by the references. */
  readonly restore: (text: string) => string;
}

/**
 * Prepares references in a JSON template, where they are interpolations that no JSON value can
 * express. Undefined if the change contains no value for which the code has a reference.
 */
export function marked(change: DocumentChange, write: DocumentWrite): MarkedReferences | undefined {
  const references: string[] = [];
  const mark = (text: string): string => {
    const written = writtenText(text, write);
    if (!/^[a-z]|^"\$\{/.test(written)) return text;
    references.push(written.startsWith('"') ? written.slice(1, -1) : `\${${written}}`);
    return markOf(references.length - 1);
  };
  const made = withTexts(change, mark);
  if (references.length === 0) return undefined;
  const restore = (text: string): string =>
    references.reduce(
      (done, reference, index) => done.replaceAll(markOf(index), () => reference),
      text,
    );
  return { change: made, restore };
}

/** A text that does not occur in practice, and that JSON and HCL leave unchanged. */
function markOf(index: number): string {
  return `<parley:reference:${index}>`;
}

function withTexts(change: DocumentChange, map: (text: string) => string): DocumentChange {
  switch (change.kind) {
    case 'members':
      return { ...change, add: change.add.map(map) };
    case 'set':
      return { ...change, value: mapTexts(change.value, map) };
    case 'add': {
      const element = mapTexts(change.element, map);
      return isJsonObject(element) ? { ...change, element } : change;
    }
    case 'drop':
    case 'remove':
      return change;
  }
}

function mapTexts(value: Json, map: (text: string) => string): Json {
  if (typeof value === 'string') return map(value);
  if (isJsonArray(value)) return value.map((item) => mapTexts(item, map));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTexts(item, map)]),
  );
}
