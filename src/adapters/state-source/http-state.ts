import type { Result } from '../../model/result.ts';
import { largestState } from './body.ts';
import type { StateFailure } from './failure.ts';
import { isLocal } from './http/address.ts';
import { get } from './http/get.ts';
import { type ReadState, singleHeader, stateIn } from './http/state.ts';
import type { StateEnvironment, StatePorts } from './types.ts';

/** Reads a state as Terraform's `http` backend does: a GET, with basic authentication. */
export async function readHttpState(
  url: string,
  ports: StatePorts,
): Promise<Result<ReadState, StateFailure>> {
  const credentials = basicCredentials(url, ports.env);
  if (Object.keys(credentials).length > 0 && !isSafe(url)) {
    return { ok: false, error: { kind: 'unencrypted' } };
  }
  const answer = await get({ url, credentials, redirects: 5, limit: largestState }, ports);
  if (!answer.ok) return answer;
  return stateIn(answer.value, ports.now(), { version: singleHeader(answer.value, 'etag') });
}

/**
 * Terraform's variables for this backend. If `TF_HTTP_ADDRESS` names the server that they are for,
 * no other server gets them.
 */
function basicCredentials(url: string, env: StateEnvironment): Readonly<Record<string, string>> {
  const user = env['TF_HTTP_USERNAME'] ?? '';
  const password = env['TF_HTTP_PASSWORD'] ?? '';
  const owner = env['TF_HTTP_ADDRESS'] ?? '';
  if (user === '' && password === '') return {};
  if (owner !== '' && originOf(owner) !== originOf(url)) return {};
  const pair = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  return { authorization: `Basic ${pair}` };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

function isSafe(url: string): boolean {
  return URL.canParse(url) && (new URL(url).protocol === 'https:' || isLocal(url));
}
