import { fail } from '../../model/result.ts';
import {
  type Model,
  type ModelFailure,
  type ModelRequest,
  noTokens,
  type TokenCount,
} from '../../stages/intent/llm/port.ts';

/** What one run may spend on a model; undefined means no limit. */
export interface TokenBudget {
  readonly tokens: number;
  /** In the currency of the price, which is per million tokens. */
  readonly money?: { readonly max: number; readonly price: TokenPrice };
  readonly seconds?: number;
}

/** Price per million tokens. */
export type TokenPrice = TokenCount;

const million = 1_000_000;

/** The cost of tokens, in the currency of the price. */
export function callPrice({ prompt, completion }: TokenCount, price: TokenPrice): number {
  return (prompt * price.prompt + completion * price.completion) / million;
}

/**
 * Stops asking when the answers of this run have used up the tokens, the money or the time. Only
 * the time that the run waits counts, and questions that are open simultaneously wait together.
 *
 * @param now Milliseconds of any clock that only goes forward.
 */
export function withBudget(model: Model, budget: TokenBudget, now: () => number): Model {
  let tokens = 0;
  let money = 0;
  const waiting = stopwatch(now);
  return {
    ...model,
    ask: async (request) => {
      const expected = estimate(request);
      const cost = costOf(expected, budget);
      const left = (budget.seconds ?? Number.POSITIVE_INFINITY) * 1000 - waiting.total();
      const spent = spentPart(budget, tokens + sum(expected), money + cost, left);
      if (spent !== undefined) return fail(spent);
      // Reserved until the real number is known, because questions are open simultaneously.
      tokens += sum(expected);
      money += cost;
      waiting.start();
      const within = budget.seconds === undefined ? {} : { within: left };
      const result = await model.ask({ ...request, ...within });
      waiting.stop();
      const used = result.ok ? result.value.tokens : result.error.tokens;
      tokens += sum(used) - sum(expected);
      money += costOf(used, budget) - cost;
      return result;
    },
  };
}

function spentPart(
  budget: TokenBudget,
  tokens: number,
  money: number,
  left: number,
): ModelFailure | undefined {
  if (tokens > budget.tokens) return failure(`${budget.tokens} tokens`, 'budget');
  if (budget.money !== undefined && money > budget.money.max) {
    return failure(`${budget.money.max} in money`, 'budget_money');
  }
  if (left <= 0) return failure(`${budget.seconds ?? 0} seconds`, 'budget_seconds');
  return undefined;
}

function failure(what: string, setting: string): ModelFailure {
  return {
    code: 'model-budget',
    message: `The budget of ${what} for this run is spent.`,
    hint: `The rules decide the rest; raise model.${setting} in parley.yaml.`,
    tokens: noTokens,
  };
}

/** A token has about four characters in a question; the answer has a limit of its own. */
function estimate({ system, user, maxTokens }: ModelRequest): TokenCount {
  return { prompt: Math.ceil((system.length + user.length) / 4), completion: maxTokens };
}

function sum({ prompt, completion }: TokenCount): number {
  return prompt + completion;
}

function costOf(tokens: TokenCount, { money }: TokenBudget): number {
  return money === undefined ? 0 : callPrice(tokens, money.price);
}

/** Measures the time during which at least one of several things is in progress. */
function stopwatch(now: () => number) {
  let open = 0;
  let since = 0;
  let past = 0;
  return {
    start: () => {
      if (open === 0) since = now();
      open += 1;
    },
    stop: () => {
      open -= 1;
      if (open === 0) past += now() - since;
    },
    total: () => past + (open > 0 ? now() - since : 0),
  };
}
