import { isJsonArray, jsonAt } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';
import { displayText } from '../../model/text.ts';
import { readBytes } from '../net/body.ts';
import { retryAfter } from '../net/retry.ts';
import { answerChallenge, readChallenge } from './authorization.ts';
import type { RegistryCredential } from './docker-config.ts';
import { registryProblem, registryResponse, registryUnreachable } from './failure.ts';

export interface RegistryClock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** How to call a registry. */
export interface RegistryLine {
  readonly base: URL;
  readonly call: typeof fetch;
  readonly clock: RegistryClock;
  readonly credential: () => Promise<RegistryCredential | undefined>;
  /** Milliseconds that one call may take. */
  readonly timeout?: number;
  /** Total attempts, including the first. */
  readonly attempts?: number;
  /** Longest wait that a registry may ask for, in milliseconds. */
  readonly longestWait?: number;
}

export interface RegistryRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Statuses that count as an answer in addition to those of success. */
  readonly also?: readonly number[];
  /** Largest answer, in bytes. */
  readonly largest?: number;
  /** Makes the request for a repeat, if the first one can be sent only once. */
  readonly renew?: () => Promise<Result<RegistryRequest>>;
}

export interface RegistryResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

const firstWait = 250;
const largestAnswer = 8_000_000;
/**
 * Error codes of the distribution specification for bytes of which a part is lost or doubled on the
 * way: every digest is computed from the bytes that are sent.
 */
const cutUploads = /^(?:DIGEST_INVALID|BLOB_UPLOAD_INVALID|BLOB_UPLOAD_UNKNOWN)\b/;

/** Sends a request and repeats it where that may help. */
export type SendToRegistry = (request: RegistryRequest) => Promise<Result<RegistryResponse>>;

/** Sends requests and repeats those that may succeed later; nothing is done twice by that. */
export function createSender(line: RegistryLine): SendToRegistry {
  const { clock, attempts = 5, longestWait = 60_000 } = line;
  const location = line.base.href;
  /** Authorizations by scope; a token for one scope is not valid for another. */
  const granted = new Map<string, string>();
  return async (first) => {
    let asked = false;
    let request = first;
    for (let attempt = 0; ; attempt += 1) {
      if (attempt > 0 && request.renew !== undefined) {
        const renewed = await request.renew();
        if (!renewed.ok) return renewed;
        request = renewed.value;
      }
      const scope = scopeOf(request);
      const sent = await sendOnce(line, request, granted.get(scope));
      const isLast = attempt + 1 >= attempts;
      if (!sent.ok) {
        if (isLast) return fail(registryUnreachable(location, sent.error));
        await clock.sleep(firstWait * 2 ** attempt);
        continue;
      }
      const { status, headers, bytes } = sent.value;
      if (status < 300 || request.also?.includes(status)) return ok(sent.value);
      if (status === 401 && !asked && request.url.origin === line.base.origin) {
        asked = true;
        const header = await authorize(line, headers.get('www-authenticate'));
        if (header !== undefined) {
          granted.set(scope, header);
          attempt -= 1;
          continue;
        }
      }
      const wait = retryAfter(headers.get('retry-after'), clock.now()) ?? firstWait * 2 ** attempt;
      const reason = reasonIn(bytes);
      const isCut = request.body !== undefined && cutUploads.test(reason);
      if (isLast || wait > longestWait || !(mayPass(status) || isCut)) {
        return fail(registryProblem(location, status, reason));
      }
      await clock.sleep(wait);
    }
  };
}

/** Each repository has tokens of its own, and so have reading and writing. */
function scopeOf({ method, url }: RegistryRequest): string {
  const action = method === 'GET' || method === 'HEAD' ? 'pull' : 'push';
  return `${action} ${url.pathname.replace(/\/(?:blobs|manifests|tags|referrers)\/.*$/, '')}`;
}

async function authorize(line: RegistryLine, header: string | null): Promise<string | undefined> {
  const challenge = readChallenge(header);
  if (challenge === undefined) return undefined;
  const signal = AbortSignal.timeout(line.timeout ?? 20_000);
  const call = (url: URL, init: RequestInit) =>
    line.call(url, { ...init, redirect: 'error', signal });
  // If the token service does not answer, the refusal of the registry is the result.
  return answerChallenge(challenge, await line.credential(), call).catch(() => undefined);
}

/** Too many calls, or a temporary failure; a registry that is full stays full. */
function mayPass(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 507);
}

async function sendOnce(
  { base, call, timeout = 20_000 }: RegistryLine,
  { method, url, headers, body, largest = largestAnswer }: RegistryRequest,
  authorization: string | undefined,
): Promise<Result<RegistryResponse, unknown>> {
  // Uploads may be redirected to another host, which gets no credentials.
  const own = url.origin === base.origin && authorization !== undefined ? { authorization } : {};
  try {
    const response = await call(url, {
      method,
      headers: { 'user-agent': 'parley', ...headers, ...own },
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
      redirect: method === 'GET' || method === 'HEAD' ? 'follow' : 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    const bytes = await readBytes(response.body, largest);
    if (bytes === undefined) {
      return fail(new Error(registryResponse(base.href, 'it is too large').message));
    }
    return ok({ status: response.status, headers: response.headers, bytes });
  } catch (error) {
    return fail(error);
  }
}

/** `{"errors": [{"code", "message"}]}`, the form of registries' errors. */
function reasonIn(bytes: Uint8Array): string {
  // For the page of a proxy, for example, the status has to be enough.
  const errors = jsonAt(parsedJson(Buffer.from(bytes).toString('utf8')), 'errors');
  const [first] = isJsonArray(errors) ? errors : [];
  const parts = [jsonAt(first, 'code'), jsonAt(first, 'message')];
  const text = parts.filter((one) => typeof one === 'string').join(': ');
  return displayText(scrubText(text), 200);
}
