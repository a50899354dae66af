import { NormalizedSchema } from '@smithy/core/schema';
import { z } from 'zod';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { loggedNames, values, xmlServices } from './api-logged.ts';

const Operation = z.tuple([
  z.literal(9),
  z.string(),
  z.string(),
  z.unknown(),
  z.unknown(),
  z.unknown(),
]);

/** The input and output of one operation in a cloud's API model. */
export interface ApiOperation {
  readonly input: NormalizedSchema;
  readonly output: NormalizedSchema;
}

/**
 * The operations of a service, from the schemas that its SDK clients export. Two clients may have
 * an operation of the same name.
 */
export async function apiOperations(
  clients: readonly string[],
): Promise<ReadonlyMap<string, readonly ApiOperation[]>> {
  const found = new Map<string, ApiOperation[]>();
  for (const client of clients) {
    const exported: object = await import(`@aws-sdk/client-${client}`);
    for (const value of Object.values(exported)) {
      const operation = Operation.safeParse(value);
      if (!operation.success) continue;
      const [, , name, , input, output] = operation.data;
      const known = found.get(name) ?? [];
      found.set(name, [...known, { input: schemaOf(input), output: schemaOf(output) }]);
    }
  }
  return found;
}

function schemaOf(schema: unknown): NormalizedSchema {
  return NormalizedSchema.of(schema as Parameters<typeof NormalizedSchema.of>[0]);
}

/** Called for each member that is looked up, with its path and whether the model has it. */
export type Asked = (path: string, isKnown: boolean) => void;

/** How deep nested structures are generated, since some contain themselves. */
const maxDepth = 10;

/** An example with every member as the service logs it; it reports which ones are looked up. */
export function exampleOf(service: string, schema: NormalizedSchema, asked: Asked): JsonObject {
  const { example } = new Examples(service, asked);
  const made = schema.isStructSchema() ? example(schema, '', 0) : {};
  return typeof made === 'object' && made !== null && !Array.isArray(made)
    ? (made as JsonObject)
    : {};
}

class Examples {
  readonly #aliases: readonly (readonly [string, string])[];
  readonly #isXml: boolean;
  readonly #asked: Asked;

  constructor(service: string, asked: Asked) {
    this.#aliases = Object.entries(loggedNames[service] ?? {});
    this.#isXml = xmlServices.has(service);
    this.#asked = asked;
  }

  readonly example = (schema: NormalizedSchema, path: string, depth: number): Json => {
    if (schema.isStructSchema() || schema.isUnionSchema()) return this.#struct(schema, path, depth);
    if (depth >= maxDepth) return null;
    if (schema.isListSchema()) return this.#list(schema, path, depth);
    if (schema.isMapSchema()) {
      return { key: this.example(schema.getValueSchema(), path, depth + 1) };
    }
    if (schema.isBooleanSchema()) return true;
    if (schema.isNumericSchema()) return 1;
    if (schema.isTimestampSchema()) return '2026-03-01T10:00:00Z';
    return 'example';
  };

  #list(schema: NormalizedSchema, path: string, depth: number): Json {
    const value = schema.getValueSchema();
    const elements = [this.example(value, path, depth + 1)];
    const { xmlFlattened, xmlName } = schema.getMergedTraits();
    const name = value.getMergedTraits().xmlName ?? 'member';
    if (!this.#isXml || xmlFlattened !== undefined || xmlName === name) return elements;
    return this.#watched({ [String(name)]: elements }, new Set([String(name).toLowerCase()]), path);
  }

  #struct(schema: NormalizedSchema, path: string, depth: number): Json {
    const members: Record<string, Json> = {};
    // CloudTrail writes `omitted` into a request that it left out.
    const names = new Set(['omitted']);
    for (const [name, member] of schema.structIterator()) {
      const given = [name, ...otherNames(member)];
      for (const [logged, meant] of this.#aliases) {
        if (meant.toLowerCase() === name.toLowerCase()) given.push(logged);
      }
      for (const one of given) names.add(one.toLowerCase());
      if (depth >= maxDepth) continue;
      const value = Object.hasOwn(values, name)
        ? (values[name] ?? null)
        : this.example(member, `${path}.${name}`, depth + 1);
      for (const one of given) members[one] = value;
    }
    return this.#watched(members, names, path);
  }

  #watched(members: JsonObject, names: ReadonlySet<string>, path: string): JsonObject {
    return new Proxy(members, {
      getOwnPropertyDescriptor: (target, name) => {
        if (typeof name === 'string') {
          this.#asked(`${path}.${name}`.slice(1), names.has(name.toLowerCase()));
        }
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    });
  }
}

/** The names of a member in XML, JSON, headers and queries. */
function otherNames(member: NormalizedSchema): readonly string[] {
  const { xmlName, jsonName, httpHeader, httpQuery } = member.getMergedTraits();
  return [xmlName, jsonName, httpHeader, httpQuery].filter((one) => typeof one === 'string');
}
