import { fail, ok, type Result } from '../../../model/result.ts';
import { guardedAgents } from '../../net/agents.ts';
import { createGuardedFetch } from '../../net/guarded-fetch.ts';
import { attemptCall } from '../attempt.ts';
import type { CallFailure } from '../failure.ts';
import { isLoopbackUrl } from '../loopback.ts';
import { gcpClientFailure, gcpFailure } from './failure.ts';

/** Sends JSON and returns the text of the answer. */
export type GcpRequest = (path: string, body: object) => Promise<Result<string, CallFailure>>;

const googleEndpoint = 'https://logging.googleapis.com';
const scopes = ['https://www.googleapis.com/auth/logging.read'];

/**
 * Calls Cloud Logging with the credentials of the environment. The library's own `getEntries`
 * cannot decode the payload of audit logs; the REST API returns it as plain JSON.
 */
export function createGcpRequest(
  endpoint: string | undefined,
  now: () => string,
  signsIn = !isLoopbackUrl(endpoint),
): GcpRequest {
  const base = (endpoint ?? googleEndpoint).replace(/\/+$/, '');
  let sender: Promise<Sender> | undefined;
  return async (path, body) => {
    const answer = await attemptCall(async () => {
      sender ??= signsIn ? googleSender() : Promise.resolve(plainSender);
      return (await sender)(`${base}${path}`, JSON.stringify(body));
    }, gcpClientFailure);
    if (!answer.ok) {
      // The next call signs in again, since there may be new credentials by then.
      sender = undefined;
      return answer;
    }
    const { status, text, header } = answer.value;
    if (status >= 200 && status < 300) return ok(text);
    return fail(gcpFailure(status, text, header ?? undefined, now()));
  };
}

interface Answer {
  readonly status: number;
  readonly text: string;
  /** Value of `Retry-After`. */
  readonly header: string | null;
}

type Sender = (url: string, body: string) => Promise<Answer>;

const rule = { allowsLoopback: true };
const headers = { 'content-type': 'application/json' };

async function googleSender(): Promise<Sender> {
  const { Logging } = await import('@google-cloud/logging');
  const { auth } = new Logging({ scopes });
  const { httpAgent, httpsAgent } = guardedAgents(rule);
  return async (url, body) => {
    const response = await auth.request<string>({
      url,
      agent: url.startsWith('https:') ? httpsAgent : httpAgent,
      method: 'POST',
      headers,
      body,
      responseType: 'text',
      // Every status is judged by the caller, which also paces the retries.
      validateStatus: () => true,
      retry: false,
    });
    const header = headerOf(response.headers, 'retry-after');
    return { status: response.status, text: String(response.data), header };
  };
}

/** Versions of the client keep headers in different types. */
function headerOf(headers: object, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value: unknown = Reflect.get(headers, name);
  return typeof value === 'string' ? value : null;
}

async function plainSender(url: string, body: string): Promise<Answer> {
  const call = createGuardedFetch(rule);
  const response = await call(url, { method: 'POST', headers, body });
  const header = response.headers.get('retry-after');
  return { status: response.status, text: await response.text(), header };
}
