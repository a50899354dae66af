import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { ApiFacts, ApiModel } from './encode.ts';
import { packages } from './packages.ts';

interface MapperType {
  readonly name: string;
  readonly className?: string | undefined;
  readonly uberParent?: string | undefined;
  readonly element?: Mapper | undefined;
  readonly value?: Mapper | undefined;
  readonly modelProperties?: Readonly<Record<string, Mapper>> | undefined;
}

interface Mapper {
  readonly serializedName?: string | undefined;
  readonly type: MapperType;
}

const Mapper: z.ZodType<Mapper> = z.lazy(() =>
  z.object({
    serializedName: z.string().optional(),
    type: z.object({
      name: z.string(),
      className: z.string().optional(),
      uberParent: z.string().optional(),
      element: Mapper.optional(),
      value: Mapper.optional(),
      modelProperties: z.record(z.string(), Mapper).optional(),
    }),
  }),
);

const Parameter = z.object({ mapper: Mapper });

/** The facts in the packages of a folder `node_modules`. */
export async function readPackages(root: string): Promise<readonly ApiFacts[]> {
  return Promise.all(Object.keys(packages).map((name) => readPackage(root, name)));
}

/** The facts in one package. The names of its models are prefixed with its own. */
async function readPackage(root: string, name: string): Promise<ApiFacts> {
  const base = ['dist/esm', 'dist-esm/src', 'esm']
    .map((folder) => join(root, '@azure', name, folder))
    .find((folder) => existsSync(join(folder, 'models', 'mappers.js')));
  if (base === undefined)
    throw new Error(`${name} has no models/mappers.js: is it another version?`);
  const mappers = await valuesIn(join(base, 'models', 'mappers.js'), Mapper);
  const parameters = await valuesIn(join(base, 'models', 'parameters.js'), Parameter);
  const models = modelsOf(name, mappers);
  const operations = new Set<string>();
  const bodies = new Map<string, Set<string>>();
  for (const file of readdirSync(join(base, 'operations')).filter((one) => one.endsWith('.js'))) {
    for (const { method, path, text } of requestsIn(
      readFileSync(join(base, 'operations', file), 'utf8'),
    )) {
      for (const type of typesIn(path)) {
        const verb = verbs[method];
        if (verb !== undefined) operations.add(`${type}/${verb}`);
        if (verb !== 'write') continue;
        const known = bodies.get(type) ?? new Set();
        bodies.set(type, known);
        for (const one of modelsNamed(text, parameters)) {
          if (models.has(`${name}.${one}`)) known.add(`${name}.${one}`);
        }
      }
    }
  }
  return { operations, bodies, models };
}

const verbs: Readonly<Record<string, string>> = { PUT: 'write', PATCH: 'write', DELETE: 'delete' };

/** The exports of a module that match a shape. */
async function valuesIn<T>(file: string, shape: z.ZodType<T>): Promise<ReadonlyMap<string, T>> {
  if (!existsSync(file)) return new Map();
  const exported: object = await import(pathToFileURL(file).href);
  const all = Object.entries(exported).sort(([a], [b]) => (a < b ? -1 : 1));
  const found = all.flatMap(([name, value]): [string, T][] => {
    const read = shape.safeParse(value);
    return read.success ? [[name, read.data]] : [];
  });
  return new Map(found);
}

function* requestsIn(source: string) {
  for (const [text] of source.matchAll(/\w+OperationSpec = \{[\s\S]*?\n\};/g)) {
    const method = /httpMethod: "(\w+)"/.exec(text)?.[1];
    const path = /path: "([^"]+)"/.exec(text)?.[1];
    if (method !== undefined && path !== undefined) yield { method, path, text };
  }
}

/** The models of the body of a request and of its responses, except errors. */
function modelsNamed(
  text: string,
  parameters: ReadonlyMap<string, z.infer<typeof Parameter>>,
): readonly string[] {
  const own = [...text.matchAll(/Mappers\.(\w+)/g)].map(([, one = '']) => one);
  const sent = /requestBody: Parameters\.(\w+)/.exec(text)?.[1] ?? '';
  const className = parameters.get(sent)?.mapper.type.className ?? '';
  return [...own, className].filter((one) => !one.includes('Error'));
}

/** Replacements for the record type in paths of the DNS package. */
const recordTypes = ['a', 'aaaa', 'caa', 'cname', 'mx', 'ns', 'ptr', 'soa', 'srv', 'txt'];

/** `microsoft.network/virtualnetworks/subnets`, from the path of such a resource. */
function typesIn(path: string): readonly string[] {
  const parts = path
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  const at = parts.lastIndexOf('providers');
  if (at === -1) {
    const isGroup = parts.at(-2) === 'resourcegroups';
    return isGroup ? ['microsoft.resources/subscriptions/resourcegroups'] : [];
  }
  const [namespace, ...rest] = parts.slice(at + 1);
  const words = rest.filter((_, index) => index % 2 === 0);
  if (namespace === undefined || words.length === 0) return [];
  const type = [namespace, ...words].join('/');
  return type.includes('{recordtype}')
    ? recordTypes.map((one) => type.replace('{recordtype}', one))
    : [type];
}

function modelsOf(
  name: string,
  mappers: ReadonlyMap<string, Mapper>,
): ReadonlyMap<string, ApiModel> {
  const parents = new Map<string, ApiModel[]>();
  const models = new Map<string, ApiModel>();
  for (const { type } of mappers.values()) {
    if (type.className === undefined) continue;
    const members = Object.values(type.modelProperties ?? {}).map(
      ({ serializedName = '', type: of }) =>
        [serializedName.replaceAll('\\', ''), targetOf(name, of)] as const,
    );
    const model = Object.fromEntries(members);
    models.set(`${name}.${type.className}`, {
      ...models.get(`${name}.${type.className}`),
      ...model,
    });
    const parent = type.uberParent;
    if (parent !== undefined) parents.set(parent, [...(parents.get(parent) ?? []), model]);
  }
  // Where a value may be one of several kinds, the members of all of them are allowed.
  for (const [parent, own] of parents) {
    models.set(
      `${name}.${parent}`,
      Object.assign({}, ...own.toReversed(), models.get(`${name}.${parent}`)),
    );
  }
  return models;
}

/** The type of a member: a model or a kind of value, after `[]` in a list and `{}` in a map. */
function targetOf(name: string, type: MapperType): string {
  if (type.element !== undefined) return `[]${targetOf(name, type.element.type)}`;
  if (type.value !== undefined) return `{}${targetOf(name, type.value.type)}`;
  if (type.className !== undefined) return `${name}.${type.className}`;
  return kinds[type.name] ?? 'text';
}

const kinds: Readonly<Record<string, string>> = {
  any: 'any',
  Boolean: 'bool',
  Number: 'number',
  Object: 'any',
};
