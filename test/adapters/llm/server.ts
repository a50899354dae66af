import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the endpoint, with the names of the API. */
export interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format: { readonly type: string };
}

/** How the endpoint reacts to a request. */
export type Behavior =
  | { readonly kind: 'answer'; readonly content: string }
  | { readonly kind: 'status'; readonly status: number; readonly message?: string }
  | { readonly kind: 'raw'; readonly body: string }
  | { readonly kind: 'hang' };

/** The parts of a question about a session that the tests look at. */
export interface Data {
  readonly changes: readonly { readonly id: string; readonly resource: string }[];
  readonly calls: readonly { readonly id: string }[];
}

/** The questions of one request, each with its name. */
export function questionsOf({ messages }: Asked): readonly {
  readonly question: string;
  readonly data: Data;
}[] {
  return JSON.parse(messages[1]?.content ?? '{"questions":[]}').questions;
}

/** Answers each question of a request with what `by` makes of its data. */
export function answerEach(asked: Asked, by: (data: Data) => unknown): Behavior {
  const answers = questionsOf(asked).map(({ question, data }) => ({ question, answer: by(data) }));
  return { kind: 'answer', content: JSON.stringify({ answers }) };
}

export interface Endpoint {
  readonly url: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** A local endpoint with the chat completions API that behaves as told. */
export async function startEndpoint(behave: (asked: Asked) => Behavior): Promise<Endpoint> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const question = JSON.parse(body) as Asked;
      asked.push(question);
      const behavior = behave(question);
      if (behavior.kind === 'hang') return;
      if (behavior.kind === 'status') {
        response.writeHead(behavior.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: behavior.message ?? 'no' } }));
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(behavior.kind === 'raw' ? behavior.body : completion(behavior.content));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function completion(content: string): string {
  return JSON.stringify({
    id: 'c',
    object: 'chat.completion',
    created: 0,
    model: 'test',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
