import type { Json, JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { BlockSchema } from '../../../providers/schema/types.ts';

/** The schema of the block at a path, found by its names. */
export function blockAt(
  root: BlockSchema | undefined,
  path: AttributePath,
): BlockSchema | undefined {
  const names = path.filter((step) => typeof step === 'string');
  return names.reduce<BlockSchema | undefined>(
    (schema, name) => schema?.blocks.get(name)?.block,
    root,
  );
}

/** The values that a block needs so that a path inside it leads to this value. */
export function valuesAround(path: AttributePath, value: Json): JsonObject | undefined {
  const [first, ...rest] = typeof path[0] === 'number' ? path.slice(1) : path;
  // If several blocks are missing, the values of the others are not known.
  if (typeof first !== 'string' || (typeof path[0] === 'number' && path[0] > 0)) return undefined;
  if (rest.length === 0) return { [first]: value };
  const inner = valuesAround(rest, value);
  return inner && { [first]: [inner] };
}
