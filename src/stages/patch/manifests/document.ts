import { manifestDocuments } from '../../../code/manifests/objects/documents.ts';
import { editManifest } from '../../../code/manifests/objects/edit.ts';
import type { ManifestObject, ManifestProblem } from '../../../code/manifests/objects/types.ts';
import { parseYaml } from '../../../code/yaml/yaml-tree.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
} from '../../../model/json.ts';
import type { Refusal } from '../../../model/patch.ts';
import { type AttributePath, valueAtPath } from '../../../model/path.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { isNamedMember } from '../../../providers/kubernetes/values/keys.ts';
import { editedText } from '../../../text/edits.ts';
import { lineAt } from '../../../text/lines.ts';

/** One document of a text, in editable form. */
export interface TextDocument {
  readonly file: string;
  readonly text: string;
  readonly document: number;
  /** The path to the object inside the document. */
  readonly prefix: AttributePath;
  readonly name: string;
}

/**
 * The text with another value at a path. Undefined removes the value, and its parents if they would
 * be empty.
 */
export function withValue(
  { file, text, document, prefix, name }: TextDocument,
  path: AttributePath,
  value: Json | undefined,
): Result<string, Refusal> {
  const span = manifestDocuments(text).spans[document];
  const whole = span === undefined ? undefined : parseYaml(text.slice(span.start, span.end))?.value;
  if (whole === undefined)
    return fail(refusalFor(file, 'manifest-yaml', `${file} cannot be read.`));
  const full = [...prefix, ...path];
  const plain =
    value === undefined ? pruned(whole, positions(whole, full)) : positions(whole, full);
  const object: ManifestObject = {
    apiVersion: '',
    kind: 'document',
    name,
    file,
    line: lineAt(text, span?.start ?? 0),
    document,
    prefix: [],
    value: isJsonObject(whole) ? whole : {},
  };
  const change =
    value === undefined
      ? ({ kind: 'remove', path: plain } as const)
      : ({ kind: 'set', path: plain, value, mayAppend: true } as const);
  const edits = editManifest(text, object, change);
  return edits.ok ? ok(editedText(text, edits.value)) : fail(refusalOf(edits.error, file));
}

/** The path with element steps replaced by positions, where the elements exist. */
export function positions(value: Json, path: AttributePath): AttributePath {
  let at: Json | undefined = value;
  return path.map((step) => {
    if (typeof step === 'string') {
      if (isJsonArray(at) && /^\d+$/.test(step)) {
        const index = Number(step);
        at = at[index];
        return index;
      }
      at = jsonAt(at, step);
      return step;
    }
    if (typeof step === 'number') {
      at = isJsonArray(at) ? at[step] : undefined;
      return step;
    }
    const { element } = step;
    const list: readonly Json[] = isJsonArray(at) ? at : [];
    const index = isJsonObject(element) ? list.findIndex((one) => isNamedMember(one, element)) : -1;
    at = index < 0 ? undefined : list[index];
    return index < 0 ? step : index;
  });
}

/** Shortens a path to be removed to the topmost list or map that would otherwise be left empty. */
function pruned(value: Json, path: AttributePath): AttributePath {
  let shortest = path;
  for (let length = path.length - 1; length > 0; length -= 1) {
    const parent = valueAtPath(value, path.slice(0, length));
    const isLast =
      (isJsonArray(parent) && parent.length === 1) ||
      (isJsonObject(parent) && Object.keys(parent).length === 1);
    const isNamedMap = typeof path[length - 1] !== 'string';
    if (!isLast || isNamedMap || ['spec', 'metadata', 'data'].includes(String(path[length - 1])))
      break;
    shortest = path.slice(0, length);
  }
  return shortest;
}

/** Adds the first value to an empty document. */
export function firstValue(text: string, path: readonly string[], value: Json): string {
  const nested = path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
  const lines = render(nested as JsonObject, 0);
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${gap}${lines.join('\n')}\n`;
}

function render(map: JsonObject, column: number): readonly string[] {
  return Object.entries(map).flatMap(([name, value]) => {
    const indent = ' '.repeat(column);
    if (isJsonObject(value)) return [`${indent}${name}:`, ...render(value, column + 2)];
    return [`${indent}${name}: ${JSON.stringify(value)}`];
  });
}

export function refusalFor(file: string, code: string, reason: string, line = 1): Refusal {
  return { code, reason, nearest: { file, line } };
}

function refusalOf(problem: ManifestProblem, file: string): Refusal {
  const { code, message, hint, place } = problem;
  const line = place?.line ?? 1;
  return {
    code,
    reason: message,
    ...(hint === undefined ? {} : { suggestion: hint }),
    nearest: { file: place?.file ?? file, line },
  };
}
