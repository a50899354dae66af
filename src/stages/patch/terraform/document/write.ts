import { quoteHcl, renderKey } from '../../../../code/hcl/edit/render.ts';
import type { HclInput } from '../../../../code/hcl/edit/types.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';

/** How a value is written: as a reference that the code has, or literally. */
export type DocumentWrite = (value: Json) => HclInput;

/** Writes every value literally. */
export const plainWrite: DocumentWrite = (value) => ({ kind: 'json', value });

/**
 * The text as HCL. For an ARN that extends a managed one, the reference to the managed one is used
 * as its prefix.
 */
export function writtenText(text: string, write: DocumentWrite): string {
  const whole = write(text);
  if (whole.kind === 'raw') return whole.text;
  for (let end = text.length - 1; end > 0; end -= 1) {
    if (text[end] !== '/' && text[end] !== ':') continue;
    const start = write(text.slice(0, end));
    if (start.kind === 'raw') return `"\${${start.text}}${quoteHcl(text.slice(end)).slice(1, -1)}"`;
  }
  return quoteHcl(text);
}

/** The value as an HCL expression, with references where they are known. */
export function writtenValue(value: Json, write: DocumentWrite, indent = ''): string {
  if (typeof value === 'string') return writtenText(value, write);
  if (isJsonArray(value)) return writtenList(value, write, indent);
  if (!isJsonObject(value)) return String(value);
  const inner = `${indent}  `;
  const entries = Object.entries(value).map(([name, item]) => ({
    head: renderKey(name),
    text: writtenValue(item, write, inner),
  }));
  if (entries.length === 0) return '{}';
  const widest = Math.max(...entries.map(({ head }) => head.length));
  const lines = entries.map(({ head, text }) => `${inner}${head.padEnd(widest)} = ${text}`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function writtenList(items: readonly Json[], write: DocumentWrite, indent: string): string {
  const inner = `${indent}  `;
  const flat = items.map((item) => writtenValue(item, write, inner));
  const inline = `[${flat.join(', ')}]`;
  if (!inline.includes('\n') && inline.length + indent.length < 70) return inline;
  return `[\n${flat.map((text) => `${inner}${text},\n`).join('')}${indent}]`;
}

/** The same on one line. */
export function writtenInline(value: Json, write: DocumentWrite): string {
  if (isJsonArray(value)) {
    return `[${value.map((item) => writtenInline(item, write)).join(', ')}]`;
  }
  if (!isJsonObject(value)) return writtenValue(value, write);
  const entries = Object.entries(value).map(
    ([name, item]) => `${renderKey(name)} = ${writtenInline(item, write)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** True when any part of the value is written as a reference. */
export function hasReferences(value: Json, write: DocumentWrite): boolean {
  if (typeof value === 'string') return writtenText(value, write) !== quoteHcl(value);
  if (isJsonArray(value)) return value.some((item) => hasReferences(item, write));
  if (!isJsonObject(value)) return false;
  return Object.values(value).some((item) => hasReferences(item, write));
}
