import { readFileSync } from 'node:fs';

const names = [
  'cidr',
  'collection',
  'conversion',
  'encoding',
  'file',
  'hash',
  'numeric',
  'string',
  'template',
  'time',
] as const;

/** The expressions of one family: one per line, or separated by lines of dashes. */
export function readCases(name: string): readonly string[] {
  const text = readFileSync(new URL(`cases/${name}.txt`, import.meta.url), 'utf8');
  const cases = text.includes('\n---\n') ? text.split('\n---\n') : text.split('\n');
  return cases.filter((line) => line.trim() !== '');
}

export function allCases(): readonly string[] {
  return names.flatMap(readCases);
}

/** Files that the cases about files read. */
export const caseFiles: ReadonlyMap<string, string> = new Map([
  ['hello.txt', 'Hello é\n'],
  ['greet.tftpl', 'Hello ${name}!\n%{ for i in items ~}\n- ${i}\n%{ endfor ~}\n'],
  ['value.tftpl', '${x}'],
  ['sub/a.json', '{"x": 1}'],
  ['sub/b.json', '{}'],
  ['sub/c.txt', 'c'],
  ['sub/deep/d.json', '[]'],
]);
