import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { fail, ok, type Result } from '../../../model/result.ts';
import { guardedAgents } from '../../net/agents.ts';
import type { SendFailure } from '../retry.ts';
import type { SlackResponse } from './answer.ts';

export interface SlackPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** True if making the call twice does no harm. */
  readonly repeatable: boolean;
}

/** Larger answers are not read to their end. */
const largestAnswer = 1_000_000;

/**
 * Sends one POST and follows no redirects. A failure names its kind and nothing of the request,
 * because response addresses and headers are secrets.
 */
export function postJson(post: SlackPost): Promise<Result<SlackResponse, SendFailure>> {
  const isSecure = post.url.startsWith('https:');
  const request = isSecure ? requestSecure : requestPlain;
  // New agents each time: a connection that was used before may be closing, and then it is unknown
  // what arrived.
  const { httpAgent, httpsAgent } = guardedAgents({ allowsLoopback: true });
  let isConnected = false;
  return new Promise((resolve) => {
    const failed = (error: unknown): void => {
      const kind = kindOf(error);
      resolve(
        fail({
          code: 'slack-unreachable',
          message: `Slack could not be reached (${kind}).`,
          // Before there is a connection, nothing has reached the other side.
          passing: post.repeatable || !isConnected,
          ...(isConnected ? { unknown: true } : {}),
        }),
      );
    };
    const call = request(
      post.url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(post.body),
          ...post.headers,
        },
        agent: isSecure ? httpsAgent : httpAgent,
        signal: AbortSignal.timeout(post.timeout),
      },
      (response) => {
        textOf(response).then((body) => resolve(ok(answerOf(response, body))), failed);
      },
    );
    call.on('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    call.on('error', failed);
    call.end(post.body);
  });
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, body: string): SlackResponse {
  return { status: statusCode, retryAfter: headers['retry-after'], body };
}

async function textOf(response: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response) {
    text += decoder.decode(chunk as Buffer, { stream: true });
    if (text.length > largestAnswer) break;
  }
  return text;
}

/** The system's name for the failure: `ECONNREFUSED`, `TimeoutError`. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'AbortError') return 'TimeoutError';
  const code = 'code' in error ? error.code : error.name;
  return typeof code === 'string' && /^[A-Za-z_]{1,40}$/.test(code) ? code : 'unknown';
}
