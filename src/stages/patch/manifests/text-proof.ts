import { documentsOf } from '../../../code/manifests/objects/documents.ts';
import { isYaml } from '../../../code/manifests/sources/paths.ts';
import { parseYaml } from '../../../code/yaml/yaml-tree.ts';
import { canonicalJson } from '../../../model/json.ts';
import type { FileEdit } from '../../../model/patch.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import { applyEdits } from '../../../text/edits.ts';

/** Notes if a file that was YAML no longer is. Chart templates are not YAML. */
export function yamlNotes(
  path: string,
  before: string | undefined,
  after: string,
): readonly string[] {
  if (!isYaml(path) || before === undefined) return [];
  return isReadable(before) && !isReadable(after) ? [`${path}: The edit breaks the YAML.`] : [];
}

/** Notes if a document outside the edits changed its content or its order. */
export function documentNotes({ path, edits }: FileEdit, before: SourceTree): readonly string[] {
  const text = before.get(path);
  if (!isYaml(path) || text === undefined || !isReadable(text)) return [];
  const edited = applyEdits(text, edits);
  if (!edited.ok) return [`${path}: ${edited.error.message}`];
  const kept = documentsOf(text)
    .spans.filter(
      ({ start, end }) =>
        !edits.some(({ offset, length }) => offset <= end && offset + length >= start),
    )
    .map(({ start, end }) => meaningOf(text.slice(start, end)));
  const now = documentsOf(edited.value).spans.map(({ start, end }) =>
    meaningOf(edited.value.slice(start, end)),
  );
  let next = 0;
  for (const document of now) if (document === kept[next]) next += 1;
  return next === kept.length ? [] : [`${path}: The edit changes a document beside its own.`];
}

function isReadable(text: string): boolean {
  return documentsOf(text).spans.every(
    ({ start, end }) => parseYaml(text.slice(start, end)) !== undefined,
  );
}

function meaningOf(document: string): string {
  const parsed = parseYaml(document);
  return parsed === undefined ? document : canonicalJson(parsed.value);
}
