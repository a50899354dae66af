import type { Result } from '../../model/result.ts';
import {
  addTokens,
  type Model,
  type ModelFailure,
  type ModelRequest,
  noTokens,
  type Tokens,
} from './port.ts';

/** A question and what makes an answer to it acceptable; the error says why it is not. */
export interface Question<T> {
  readonly request: ModelRequest;
  readonly check: (answer: unknown) => Result<T, string>;
}

export interface Answers<A, T> {
  /** In the order of what was asked about. */
  readonly answers: readonly { readonly about: A; readonly value: T }[];
  readonly tokens: Tokens;
  readonly notes: readonly string[];
}

/** Questions that are open at the same time. */
const atOnce = 4;

/**
 * Asks about each thing. An answer that does not hold is left out with a note; an endpoint that is
 * down, or a budget that is spent, ends it, since the next question would fare no better.
 */
export async function askAll<A, T>(
  model: Model,
  things: readonly A[],
  question: (thing: A) => Question<T>,
): Promise<Answers<A, T>> {
  const answers: { about: A; value: T }[] = [];
  const notes = new Set<string>();
  let tokens = noTokens;
  for (let from = 0; from < things.length; from += atOnce) {
    const round = things.slice(from, from + atOnce).map(async (about) => {
      const { request, check } = question(about);
      return { about, check, result: await model.ask(request) };
    });
    let down: ModelFailure | undefined;
    for (const { about, check, result } of await Promise.all(round)) {
      if (!result.ok) {
        tokens = addTokens(tokens, result.error.tokens);
        notes.add(`${result.error.message} ${result.error.hint}`);
        if (result.error.code !== 'model-nonsense') down = result.error;
        continue;
      }
      if (!result.value.cached) tokens = addTokens(tokens, result.value.tokens);
      const checked = check(result.value.answer);
      if (checked.ok) answers.push({ about, value: checked.value });
      else notes.add(`An answer of ${model.name} was not used: ${checked.error}`);
    }
    if (down !== undefined) break;
  }
  return { answers, tokens, notes: [...notes].sort() };
}
