import { fail, type Result } from '../../model/result.ts';
import { largestState } from './body.ts';
import type { StateFailure } from './failure.ts';
import { isLocal } from './http/address.ts';
import { get, type StateResponse } from './http/get.ts';
import { type ReadState, singleHeader, stateIn } from './http/state.ts';
import { bearer, type TokenSource } from './token.ts';
import type { GcsLocation, StatePorts } from './types.ts';

const googleEndpoint = 'https://storage.googleapis.com';

/** Reads an object of Cloud Storage. Tokens are sent to Google only, and never unencrypted. */
export async function readGcsState(
  location: GcsLocation,
  ports: StatePorts,
  token: TokenSource,
): Promise<Result<ReadState, StateFailure>> {
  const base = (location.endpoint ?? googleEndpoint).replace(/\/+$/, '');
  if (!isGoogle(base) && !isLocal(base)) return fail({ kind: 'address' });
  const credentials = await bearer(token);
  if (!credentials.ok) return credentials;
  const bucket = encodeURIComponent(location.bucket);
  const url = `${base}/storage/v1/b/${bucket}/o/${encodeURIComponent(location.object)}?alt=media`;
  const answer = await get({ url, credentials: credentials.value, limit: largestState }, ports);
  if (!answer.ok) return answer;
  const version = singleHeader(answer.value, 'x-goog-generation');
  return stateIn(answer.value, ports.now(), { version, errorName: googleReason });
}

function isGoogle(base: string): boolean {
  if (!URL.canParse(base)) return false;
  const { protocol, hostname, port } = new URL(base);
  return protocol === 'https:' && port === '' && hostname.endsWith('.googleapis.com');
}

/** The reason in Google's answer, such as `notFound` or `forbidden`. */
function googleReason({ body }: StateResponse): string | undefined {
  const text = Buffer.from(body.subarray(0, 10_000)).toString('utf8');
  return /"reason":\s*"([A-Za-z]{3,40})"/.exec(text)?.[1];
}
