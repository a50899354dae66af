import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { fail, type Result } from '../../../model/result.ts';
import { type AddressRule, guardedLookup } from '../../net/address.ts';
import { readStateBody } from '../body.ts';
import { networkFailure, type StateFailure } from '../failure.ts';
import { urlFailure } from './address.ts';
import { isRedirect, redirectTarget } from './redirect.ts';

export interface GetInput {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that are sent to the origin of `url` only. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Most redirects that are followed. */
  readonly redirects?: number;
  /** Largest answer, in bytes. */
  readonly limit: number;
}

export interface StateResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  /** True if a redirect led to another origin, where no credentials were sent. */
  readonly isElsewhere: boolean;
}

/** Milliseconds without a byte, and for the entire answer. */
const idle = 60_000;
const whole = 600_000;

/** Gets a URL. Answers of every status are returned, for the caller to judge. */
export async function get(
  input: GetInput,
  rule: AddressRule,
): Promise<Result<StateResponse, StateFailure>> {
  if (!URL.canParse(input.url)) return fail({ kind: 'address' });
  // For example a token that ends in a line break, for which Node would throw.
  const isSendable = Object.values(input.credentials ?? {}).every((value) =>
    /^[\x20-\x7e]*$/.test(value),
  );
  if (!isSendable) return fail({ kind: 'credentials' });
  let at = new URL(input.url);
  let isElsewhere = false;
  for (let left = input.redirects ?? 0; ; left -= 1) {
    const refusal = urlFailure(at, rule);
    if (refusal !== undefined) return fail(refusal);
    const headers = { ...input.headers, ...(isElsewhere ? {} : input.credentials) };
    const answer = await send(at, headers, input.limit, rule);
    if (!answer.ok) return answer;
    const { status, headers: answered } = answer.value;
    if (!isRedirect(status)) return { ok: true, value: { ...answer.value, isElsewhere } };
    const next = redirectTarget(answered.location, at);
    if (next === undefined || left === 0) return fail({ kind: 'moved', code: `HTTP ${status}` });
    // Credentials stay out once a redirect has led elsewhere: one that leads back may be anybody's.
    isElsewhere ||= next.origin !== at.origin;
    at = next;
  }
}

type Sent = Omit<StateResponse, 'isElsewhere'>;

function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  limit: number,
  rule: AddressRule,
): Promise<Result<Sent, StateFailure>> {
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      const failure = networkFailure(error);
      if (failure === undefined) reject(error);
      else resolve(fail(failure));
    };
    const options = {
      headers: { accept: '*/*', 'accept-encoding': 'identity', ...headers },
      lookup: guardedLookup(rule),
      timeout: idle,
      agent: false,
    };
    const sent = request(url, options, (response) => {
      received(response, limit).then(resolve, failed);
    });
    const stop = (): void => {
      sent.destroy(Object.assign(new Error('No answer in time.'), { code: 'ETIMEDOUT' }));
    };
    const timer = setTimeout(stop, whole);
    sent.on('timeout', stop);
    sent.on('error', failed);
    sent.on('close', () => clearTimeout(timer));
    sent.end();
  });
}

async function received(
  response: IncomingMessage,
  limit: number,
): Promise<Result<Sent, StateFailure>> {
  const announced = Number(response.headers['content-length'] ?? Number.NaN);
  const length = Number.isNaN(announced) ? undefined : announced;
  const body = await readStateBody(response, { limit, length });
  if (!body.ok) {
    response.destroy();
    return body;
  }
  const { statusCode: status = 0, headers } = response;
  return { ok: true, value: { status, headers, body: body.value } };
}
