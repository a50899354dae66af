import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Json, JsonObject } from '../../../../src/model/json.ts';

const Facts = z.object({
  operations: z.array(z.string()),
  bodies: z.record(z.string(), z.array(z.string())),
  models: z.record(z.string(), z.record(z.string(), z.string())),
});

const facts = Facts.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'azure.generated.json'), 'utf8')),
);

/** `microsoft.network/virtualnetworks/write`: writes and deletes of the namespaces that are mapped. */
export const azureOperations: ReadonlySet<string> = new Set(facts.operations);

/** Models of the bodies that calls on an ARM type have; none where the models lack it. */
export function bodyModels(arm: string): readonly string[] {
  return facts.bodies[arm.toLowerCase()] ?? [];
}

/** Gets each member that is asked for: its path, and whether the model has it. */
type Asked = (path: string, isKnown: boolean) => void;

const maxDepth = 7;

/** A body with every member that a model has, that reports what it is asked for. */
export function azureBodyOf(model: string, asked: Asked): JsonObject {
  return bodyAt(membersOf(model), '', 0, asked);
}

/** What may stand in an object: by the next word of the dotted name. */
type Members = readonly (readonly [words: readonly string[], model: string])[];

function membersOf(model: string): Members {
  return Object.entries(facts.models[model] ?? {}).map(([name, of]) => [name.split('.'), of]);
}

function bodyAt(members: Members, path: string, depth: number, asked: Asked): JsonObject {
  const names = new Set(members.map(([[word = '']]) => word));
  const body: Record<string, Json> = {};
  for (const name of names) {
    if (depth >= maxDepth) break;
    const inner = members.filter(([[word]]) => word === name);
    body[name] = valueAt(inner, `${path}.${name}`, depth + 1, asked);
  }
  const lower = new Set([...names].map((name) => name.toLowerCase()));
  return new Proxy(body, {
    getOwnPropertyDescriptor: (target, name) => {
      if (typeof name === 'string')
        asked(`${path}.${name}`.slice(1), lower.has(name.toLowerCase()));
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
}

function valueAt(members: Members, path: string, depth: number, asked: Asked): Json {
  const deeper = members.flatMap(([[, ...rest], model]) =>
    rest.length === 0 ? [] : [[rest, model] as const],
  );
  if (deeper.length > 0) return bodyAt(deeper, path, depth, asked);
  return exampleOf(members[0]?.[1] ?? 'text', path, depth, asked);
}

const values: Readonly<Record<string, Json>> = { any: {}, bool: true, number: 1, text: 'example' };

/** Values of which tables read more than that they are there, by the end of their path. */
const wanted: Readonly<Record<string, Json>> = {
  '.properties.profiles.capacity.default': '1',
  '.properties.profiles.capacity.maximum': '1',
  '.properties.profiles.capacity.minimum': '1',
  '.properties.profiles.rules.scaleAction.value': '1',
  '.properties.publicAccess': 'Blob',
  '.properties.redisConfiguration.maxfragmentationmemory-reserved': '1',
  '.properties.redisConfiguration.maxmemory-delta': '1',
  '.properties.redisConfiguration.maxmemory-reserved': '1',
  '.properties.sku.capacityReservationLevel': 100,
  '.sku.name': 'Standard_LRS',
};

function exampleOf(model: string, path: string, depth: number, asked: Asked): Json {
  if (Object.hasOwn(wanted, path)) return wanted[path] ?? null;
  if (model.startsWith('[]')) return [exampleOf(model.slice(2), path, depth, asked)];
  if (model.startsWith('{}')) return { key: exampleOf(model.slice(2), path, depth, asked) };
  return values[model] ?? bodyAt(membersOf(model), path, depth, asked);
}
