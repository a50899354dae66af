import { isJsonArray, isJsonObject, type JsonObject, own } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';

/** Attributes whose text contains blocks as JSON, which facts treat like other blocks. */
const texts: Readonly<Record<string, string>> = {
  aws_ecs_task_definition: 'container_definitions',
  aws_batch_job_definition: 'container_properties',
};

/** True for an attribute whose text is decoded to blocks. */
export function isDecoded(type: string, attribute: string): boolean {
  return Object.hasOwn(texts, type) && texts[type] === attribute;
}

/** The resource with such texts decoded. Text that is not JSON of blocks stays unchanged. */
export function withDecoded(type: string, resource: JsonObject): JsonObject {
  const name = own(texts, type) ?? '';
  const text = resource[name];
  if (typeof text !== 'string') return resource;
  const blocks = parsedJson(text);
  return isJsonArray(blocks) || isJsonObject(blocks) ? { ...resource, [name]: blocks } : resource;
}
