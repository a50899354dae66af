import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { Place } from '../../../model/result.ts';
import { createLines } from '../../../text/lines.ts';
import { readYaml, type YamlRefusal } from '../../yaml/yaml-tree.ts';
import { manifestDocuments } from './documents.ts';
import { manifestProblem } from './problems.ts';
import type { ManifestFile, ManifestObject, ManifestProblem } from './types.ts';

/** The objects in a file. Documents that are not objects are skipped. */
export function readManifests(file: string, text: string): ManifestFile {
  const { spans, directive } = manifestDocuments(text);
  if (directive !== undefined) {
    const place = { file, line: createLines(text)(directive) };
    const problem = manifestProblem('manifest-directive', place, 'The file has YAML directives.');
    return { file, text, objects: [], problems: [problem] };
  }
  const objects: ManifestObject[] = [];
  const problems: ManifestProblem[] = [];
  const lineOf = createLines(text);
  for (const [document, span] of spans.entries()) {
    const part = text.slice(span.start, span.end);
    const found = readDocument(part, { file, line: lineOf(span.start), document });
    if ('problem' in found) problems.push(found.problem);
    else objects.push(...found.objects);
  }
  return { file, text, objects, problems };
}

type Found =
  | { readonly objects: readonly ManifestObject[] }
  | { readonly problem: ManifestProblem };

function readDocument(part: string, position: Position): Found {
  const place = { file: position.file, line: position.line };
  const read = readYaml(part);
  if (read.kind === 'refused') return { problem: refusal(read.why, part, place) };
  const objects = objectsIn(read.document.value, position, []);
  const templated = objects.find(({ apiVersion, kind, name, namespace = '' }) =>
    [apiVersion, kind, name, namespace].some((one) => one.includes('{{')),
  );
  if (templated === undefined) return { objects };
  const message = `The name of the ${templated.kind} is made by a template.`;
  return { problem: manifestProblem('manifest-template', place, message) };
}

function refusal(why: YamlRefusal, part: string, place: Place): ManifestProblem {
  if (why !== 'no YAML') return manifestProblem('manifest-yaml', place, `The document is ${why}.`);
  return part.includes('{{')
    ? manifestProblem('manifest-template', place, 'The document is a template.')
    : manifestProblem('manifest-yaml', place, 'The document is not YAML that can be edited.');
}

type Position = Pick<ManifestObject, 'file' | 'line' | 'document'>;

function objectsIn(
  value: Json,
  position: Position,
  prefix: AttributePath,
): readonly ManifestObject[] {
  if (!isJsonObject(value)) return [];
  const kind = textAt(value, 'kind');
  const apiVersion = textAt(value, 'apiVersion');
  if (kind === undefined || apiVersion === undefined) return [];
  const items = own(value, 'items');
  if (kind.endsWith('List') && isJsonArray(items)) {
    return items.flatMap((item, i) => objectsIn(item, position, [...prefix, 'items', i]));
  }
  const metadata = own(value, 'metadata');
  if (!isJsonObject(metadata)) return [];
  const name = textAt(metadata, 'name');
  const namespace = textAt(metadata, 'namespace');
  // With `generateName`, each apply creates another object.
  if (name === undefined) return [];
  const names = { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
  return [{ ...names, ...position, prefix, value }];
}

function textAt(object: JsonObject, name: string): string | undefined {
  const value = own(object, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
