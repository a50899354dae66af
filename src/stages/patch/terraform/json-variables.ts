import { literalValue } from '../../../code/hcl/edit/literal.ts';
import { parseHcl } from '../../../code/hcl/syntax/parse.ts';
import type { SourceFile } from '../../../code/terraform/config/source.ts';
import { editJsonText } from '../../../code/yaml/json.ts';
import type { Json } from '../../../model/json.ts';
import type { TextEdit } from '../../../model/patch.ts';
import { applyEdits } from '../../../text/edits.ts';

/** True for a `.tfvars.json` file, whose plain values have an equivalent in native syntax. */
export function isJsonVariables({ format, role }: SourceFile): boolean {
  return format === 'json' && role === 'tfvars';
}

/**
 * Converts edits of the translation of a `.tfvars.json` file into edits of its JSON text. Undefined
 * if the result is not only values, or if the file is not an object with unique names.
 */
export function jsonVariableEdits(
  file: SourceFile,
  edits: readonly TextEdit[],
): readonly TextEdit[] | undefined {
  const edited = applyEdits(file.text, edits);
  const values = edited.ok ? assignedValues(edited.value) : undefined;
  if (values === undefined || file.source === undefined) return undefined;
  return editJsonText(file.source, withComments(file.source, values));
}

/** The values that native syntax assigns, by name; undefined if they are not all literals. */
function assignedValues(text: string): ReadonlyMap<string, Json> | undefined {
  const { body, errors } = parseHcl(text);
  const values = new Map<string, Json>();
  for (const item of body.items) {
    const value = item.kind === 'attribute' ? literalValue(item.value, text) : undefined;
    if (item.kind !== 'attribute' || value === undefined) return undefined;
    values.set(item.name, value);
  }
  return errors.length > 0 ? undefined : values;
}

/** Restores `"//"`, which Terraform treats as a comment and the translation leaves out. */
function withComments(source: string, values: ReadonlyMap<string, Json>): Json {
  const old: Json = JSON.parse(source);
  const comment =
    typeof old === 'object' && old !== null && Object.hasOwn(old, '//')
      ? [['//', (old as Record<string, Json>)['//'] ?? null] as const]
      : [];
  return Object.fromEntries([...comment, ...values]);
}
