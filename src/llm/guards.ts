import { createHash } from 'node:crypto';
import type { Model, ModelReply, ModelRequest } from '../intent/llm/port.ts';
import { noTokens } from '../intent/llm/port.ts';
import { canonicalJson } from '../model/json.ts';
import { fail, ok } from '../model/result.ts';

/** Where answers are kept between runs. */
export interface AnswerCache {
  get(key: string): Promise<Pick<ModelReply, 'answer' | 'tokens'> | undefined>;
  put(key: string, reply: Pick<ModelReply, 'answer' | 'tokens'>): Promise<void>;
}

/** Equal questions to the same model are asked once. */
export function withCache(model: Model, cache: AnswerCache): Model {
  return {
    name: model.name,
    ask: async (request) => {
      const key = cacheKey(model.name, request);
      const kept = await cache.get(key);
      if (kept !== undefined) return ok({ ...kept, cached: true });
      const result = await model.ask(request);
      if (result.ok)
        await cache.put(key, { answer: result.value.answer, tokens: result.value.tokens });
      return result;
    },
  };
}

/** Stops asking when the answers of this run have used up `most` tokens. */
export function withBudget(model: Model, most: number): Model {
  let left = most;
  return {
    name: model.name,
    ask: async (request) => {
      const expected = estimate(request);
      if (expected > left) {
        return fail({
          code: 'model-budget',
          message: `The budget of ${most} tokens for this run is spent.`,
          hint: 'The rules decide the rest; raise model.budget in parley.yaml.',
          tokens: noTokens,
        });
      }
      // Reserved until the real number is known: questions are open at the same time.
      left -= expected;
      const result = await model.ask(request);
      const tokens = result.ok ? result.value.tokens : result.error.tokens;
      left += expected - tokens.prompt - tokens.completion;
      return result;
    },
  };
}

/** About four characters are a token, in what is asked; the answer has a limit of its own. */
function estimate({ system, user, maxTokens }: ModelRequest): number {
  return Math.ceil((system.length + user.length) / 4) + maxTokens;
}

function cacheKey(model: string, request: ModelRequest): string {
  const { prompt, system, user, schema } = request;
  const text = canonicalJson({ model, prompt, system, user, schema });
  return createHash('sha256').update(text).digest('hex');
}
