import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { WebhookTarget } from './target.ts';

/** The receiver's answer; its body is not read. */
export interface Reception {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

export interface WebhookDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for the entire exchange. */
  readonly timeout: number;
}

/**
 * Sends one POST, only to the addresses that were checked: the name is not looked up again, since
 * it may lead elsewhere now. Redirects are not followed. On failure, returns the reason.
 */
export function exchange(
  { url, addresses }: WebhookTarget,
  { headers, body, timeout }: WebhookDelivery,
): Promise<Result<Reception, string>> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve) => {
    const call = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: fixedLookup(addresses),
        // Uses no connection that was opened for another target.
        agent: false,
        signal: AbortSignal.timeout(timeout),
      },
      (response) => {
        const { statusCode = 0, headers: answered } = response;
        resolve(ok({ status: statusCode, retryAfter: answered['retry-after'] }));
        // The body is not needed, however long it is.
        response.destroy();
      },
    );
    call.on('error', (error) => resolve(fail(reasonOf(error))));
    call.end(body);
  });
}

function fixedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = found;
    if (options.all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function reasonOf(error: Error): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  const code = 'code' in error ? error.code : error.name;
  return typeof code === 'string' && /^[A-Za-z_]{1,40}$/.test(code) ? code : 'unknown';
}
