import type { Result } from '../../../model/result.ts';
import { type Batch, packBatches, readBatch, splitBatch } from './batch.ts';
import {
  addTokens,
  type Model,
  type ModelFailure,
  type ModelReply,
  type ModelRequest,
  noTokens,
  type TokenCount,
} from './port.ts';

/** A question and the check of its answer; the error says why an answer is not acceptable. */
export interface ModelQuestion<T> {
  readonly request: ModelRequest;
  readonly check: (answer: unknown) => Result<T, string>;
}

/** What asking cost and how it went. */
export interface AskedModel {
  readonly tokens: TokenCount;
  /** Why answers are missing, for the report; sorted, without duplicates. */
  readonly notes: readonly string[];
  /** Answers that did not pass the check. */
  readonly rejected: number;
  /** Questions that were not asked or got no answer. */
  readonly unasked: number;
}

export const nothingAsked: AskedModel = { tokens: noTokens, notes: [], rejected: 0, unasked: 0 };

export function addAsked(a: AskedModel, b: AskedModel): AskedModel {
  return {
    tokens: addTokens(a.tokens, b.tokens),
    notes: [...new Set([...a.notes, ...b.notes])].sort(),
    rejected: a.rejected + b.rejected,
    unasked: a.unasked + b.unasked,
  };
}

export interface Answers<A, T> {
  /** In the order of the things asked about. */
  readonly answers: readonly { readonly about: A; readonly value: T }[];
  readonly asked: AskedModel;
}

interface Open<A, T> extends ModelQuestion<T> {
  readonly about: A;
}

/** Number of concurrent requests. */
const atOnce = 4;

/**
 * Asks about each thing, several in one request. An answer that does not pass its check is left out
 * with a note. If the endpoint is down or the budget is spent, asking stops, since the next
 * question would fail too.
 */
export async function askAll<A, T>(
  model: Model,
  things: readonly A[],
  question: (thing: A) => ModelQuestion<T>,
): Promise<Answers<A, T>> {
  const questions = things.map((about): Open<A, T> => ({ about, ...question(about) }));
  const replies = new Map<Open<A, T>, unknown>();
  for (const one of questions) {
    const kept = await model.known?.(one.request);
    if (kept !== undefined) replies.set(one, kept.answer);
  }
  const batches = packBatches(questions.filter((one) => !replies.has(one)));
  let asked = nothingAsked;
  let isDown = false;
  for (let from = 0; from < batches.length; from += atOnce) {
    const round = batches.slice(from, from + atOnce);
    if (isDown) {
      const unasked = round.reduce((sum, batch) => sum + batch.length, 0);
      asked = addAsked(asked, { ...nothingAsked, unasked });
      continue;
    }
    for (const outcome of await Promise.all(round.map((batch) => askBatch(model, batch)))) {
      asked = addAsked(asked, outcome.asked);
      for (const [one, answer] of outcome.replies) replies.set(one, answer);
      if (outcome.failure !== undefined && outcome.failure.code !== 'model-nonsense') isDown = true;
    }
  }
  return checkAll(model.name, questions, replies, asked);
}

interface BatchOutcome<Q> {
  readonly replies: readonly (readonly [Q, unknown])[];
  readonly asked: AskedModel;
  readonly failure?: ModelFailure;
}

async function askBatch<Q extends { readonly request: ModelRequest }>(
  model: Model,
  batch: Batch<Q>,
): Promise<BatchOutcome<Q>> {
  const result = await model.ask(batch.request);
  if (result.ok) return keep(model, batch, result.value);
  const { code, message, hint, tokens } = result.error;
  // The remaining budget may be enough for half of the questions.
  if (code === 'model-budget' && batch.length > 1) {
    const [first, second] = splitBatch(batch);
    const [a, b] = [await askBatch(model, first), await askBatch(model, second)];
    const failure = b.failure ?? a.failure;
    return {
      replies: [...a.replies, ...b.replies],
      asked: addAsked(a.asked, b.asked),
      ...(failure === undefined ? {} : { failure }),
    };
  }
  const notes = [`${message} ${hint}`];
  const unasked = code === 'model-nonsense' ? 0 : batch.length;
  const rejected = batch.length - unasked;
  return { replies: [], asked: { tokens, notes, rejected, unasked }, failure: result.error };
}

async function keep<Q extends { readonly request: ModelRequest }>(
  model: Model,
  batch: Batch<Q>,
  { answer, tokens }: ModelReply,
): Promise<BatchOutcome<Q>> {
  const replies = readBatch(batch, answer);
  for (const [{ request }, reply] of replies) {
    if (reply !== undefined) await model.keep?.(request, reply);
  }
  return { replies, asked: { ...nothingAsked, tokens } };
}

function checkAll<A, T>(
  name: string,
  questions: readonly Open<A, T>[],
  replies: ReadonlyMap<Open<A, T>, unknown>,
  asked: AskedModel,
): Answers<A, T> {
  const answers: { about: A; value: T }[] = [];
  const notes = new Set<string>();
  let rejected = 0;
  for (const one of questions) {
    if (!replies.has(one)) continue;
    const checked = one.check(replies.get(one));
    if (checked.ok) answers.push({ about: one.about, value: checked.value });
    else {
      rejected += 1;
      notes.add(`An answer of ${name} was not used: ${checked.error}`);
    }
  }
  const more = { ...nothingAsked, notes: [...notes], rejected };
  return { answers, asked: addAsked(asked, more) };
}
