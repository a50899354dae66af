import { z } from 'zod';
import type { JsonObject } from '../../../model/json.ts';
import type { ModelRequest } from './port.ts';

/** Several questions of one kind, in one request. */
export interface Batch<Q> {
  readonly questions: readonly Q[];
  readonly length: number;
  readonly request: ModelRequest;
}

interface Asking {
  readonly request: ModelRequest;
}

/** Limits of one request: tokens for all its answers, and characters of its questions. */
const maxAnswered = 4000;
const maxAsked = 40_000;

const BatchAnswer = z.looseObject({
  answers: z.array(z.looseObject({ question: z.string(), answer: z.unknown() })),
});

/** Packs the questions, in their order, into as few requests as the limits allow. */
export function packBatches<Q extends Asking>(questions: readonly Q[]): readonly Batch<Q>[] {
  const batches: Q[][] = [];
  let room = { tokens: 0, characters: 0 };
  for (const one of questions) {
    const { maxTokens, user, prompt } = one.request;
    const last = batches.at(-1);
    const fits = maxTokens <= room.tokens && user.length <= room.characters;
    if (last !== undefined && fits && last[0]?.request.prompt === prompt) last.push(one);
    else {
      batches.push([one]);
      room = { tokens: maxAnswered, characters: maxAsked };
    }
    room = { tokens: room.tokens - maxTokens, characters: room.characters - user.length };
  }
  return batches.flatMap((batch) => batchOf(batch));
}

/** Splits a batch in two, for when there is no room for all of it. */
export function splitBatch<Q extends Asking>({
  questions,
}: Batch<Q>): readonly [Batch<Q>, Batch<Q>] {
  const middle = Math.ceil(questions.length / 2);
  const [first] = batchOf(questions.slice(0, middle));
  const [second] = batchOf(questions.slice(middle));
  if (first === undefined || second === undefined) throw new Error('a batch of one has no halves');
  return [first, second];
}

/**
 * The answer to each question. Answers to questions that were not asked are dropped, and a question
 * with two answers counts as unanswered.
 */
export function readBatch<Q>(
  { questions }: Batch<Q>,
  answer: unknown,
): readonly (readonly [Q, unknown])[] {
  const parsed = BatchAnswer.safeParse(answer);
  const answers = parsed.success ? parsed.data.answers : [];
  return questions.map((one, index) => {
    const own = answers.filter(({ question }) => question === nameOf(index));
    return [one, own.length === 1 ? own[0]?.answer : undefined];
  });
}

function batchOf<Q extends Asking>(questions: readonly Q[]): readonly Batch<Q>[] {
  const [first] = questions;
  if (first === undefined) return [];
  const { prompt, system, schema } = first.request;
  const asked = questions.map(({ request }, index) => {
    return `{"question":"${nameOf(index)}","data":${request.user}}`;
  });
  const request = {
    prompt,
    system,
    user: `{"questions":[${asked.join(',')}]}`,
    schema: answersSchema(schema),
    maxTokens: questions.reduce((sum, one) => sum + one.request.maxTokens, 0),
  };
  return [{ questions, length: questions.length, request }];
}

function nameOf(index: number): string {
  return `q${index + 1}`;
}

function answersSchema(answer: JsonObject): JsonObject {
  const one = objectSchema({ question: { type: 'string' }, answer });
  return objectSchema({ answers: { type: 'array', items: one } });
}

function objectSchema(properties: JsonObject): JsonObject {
  const required = Object.keys(properties);
  return { type: 'object', properties, required, additionalProperties: false };
}
