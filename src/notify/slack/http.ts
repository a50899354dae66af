import { fail, ok, type Result } from '../../model/result.ts';
import type { SendFailure } from '../retry.ts';
import type { SlackAnswer } from './answer.ts';

export interface SlackPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** Making the call twice does no harm. */
  readonly repeatable: boolean;
}

/** Answers that are larger are not read to their end. */
const largestAnswer = 1_000_000;

/** Failures in which nothing reached the other side. */
const notSent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * One POST. A failure names its kind and nothing of the request: addresses of answers and headers
 * are secrets.
 */
export async function postJson(post: SlackPost): Promise<Result<SlackAnswer, SendFailure>> {
  try {
    const response = await fetch(post.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...post.headers },
      body: post.body,
      redirect: 'error',
      signal: AbortSignal.timeout(post.timeout),
    });
    return ok({
      status: response.status,
      retryAfter: response.headers.get('retry-after') ?? undefined,
      body: await textOf(response),
    });
  } catch (error) {
    const kind = kindOf(error);
    return fail({
      code: 'slack-unreachable',
      message: `Slack could not be reached (${kind}).`,
      passing: post.repeatable || notSent.has(kind),
      ...(notSent.has(kind) ? {} : { unknown: true }),
    });
  }
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > largestAnswer) break;
  }
  return text;
}

/** The system's word for what went wrong: `ECONNREFUSED`, `TimeoutError`. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const word = (cause instanceof Error && 'code' in cause && cause.code) || error.name;
  return typeof word === 'string' && /^[A-Za-z_]{1,40}$/.test(word) ? word : 'unknown';
}
