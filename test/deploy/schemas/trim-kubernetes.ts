import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Generates JSON Schemas of the kinds in deploy/kubernetes from the types of the npm package
 * `kubernetes-types`, which are generated from the published description of the API: `npx tsx
 * test/deploy/schemas/trim-kubernetes.ts PACKAGE fixtures/deploy/kubernetes.json`.
 */
const kinds = [
  ['v1', 'Namespace'],
  ['v1', 'ConfigMap'],
  ['v1', 'Secret'],
  ['v1', 'Service'],
  ['v1', 'ServiceAccount'],
  ['apps/v1', 'Deployment'],
  ['batch/v1', 'Job'],
  ['networking.k8s.io/v1', 'NetworkPolicy'],
  ['policy/v1', 'PodDisruptionBudget'],
] as const;

/** Members that the server fills in. */
const ofTheServer = new Set(['status', 'managedFields']);

type Schema = Record<string, unknown>;

const [source = '', target = ''] = process.argv.slice(2);
const definitions: Record<string, Schema> = {};
const folders: Readonly<Record<string, string>> = { v1: 'core/v1' };

function fileOf(apiVersion: string): string {
  return folders[apiVersion] ?? apiVersion.replace(/\.[a-z0-9.]+\//, '/');
}

/** The schema of a type as written in a declaration file. */
function typeOf(written: string, file: string): Schema {
  const text = written.trim();
  const list = /^Array<(.*)>$/.exec(text)?.[1];
  if (list !== undefined) return { type: 'array', items: typeOf(list, file) };
  const literal = /^"(.*)"$/.exec(text)?.[1];
  if (literal !== undefined) return { const: literal };
  if (/^\{\s*\[name: string\]: (.*)\s*\}$/s.test(text)) {
    const [, value = ''] = /\[name: string\]: (.*?);?\s*\}$/s.exec(text) ?? [];
    return { type: 'object', additionalProperties: typeOf(value, file) };
  }
  if (text === 'string' || text === 'boolean' || text === 'number') return { type: text };
  if (text === 'number | string') return { type: ['number', 'string'] };
  return refTo(text, file);
}

function refTo(name: string, file: string): Schema {
  const text = read(file);
  const [, from] =
    new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from "\\.\\./(.*)";$`, 'm').exec(text) ?? [];
  const home = from?.replace(/^\.\.\//, '') ?? file;
  const alias = new RegExp(`^export type ${name} = (.*);$`, 'm').exec(read(home))?.[1];
  if (alias !== undefined) return typeOf(alias, home);
  const key = `${home.replaceAll('/', '.')}.${name}`;
  define(key, name, home);
  return { $ref: `#/definitions/${key}` };
}

function define(key: string, name: string, file: string): void {
  if (definitions[key] !== undefined) return;
  const body = new RegExp(`^export interface ${name} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(
    read(file),
  )?.[1];
  if (body === undefined) throw new Error(`There is no ${name} in ${file}.`);
  const schema: Schema = { type: 'object', additionalProperties: false };
  definitions[key] = schema;
  const members = body.matchAll(/^ {4}(['"]?)([$\w-]+)\1(\??): (\{[\s\S]*?^ {4}\}|.*);$/gm);
  const found = [...members].filter(([, , member = '']) => !ofTheServer.has(member));
  const required = found.filter(([, , , mark]) => mark === '').map(([, , member]) => member);
  if (required.length > 0) schema['required'] = required;
  schema['properties'] = Object.fromEntries(
    found.map(([, , member, , written = '']) => [member, typeOf(written, file)]),
  );
}

function read(file: string): string {
  return readFileSync(join(source, `${file}.d.ts`), 'utf8');
}

const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
const roots = kinds.map(([apiVersion, kind]) => {
  const ref = refTo(kind, fileOf(apiVersion));
  return `${JSON.stringify(`${apiVersion} ${kind}`)}: ${JSON.stringify(ref)}`;
});
// One line per type, so that the diff of a newer version shows which ones changed.
const lines = Object.keys(definitions)
  .sort()
  .map((key) => `${JSON.stringify(key)}: ${JSON.stringify(definitions[key])}`);
writeFileSync(
  target,
  `{"version": ${JSON.stringify(version)},\n"kinds": {\n${roots.join(',\n')}\n},\n"definitions": {\n${lines.join(',\n')}\n}}\n`,
);
