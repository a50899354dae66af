import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';

/** Texts that hold blocks as JSON, of which facts speak as of any other block. */
const texts: Readonly<Record<string, string>> = {
  aws_ecs_task_definition: 'container_definitions',
  aws_batch_job_definition: 'container_properties',
};

/** True for an attribute whose text is read as blocks. */
export function isDecoded(type: string, attribute: string): boolean {
  return Object.hasOwn(texts, type) && texts[type] === attribute;
}

/** The resource with such texts as what they say. What is not JSON of blocks stays as it is. */
export function withDecoded(type: string, resource: JsonObject): JsonObject {
  const name = Object.hasOwn(texts, type) ? (texts[type] ?? '') : '';
  const text = resource[name];
  if (typeof text !== 'string') return resource;
  const blocks = parse(text);
  return isJsonArray(blocks) || isJsonObject(blocks) ? { ...resource, [name]: blocks } : resource;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
