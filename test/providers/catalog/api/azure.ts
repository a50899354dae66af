import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { ApiBodies, type Asked } from './bodies.ts';

const Facts = z.object({
  operations: z.array(z.string()),
  bodies: z.record(z.string(), z.array(z.string())),
  models: z.record(z.string(), z.record(z.string(), z.string())),
});

const facts = Facts.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'azure.generated.json'), 'utf8')),
);

/** Writes and deletes in the mapped namespaces, as `microsoft.network/virtualnetworks/write`. */
export const azureOperations: ReadonlySet<string> = new Set(facts.operations);

/** Models of the request bodies of an ARM type; empty if the models lack the type. */
export function bodyModels(arm: string): readonly string[] {
  return facts.bodies[arm.toLowerCase()] ?? [];
}

/** Values that tables interpret rather than merely copy, by their path. */
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

const bodies = new ApiBodies({
  models: facts.models,
  isNamed: (name, members) =>
    [...members].some((member) => member.toLowerCase() === name.toLowerCase()),
  wanted,
  maxDepth: 7,
});

/** A body with every member of a model, which reports each member that is looked up. */
export function azureBodyOf(model: string, asked: Asked): JsonObject {
  return bodies.of(facts.models[model] ?? {}, asked);
}
