import { join } from 'node:path';
import { type TokenBudget, withBudget } from '../../adapters/llm/budget.ts';
import { createFileCache } from '../../adapters/llm/file-cache.ts';
import { withCache } from '../../adapters/llm/guards.ts';
import { createEndpoint } from '../../adapters/llm/openai.ts';
import { loadPrompt } from '../../adapters/llm/prompts.ts';
import { createGuardedFetch } from '../../adapters/net/guarded-fetch.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { Advisor } from '../../reconcile/decide/advisor.ts';
import type { Model } from '../../stages/intent/llm/port.ts';

/** The settings for asking a language model. */
export interface AdvisorOptions {
  /** False with `--no-llm`. */
  readonly llm?: boolean;
  readonly tried: boolean;
}

/** The model of the settings with its prompts; undefined where none is wanted. */
export async function createAdvisor(
  io: Io,
  root: string,
  config: ConfigFile,
  { llm, tried }: AdvisorOptions,
): Promise<Result<Advisor | undefined>> {
  if (llm === false) return ok(undefined);
  const model = createModel(io, root, config);
  return model.ok ? advisorBy(model.value, config, tried) : model;
}

/** The prompts for a model, regardless of where it runs. */
export async function advisorBy(
  model: Model | undefined,
  { model: settings }: Pick<ConfigFile, 'model'>,
  tried: boolean,
): Promise<Result<Advisor | undefined>> {
  if (model === undefined || settings === undefined) return ok(undefined);
  const [session, operation] = [await loadPrompt('session'), await loadPrompt('operation')];
  if (!session.ok) return session;
  if (!operation.ok) return operation;
  const prompts = { session: session.value, operation: operation.value };
  return ok({ model, prompts, tasks: new Set(settings.tasks), tried });
}

/** The model of the settings with its cache and budget; undefined where they name none. */
export function createModel(
  io: Io,
  root: string,
  { model: settings }: Pick<ConfigFile, 'model'>,
): Result<Model | undefined> {
  if (settings === undefined) return ok(undefined);
  const apiKey = io.env[settings.api_key_env];
  // A self-hosted server often needs no key; OpenAI's always does.
  if (apiKey === undefined && settings.base_url === undefined) {
    return fail({
      code: 'no-model-key',
      message: `The model needs a key, and ${settings.api_key_env} is not set.`,
      hint: `Set ${settings.api_key_env}, name another variable in model.api_key_env, or use --no-llm.`,
    });
  }
  const endpoint = createEndpoint({
    ...(settings.base_url === undefined ? {} : { baseUrl: settings.base_url }),
    apiKey: apiKey ?? 'none',
    model: settings.name,
    timeout: settings.timeout * 1000,
    retries: settings.retries,
    fetch: createGuardedFetch({ allowsLoopback: true }),
  });
  const cache = createFileCache(join(root, '.parley', 'answers'));
  // Cached answers cost nothing, so the budget applies below the cache.
  const paid = withBudget(endpoint, budgetOf(settings), () => performance.now());
  return ok(withCache(paid, cache));
}

function budgetOf({
  budget,
  budget_money: max,
  budget_seconds: seconds,
  price,
}: NonNullable<ConfigFile['model']>): TokenBudget {
  return {
    tokens: budget,
    ...(max === undefined || price === undefined ? {} : { money: { max, price } }),
    ...(seconds === undefined ? {} : { seconds }),
  };
}
