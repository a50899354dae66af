import { afterEach, describe, expect, it } from 'vitest';
import { createEndpoint } from '../../../src/adapters/llm/openai.ts';
import type { ModelRequest } from '../../../src/stages/intent/llm/port.ts';
import { type Behavior, type Endpoint, startEndpoint } from './server.ts';

const request: ModelRequest = {
  prompt: 'session@1',
  system: 'Answer.',
  user: '{"a":1}',
  schema: { type: 'object' },
  maxTokens: 50,
};

let endpoint: Endpoint | undefined;
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
});

async function modelThat(behave: (count: number) => Behavior, timeout = 5000) {
  let count = 0;
  endpoint = await startEndpoint(() => behave(count++));
  return createEndpoint({
    baseUrl: endpoint.url,
    apiKey: 'key',
    model: 'test',
    timeout,
    retries: 0,
  });
}

describe('an endpoint', () => {
  it('answers in JSON, and its tokens are counted', async () => {
    const model = await modelThat(() => ({ kind: 'answer', content: '{"b":2}' }));

    expect(await model.ask(request)).toEqual({
      ok: true,
      value: { answer: { b: 2 }, tokens: { prompt: 100, completion: 20 } },
    });
    expect(endpoint?.asked[0]).toMatchObject({
      model: 'test',
      messages: [
        { role: 'system', content: 'Answer.' },
        { role: 'user', content: '{"a":1}' },
      ],
      response_format: { type: 'json_schema' },
    });
  });

  it('is given the schema as prose if it does not support schemas', async () => {
    const model = await modelThat((count) =>
      count === 0 ? { kind: 'status', status: 400 } : { kind: 'answer', content: '{}' },
    );
    await model.ask(request);
    const again = await model.ask(request);

    expect(again.ok).toBe(true);
    expect(endpoint?.asked.map((asked) => asked.response_format.type)).toEqual([
      'json_schema',
      'json_object',
      'json_object',
    ]);
    expect(endpoint?.asked[1]?.messages[0]?.content).toContain('{"type":"object"}');
  });

  it.each<[string, Behavior, string]>([
    ['prose', { kind: 'answer', content: 'Sure! Here it is.' }, 'model-nonsense'],
    ['no choices', { kind: 'raw', body: '{}' }, 'model-nonsense'],
    ['a web page', { kind: 'raw', body: '<html>' }, 'model-unreachable'],
    ['a wrong key', { kind: 'status', status: 401 }, 'model-refused'],
    ['a failure of its own', { kind: 'status', status: 500 }, 'model-unreachable'],
    ['too many questions', { kind: 'status', status: 429 }, 'model-unreachable'],
    ['no answer', { kind: 'hang' }, 'model-timeout'],
  ])('that gives %s fails with a next step', async (_, behavior, code) => {
    const model = await modelThat(() => behavior, 300);
    const result = await model.ask(request);

    expect(result).toMatchObject({ ok: false, error: { code } });
    expect(result.ok ? '' : result.error.hint).toContain('rules decide');
  });

  it('that gives a reason is not quoted, since its words would end up in the report', async () => {
    const model = await modelThat(() => ({ kind: 'status', status: 403 }));
    const result = await model.ask(request);

    expect(result.ok ? '' : result.error.message).toBe(
      "The model's endpoint refuses the question (403).",
    );
  });

  it('that answers after the deadline of the run is too late', async () => {
    const model = await modelThat(() => ({ kind: 'hang' }));

    expect(await model.ask({ ...request, within: 100 })).toMatchObject({
      ok: false,
      error: { code: 'model-budget' },
    });
  });

  it('that cannot be reached fails, too', async () => {
    const model = await modelThat(() => ({ kind: 'hang' }));
    await endpoint?.close();
    endpoint = undefined;

    expect(await model.ask(request)).toMatchObject({
      ok: false,
      error: { code: 'model-unreachable' },
    });
  });

  it('may wrap its JSON in a fenced block', async () => {
    const model = await modelThat(() => ({
      kind: 'answer',
      content: '```json\n{"b":2}\n```',
    }));

    expect(await model.ask(request)).toMatchObject({ ok: true, value: { answer: { b: 2 } } });
  });
});
