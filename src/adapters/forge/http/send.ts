import { fail, ok, type Result } from '../../../model/result.ts';
import { readBytes } from '../../net/body.ts';
import { baseAddress } from './base.ts';
import {
  answerProblem,
  forgeUnreachable,
  limitProblem,
  refusalReason,
  statusProblem,
} from './failure.ts';
import type { ForgeHttpOptions, ForgeRequest } from './types.ts';
import { isRateLimited, waitFor } from './wait.ts';

/** A successful answer. */
export interface HttpResponse {
  readonly headers: Headers;
  readonly text: string;
}

/** The options, and the function that sends requests. */
export type Calling = ForgeHttpOptions & { readonly call: typeof fetch };

/** The outcome of one request. */
type Sent =
  | { readonly kind: 'answer'; readonly status: number; readonly answer: HttpResponse }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'failed'; readonly error: unknown };

const defaultTimeout = 20_000;
const defaultAttempts = 4;
const defaultWait = 60_000;

/** Longest answer that is read, in bytes. */
const largestAnswer = 16_000_000;

/**
 * Sends a request and repeats it where that may help: always after a rate limit, since nothing was
 * done then; after a failure only if doing it twice has the same effect, hence no POST.
 */
export async function sendWithRepeats(
  options: Calling,
  request: ForgeRequest,
): Promise<Result<HttpResponse>> {
  const {
    name,
    clock,
    attempts = defaultAttempts,
    longestWait = defaultWait,
    credential,
  } = options;
  const hide = (text: string) => credential.hide(text);
  for (let attempt = 0; ; attempt += 1) {
    const header = await credential.header();
    if (!header.ok) return header;
    const sent = await sendOnce(options, request, header.value);
    if (sent.kind === 'too-large') return fail(answerProblem(name, 'it is too large'));
    if (sent.kind === 'answer' && sent.status >= 200 && sent.status < 300) return ok(sent.answer);
    const headers = sent.kind === 'answer' ? sent.answer.headers : undefined;
    const limited = sent.kind === 'answer' && isRateLimited(sent.status, sent.answer.headers);
    const wait = waitFor(headers, attempt, clock.now());
    const isLast = attempt + 1 >= attempts || wait > longestWait;
    if (limited && isLast) return fail(limitProblem(name, wait, clock.now()));
    if (isLast || !(limited || (request.method !== 'POST' && mayPass(sent)))) {
      if (sent.kind === 'failed') return fail(forgeUnreachable(name, sent.error, hide));
      return fail(statusProblem(name, sent.status, refusalReason(sent.answer.text, hide)));
    }
    await clock.sleep(wait);
  }
}

/** True for a temporary failure of the network or of the forge. */
function mayPass(sent: Sent): boolean {
  return sent.kind === 'failed' || (sent.kind === 'answer' && sent.status >= 500);
}

async function sendOnce(
  { base, headers, timeout = defaultTimeout, call }: Calling,
  { method, path, query, body }: ForgeRequest,
  [name, value]: readonly [string, string],
): Promise<Sent> {
  const url = baseAddress(base, path, query);
  try {
    const response = await call(url, {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'parley',
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        [name]: value,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    const bytes = await readBytes(response.body, largestAnswer);
    if (bytes === undefined) return { kind: 'too-large' };
    const text = bytes.toString('utf8');
    return { kind: 'answer', status: response.status, answer: { headers: response.headers, text } };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
