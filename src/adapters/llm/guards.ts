import { hexDigest } from '../../model/digest.ts';
import { canonicalJson } from '../../model/json.ts';
import type { Model, ModelRequest } from '../../stages/intent/llm/port.ts';

/** Where answers are kept between runs. */
export interface ReplyCache {
  get(key: string): Promise<{ readonly answer: unknown } | undefined>;
  put(key: string, answer: unknown): Promise<void>;
}

/**
 * Asks equal questions to the same model only once, whatever other questions are asked with them.
 */
export function withCache(model: Model, cache: ReplyCache): Model {
  return {
    ...model,
    known: (request) => cache.get(cacheKey(model.name, request)),
    keep: (request, answer) => cache.put(cacheKey(model.name, request), answer),
  };
}

function cacheKey(model: string, request: ModelRequest): string {
  const { prompt, system, user, schema } = request;
  return hexDigest(canonicalJson({ model, prompt, system, user, schema }));
}
