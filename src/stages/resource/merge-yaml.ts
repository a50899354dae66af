import { manifestDocuments } from '../../code/manifests/objects/documents.ts';
import type { YamlTree } from '../../code/yaml/tree.ts';
import { editYamlText } from '../../code/yaml/yaml.ts';
import { parseYaml } from '../../code/yaml/yaml-tree.ts';
import { type Json, jsonAt, sameJson } from '../../model/json.ts';
import { editedText } from '../../text/edits.ts';
import { createLines } from '../../text/lines.ts';
import type { CodeConflict, MergedCode, MergeInput } from './merge-code.ts';
import { mergeValues } from './merge-values.ts';

/** A document of a file, with its separator. */
interface Part {
  readonly key: string;
  readonly text: string;
  readonly start: number;
  readonly value: Json;
}

/**
 * Merges the differences between `base` and `ours` into `theirs`, value by value of the documents
 * for the same object. Comments, order and what people wrote elsewhere are kept.
 */
export function mergeYaml({ base, ours, theirs, isForced }: MergeInput): MergedCode {
  const [before, after, there] = [yamlParts(base), yamlParts(ours), yamlParts(theirs)];
  if (there.length < manifestDocuments(theirs).spans.length) {
    return { text: theirs, conflicts: [{ what: 'a document that is not YAML', line: 1 }] };
  }
  const lineOf = createLines(theirs);
  const conflicts: CodeConflict[] = [];
  const head = theirs.slice(0, there[0]?.start ?? theirs.length);
  const result: string[] = [];
  for (const part of there) {
    const [old, wanted] = [valueIn(before, part.key), valueIn(after, part.key)];
    const conflict = (path: readonly string[]): void => {
      const at = part.start + offsetOf(parseYaml(part.text)?.tree, path);
      conflicts.push({ what: [part.key, ...path].join('/'), line: lineOf(at) });
    };
    if (wanted === undefined) {
      const isTheirs = old === undefined || !sameJson(old, part.value);
      if (old !== undefined && isTheirs && !isForced) conflict([]);
      if (old === undefined || (isTheirs && !isForced)) result.push(part.text);
      continue;
    }
    const merged = mergeValues({ old, wanted, found: part.value }, { isForced, conflict });
    const edits = merged === undefined ? undefined : editYamlText(part.text, merged);
    if (edits === undefined) conflict([]);
    result.push(edits === undefined ? part.text : editedText(part.text, edits));
  }
  const known = new Set(there.map(({ key }) => key));
  for (const part of after.filter(({ key }) => !known.has(key))) {
    // A document that people removed is restored only by force.
    if (valueIn(before, part.key) === undefined || isForced) result.push(separated(part.text));
    else if (!sameJson(valueIn(before, part.key), part.value)) {
      conflicts.push({ what: part.key, line: 1 });
    }
  }
  if (conflicts.length > 0) return { text: theirs, conflicts };
  return { text: joined([head, ...result]), conflicts };
}

/** The documents of a text. Parts that are not YAML are left out. */
export function yamlParts(text: string): readonly Part[] {
  const counts = new Map<string, number>();
  return manifestDocuments(text).spans.flatMap(({ start, end }) => {
    const part = text.slice(start, end);
    const value = parseYaml(part)?.value;
    if (value === undefined) return [];
    const named = nameOf(value);
    const count = (counts.get(named) ?? 0) + 1;
    counts.set(named, count);
    return [{ key: count > 1 ? `${named} ${count}` : named, text: part, start, value }];
  });
}

function nameOf(value: Json): string {
  const names = [jsonAt(value, 'metadata', 'namespace'), jsonAt(value, 'metadata', 'name')];
  const kind = jsonAt(value, 'kind');
  return [typeof kind === 'string' ? kind : 'document', ...names]
    .filter((one) => typeof one === 'string')
    .join(' ');
}

function valueIn(parts: readonly Part[], key: string): Json | undefined {
  return parts.find((part) => part.key === key)?.value;
}

/** The offset to show for a value: its own, or otherwise that of its nearest existing parent. */
function offsetOf(tree: YamlTree | undefined, path: readonly string[]): number {
  let at = tree;
  let start = tree?.start ?? 0;
  for (const key of path) {
    if (at === undefined || at.kind === 'leaf') break;
    const member =
      at.kind === 'map' ? at.members.find((one) => one.key === key) : at.members[Number(key)];
    if (member === undefined) break;
    start = member.start;
    at = member.value;
  }
  return start;
}

function separated(text: string): string {
  return text.startsWith('---') ? text : `---\n${text}`;
}

/** Removes a separator at the beginning of the file, left over from a document that is gone. */
function joined([head = '', first = '', ...rest]: readonly string[]): string {
  const begin = head.trim() === '' ? first.replace(/^---[^\S\n]*\n/, '') : first;
  return [head, begin, ...rest]
    .map((text) => (text === '' || text.endsWith('\n') ? text : `${text}\n`))
    .join('');
}
