import type { Json } from '../../../model/json.ts';
import { sameValue } from '../../../model/json-compare.ts';
import type { TextEdit } from '../../../model/patch.ts';
import { formatPath } from '../../../model/path.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { editedText } from '../../../text/edits.ts';
import { editYamlText } from '../../yaml/yaml.ts';
import { parseYaml } from '../../yaml/yaml-tree.ts';
import { manifestDocuments } from './documents.ts';
import { hazardAt } from './hazards.ts';
import { manifestProblem } from './problems.ts';
import type { ManifestChange, ManifestCode, ManifestObject, ManifestProblem } from './types.ts';
import { changedValue, existingPath } from './value.ts';

/**
 * The smallest edits of a file that change one field of an object in it. Comments and every byte
 * unrelated to the field stay. There are no edits if the field already has the value. The result
 * has been parsed again as a check. `object` must come from this exact text.
 */
export function editManifest(
  text: string,
  object: ManifestObject,
  change: ManifestChange,
): Result<readonly TextEdit[], ManifestProblem> {
  const refused = (code: ManifestCode): Result<readonly TextEdit[], ManifestProblem> => {
    const { file, line, kind, name } = object;
    const message = `${formatPath(change.path)} of ${kind} ${name} ${reasons[code]}.`;
    return fail(manifestProblem(code, { file, line }, message));
  };
  const span = manifestDocuments(text).spans[object.document];
  const part = span === undefined ? '' : text.slice(span.start, span.end);
  const before = parseYaml(part);
  if (span === undefined || before === undefined) return refused('manifest-yaml');
  const full = { ...change, path: [...object.prefix, ...change.path] };
  const after = changedValue(before.value, full);
  if (!after.ok) return refused(after.error);
  if (after.value === undefined) return refused('manifest-path');
  if (sameValue(before.value, after.value, 'exact')) return ok([]);
  const existing = existingPath(before.value, full.path);
  const hazard = hazardAt(part, existing, existing.length < full.path.length);
  if (hazard !== undefined) return refused(hazard);
  const edits = editYamlText(part, after.value)?.map((edit) => {
    return { ...edit, offset: edit.offset + span.start };
  });
  if (edits === undefined) return refused('manifest-not-editable');
  return changesOnly(text, editedText(text, edits), object.document, after.value)
    ? ok(edits)
    : refused('manifest-not-editable');
}

const reasons: Readonly<Record<ManifestCode, string>> = {
  'manifest-template': 'is made by a template',
  'manifest-yaml': 'is in a text that is not YAML',
  'manifest-directive': 'is in a text with YAML directives',
  'manifest-alias': 'is written elsewhere, behind an alias',
  'manifest-anchor': 'has an anchor that other places use',
  'manifest-path': 'does not fit what the manifest has there',
  'manifest-no-element': 'names an element that is not there',
  'manifest-ambiguous': 'names several elements',
  'manifest-no-object': 'is in an object that is not there',
  'manifest-value-from': 'takes its value from another object',
  'manifest-not-editable': 'cannot be edited in its place',
  'kustomize-unsupported': 'is made in a way that is not supported',
  'kustomize-missing': 'is in a file that is not there',
  'helm-unsupported': 'is made by a template',
};

/** True if the edited document has the expected value and the text of all others is unchanged. */
function changesOnly(before: string, after: string, index: number, value: Json): boolean {
  const old = manifestDocuments(before).spans;
  const spans = manifestDocuments(after).spans;
  if (old.length !== spans.length) return false;
  return spans.every(({ start, end }, i) => {
    const part = after.slice(start, end);
    const was = old[i];
    if (i !== index) return was !== undefined && part === before.slice(was.start, was.end);
    const parsed = parseYaml(part);
    return parsed !== undefined && sameValue(parsed.value, value, 'exact');
  });
}
