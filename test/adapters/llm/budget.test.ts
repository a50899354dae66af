import { describe, expect, it } from 'vitest';
import { withBudget } from '../../../src/adapters/llm/budget.ts';
import { type ReplyCache, withCache } from '../../../src/adapters/llm/guards.ts';
import { fail, ok } from '../../../src/model/result.ts';
import { askAll } from '../../../src/stages/intent/llm/ask-all.ts';
import { type Model, type ModelRequest, noTokens } from '../../../src/stages/intent/llm/port.ts';

const request: ModelRequest = {
  prompt: 'session@1',
  system: 'Answer.',
  user: '{"a":1}',
  schema: { type: 'object' },
  maxTokens: 50,
};

/** A model that answers each question with its own data, and records the requests. */
function echo(tokens = { prompt: 100, completion: 20 }, during: () => void = () => undefined) {
  const asked: ModelRequest[] = [];
  const model: Model = {
    name: 'echo',
    ask: async (one) => {
      asked.push(one);
      during();
      const { questions = [] } = JSON.parse(one.user);
      const answers = questions.map(({ question, data }: { question: string; data: unknown }) => ({
        question,
        answer: data,
      }));
      return ok({ answer: { answers }, tokens });
    },
  };
  return { model, asked };
}

const about = (thing: number) => ({
  request: { ...request, user: JSON.stringify({ thing }), maxTokens: 400 },
  check: (answer: unknown) =>
    JSON.stringify(answer) === JSON.stringify({ thing }) ? ok(thing) : fail('It is another.'),
});

const things = Array.from({ length: 25 }, (_, index) => index);

describe('questions', () => {
  it('are batched, and each gets its own answer', async () => {
    const { model, asked } = echo();
    const { answers, asked: sum } = await askAll(model, things, about);

    expect(answers.map(({ value }) => value)).toEqual(things);
    expect(asked.map(({ maxTokens }) => maxTokens)).toEqual([4000, 4000, 2000]);
    expect(sum).toEqual({
      tokens: { prompt: 300, completion: 60 },
      notes: [],
      rejected: 0,
      unasked: 0,
    });
  });

  it('that are large are asked separately', async () => {
    const { model, asked } = echo();
    await askAll(model, [1, 2, 3], (thing) => ({
      ...about(thing),
      request: { ...request, user: JSON.stringify({ thing, text: 'x'.repeat(25_000) }) },
    }));

    expect(asked.length).toBe(3);
  });

  it('are asked only once, however they are batched', async () => {
    const kept = new Map<string, unknown>();
    const cache: ReplyCache = {
      get: async (key) => (kept.has(key) ? { answer: kept.get(key) } : undefined),
      put: async (key, answer) => void kept.set(key, answer),
    };
    const { model, asked } = echo();
    await askAll(withCache(model, cache), [1, 2, 3], about);
    const again = await askAll(withCache(model, cache), [3, 4], about);

    expect(again.answers.map(({ value }) => value)).toEqual([3, 4]);
    expect(asked.map(({ user }) => JSON.parse(user).questions.length)).toEqual([3, 1]);
  });

  it.each<[string, object]>([
    ['twice', { answers: [1, 2].map(() => ({ question: 'q1', answer: { thing: 7 } })) }],
    ['for another', { answers: [{ question: 'q2', answer: { thing: 7 } }] }],
    ['not as asked', { thing: 7 }],
    ['as nothing', { answers: [null] }],
  ])('answered %s count as unanswered', async (_, answer) => {
    const model: Model = { name: 'bad', ask: async () => ok({ answer, tokens: noTokens }) };

    expect(await askAll(model, [7], about)).toMatchObject({ answers: [], asked: { rejected: 1 } });
  });
});

describe('a budget', () => {
  const price = { prompt: 1000, completion: 10_000 };

  it('of tokens ends the questions when it is spent', async () => {
    const { model } = echo();
    const bound = withBudget(model, { tokens: 200 }, () => 0);
    const results = [await bound.ask(request), await bound.ask(request), await bound.ask(request)];

    expect(results.map((each) => each.ok)).toEqual([true, true, false]);
    expect(results[2]).toMatchObject({ error: { code: 'model-budget' } });
  });

  it('of money ends the questions by what the answers cost', async () => {
    const { model } = echo();
    // 100 tokens at 0.001 and 20 at 0.01 cost 0.3; up to 0.504 more is reserved for each request.
    const bound = withBudget(model, { tokens: 10_000, money: { max: 1, price } }, () => 0);
    const results = [await bound.ask(request), await bound.ask(request), await bound.ask(request)];

    expect(results.map((each) => each.ok)).toEqual([true, true, false]);
    expect(results[2]).toMatchObject({
      error: { message: 'The budget of 1 in money for this run is spent.' },
    });
  });

  it('of time counts the time that the run waited, and tells what is left', async () => {
    let time = 0;
    const { model, asked } = echo(undefined, () => {
      time += 1500;
    });
    const bound = withBudget(model, { tokens: 10_000, seconds: 2 }, () => time);
    await bound.ask(request);
    time += 60_000;
    await bound.ask(request);

    expect(await bound.ask(request)).toMatchObject({ ok: false, error: { code: 'model-budget' } });
    expect(asked.map(({ within }) => within)).toEqual([2000, 500]);
  });

  it('too small for all questions is spent on some, and the others are counted', async () => {
    const { model } = echo({ prompt: 100, completion: 1000 });
    const bound = withBudget(model, { tokens: 1300 }, () => 0);
    const { answers, asked } = await askAll(bound, things.slice(0, 8), about);

    expect(answers.map(({ value }) => value)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].slice(0, answers.length),
    );
    expect(answers.length).toBeGreaterThan(0);
    expect(asked.unasked).toBe(8 - answers.length);
    expect(asked.notes.join()).toContain('model.budget in parley.yaml');
  });
});
