import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Implementation } from '@modelcontextprotocol/sdk/types.js';
import { type TestApi, type TokenName, tokens } from '../api/api.ts';
import { connectHttp, someClient } from './client.ts';

/** A client that is connected to the API without a network. */
export function connectTo(
  world: TestApi,
  token: TokenName,
  as: Implementation = someClient,
): Promise<Client> {
  const send: typeof fetch = async (input, init) =>
    world.app.request(input instanceof Request ? input.url : input, init);
  return connectHttp('http://parley.example', tokens[token], { as, send });
}

/** What an agent declares about a drift in the run of `mark`. */
export const wish = {
  stack: 'shop/prod',
  principal: 'arn:aws:iam::111122223333:role/load-test',
  address: 'aws_sqs_queue.mark_0',
  field: 'delay_seconds',
  want: { equals: 900 },
  because: 'Load test',
  until: '2026-03-14T18:00:00Z',
};
