import { manifestDocuments } from '../../code/manifests/objects/documents.ts';
import { editYamlText } from '../../code/yaml/yaml.ts';
import { parseYaml } from '../../code/yaml/yaml-tree.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonAt } from '../../model/json.ts';
import type { WantedResource } from '../../model/resource.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { editedText } from '../../text/edits.ts';
import type { KindTemplate } from './kind.ts';

type Roots = Readonly<Record<'spec' | 'self', JsonObject>>;

/**
 * The manifests of a resource. `${spec.replicas}`, `${self.name}` and `${self.tenant}` in values
 * are replaced: as an entire value by a value of any type, within a text by text. Values that are
 * not in the spec are left out. `$${` stands for `${`.
 */
export function fillYaml(template: KindTemplate, resource: WantedResource): Result<string> {
  const { text } = template;
  const roots = { spec: resource.spec, self: { name: resource.name, tenant: resource.tenant } };
  const { spans, directive } = manifestDocuments(text);
  if (directive !== undefined || spans.length === 0) return fail(broken(template));
  const parts = [text.slice(0, spans[0]?.start)];
  for (const { start, end } of spans) {
    const part = text.slice(start, end);
    const document = parseYaml(part);
    const filled = document === undefined ? undefined : fill(document.value, roots);
    const edits = filled === undefined ? undefined : editYamlText(part, filled);
    if (edits === undefined) return fail(broken(template));
    parts.push(editedText(part, edits));
  }
  return ok(parts.join(''));
}

/** Undefined if the value is left out. */
function fill(value: Json, roots: Roots): Json | undefined {
  if (typeof value === 'string') return fillText(value, roots);
  if (isJsonArray(value)) return value.flatMap((item) => fill(item, roots) ?? []);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, Json][] => {
      const filled = fill(member, roots);
      return filled === undefined ? [] : [[key, filled]];
    }),
  );
}

function fillText(text: string, roots: Roots): Json | undefined {
  const parts = textParts(text);
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return jsonAt(roots[only.root], ...only.keys);
  let filled = '';
  for (const part of parts) {
    const value = typeof part === 'string' ? part : jsonAt(roots[part.root], ...part.keys);
    if (value === undefined) return undefined;
    filled += typeof value === 'string' ? value : JSON.stringify(value);
  }
  return filled;
}

/** `${spec.a.b}` in a template. */
export interface YamlPlaceholder {
  readonly root: keyof Roots;
  readonly keys: readonly string[];
}

const placeholder = /\$\$\{|\$\{(spec|self)((?:\.[A-Za-z_][\w-]*)+)\}/g;

/** Texts and placeholders, in order. */
export function textParts(text: string): readonly (string | YamlPlaceholder)[] {
  const parts: (string | YamlPlaceholder)[] = [];
  let plain = '';
  let at = 0;
  for (const match of text.matchAll(placeholder)) {
    const [whole, root, keys = ''] = match;
    plain += text.slice(at, match.index);
    at = match.index + whole.length;
    if (root === undefined) plain += '${';
    else {
      if (plain !== '') parts.push(plain);
      plain = '';
      parts.push({ root: root === 'spec' ? 'spec' : 'self', keys: keys.slice(1).split('.') });
    }
  }
  plain += text.slice(at);
  return plain === '' && parts.length > 0 ? parts : [...parts, plain];
}

function broken({ file }: KindTemplate): Problem {
  return {
    code: 'kind-template',
    message: 'The template is not YAML with one map per document.',
    place: { file },
    hint: 'Placeholders are values: `replicas: ${spec.replicas}`.',
  };
}
