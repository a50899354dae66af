import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { documents } from './documents.ts';

/** Member -> model or kind of value, after `[]` in a list and `{}` in a map. */
export type GoogleModel = Readonly<Record<string, string>>;

/** A method of one version of an API. */
export interface GoogleMethod {
  /** The model of its request body; empty where it has none. */
  readonly body: string;
  /** The parameters of its path and its query. */
  readonly parameters: readonly string[];
}

export interface GoogleApi {
  readonly service: string;
  /** `instances.insert`, `projects.topics.create` -> the method, in each version that has it. */
  readonly methods: ReadonlyMap<string, readonly GoogleMethod[]>;
  readonly models: ReadonlyMap<string, GoogleModel>;
}

interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | undefined;
  readonly items?: Schema | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly additionalProperties?: Schema | undefined;
}

const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.string().optional(),
    items: Schema.optional(),
    properties: z.record(z.string(), Schema).optional(),
    additionalProperties: Schema.optional(),
  }),
);

const Method = z.object({
  id: z.string(),
  httpMethod: z.string(),
  parameters: z.record(z.string(), z.unknown()).default({}),
  request: z.object({ $ref: z.string() }).optional(),
});

interface Collection {
  readonly methods?: Readonly<Record<string, z.infer<typeof Method>>> | undefined;
  readonly resources?: Readonly<Record<string, Collection>> | undefined;
}

const Collection: z.ZodType<Collection> = z.lazy(() =>
  z.object({
    methods: z.record(z.string(), Method).optional(),
    resources: z.record(z.string(), Collection).optional(),
  }),
);

const Document = z.object({
  schemas: z.record(z.string(), Schema),
  resources: z.record(z.string(), Collection),
});

/** The APIs in the discovery documents of a folder, such as `compute.v1.json`. */
export function readDocuments(folder: string): readonly GoogleApi[] {
  return Object.entries(documents).map(([service, versions]) => {
    const methods = new Map<string, readonly GoogleMethod[]>();
    const models = new Map<string, GoogleModel>();
    for (const version of versions) {
      const text = readFileSync(join(folder, `${version}.json`), 'utf8');
      const { schemas, resources } = Document.parse(JSON.parse(text));
      for (const [name, schema] of Object.entries(schemas)) {
        addModel(models, `${version}.${name}`, schema, version);
      }
      for (const { id, request, parameters } of Object.values(resources).flatMap(changing)) {
        const name = id.slice(id.indexOf('.') + 1);
        const body = request === undefined ? '' : `${version}.${request.$ref}`;
        const method = { body, parameters: Object.keys(parameters).sort() };
        methods.set(name, [...(methods.get(name) ?? []), method]);
      }
    }
    return { service, methods, models };
  });
}

function changing({ methods = {}, resources = {} }: Collection): readonly z.infer<typeof Method>[] {
  const own = Object.values(methods).filter(({ httpMethod }) => httpMethod !== 'GET');
  return [...own, ...Object.values(resources).flatMap(changing)];
}

/** Adds the model, and those of the unnamed objects within it. */
function addModel(
  models: Map<string, GoogleModel>,
  name: string,
  { properties = {} }: Schema,
  version: string,
): void {
  const targetOf = (schema: Schema, path: string): string => {
    if (schema.$ref !== undefined) return `${version}.${schema.$ref}`;
    if (schema.items !== undefined) return `[]${targetOf(schema.items, path)}`;
    if (schema.additionalProperties !== undefined) {
      return `{}${targetOf(schema.additionalProperties, path)}`;
    }
    if (schema.properties !== undefined) {
      addModel(models, path, schema, version);
      return path;
    }
    return kinds[schema.type ?? ''] ?? 'text';
  };
  const members = Object.entries(properties).map(
    ([member, schema]) => [member, targetOf(schema, `${name}.${member}`)] as const,
  );
  models.set(name, Object.fromEntries(members));
}

const kinds: Readonly<Record<string, string>> = {
  any: 'any',
  boolean: 'bool',
  integer: 'number',
  number: 'number',
  object: 'any',
};
