import { fail, type Result } from '../../model/result.ts';
import { largestState } from './body.ts';
import type { StateFailure } from './failure.ts';
import { isLocal } from './http/address.ts';
import { get } from './http/get.ts';
import { type ReadState, singleHeader, stateIn } from './http/state.ts';
import { bearer, type TokenSource } from './token.ts';
import type { AzureEnvironment, BlobLocation, StatePorts } from './types.ts';

const domains: Readonly<Record<AzureEnvironment, string>> = {
  public: 'blob.core.windows.net',
  usgovernment: 'blob.core.usgovcloudapi.net',
  china: 'blob.core.chinacloudapi.cn',
};

/** The first version of the protocol that accepts tokens and returns the id of a version. */
const protocol = '2020-04-08';

/** Reads a blob. The token is sent to the account's own host only. */
export async function readBlobState(
  { account, container, blob, environment, endpoint }: BlobLocation,
  ports: StatePorts,
  token: TokenSource,
): Promise<Result<ReadState, StateFailure>> {
  if (endpoint !== undefined && !isLocal(endpoint)) return fail({ kind: 'address' });
  const base =
    endpoint === undefined
      ? `https://${account}.${domains[environment]}`
      : `${endpoint.replace(/\/+$/, '')}/${account}`;
  const credentials = await bearer(token);
  if (!credentials.ok) return credentials;
  const path = blob.split('/').map(encodeURIComponent).join('/');
  const answer = await get(
    {
      url: `${base}/${container}/${path}`,
      headers: { 'x-ms-version': protocol },
      credentials: credentials.value,
      limit: largestState,
    },
    ports,
  );
  if (!answer.ok) return answer;
  const version =
    singleHeader(answer.value, 'x-ms-version-id') ?? singleHeader(answer.value, 'etag');
  return stateIn(answer.value, ports.now(), {
    version,
    errorName: (failed) => singleHeader(failed, 'x-ms-error-code'),
  });
}
