import { type Json, jsonAt } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { largestState } from './body.ts';
import type { StateFailure } from './failure.ts';
import { hcpToken } from './hcp-token.ts';
import { isLocalHost } from './http/address.ts';
import { get } from './http/get.ts';
import { answerFailure, type ReadState, stateIn } from './http/state.ts';
import type { HcpLocation, StatePorts } from './types.ts';

/** Largest answer of the API that is not a state, in bytes. */
const largestAnswer = 4_000_000;

interface Api {
  readonly base: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly ports: StatePorts;
}

/** Reads the current state version of a workspace of HCP Terraform or Terraform Enterprise. */
export async function readHcpState(
  { host, organization, workspace }: HcpLocation,
  ports: StatePorts,
): Promise<Result<ReadState, StateFailure>> {
  const token = hcpToken(host, ports.env);
  if (token === undefined) return fail({ kind: 'credentials' });
  const base = `${isLocalHost(host) ? 'http' : 'https'}://${host}`;
  const api = { base, credentials: { authorization: `Bearer ${token}` }, ports };
  const found = await ask(
    api,
    `/api/v2/organizations/${encodeURIComponent(organization)}/workspaces/${encodeURIComponent(workspace)}`,
  );
  if (!found.ok) return found;
  const id = textAt(found.value, 'data', 'id');
  if (id === undefined) return fail({ kind: 'not-json' });
  const version = await ask(
    api,
    `/api/v2/workspaces/${encodeURIComponent(id)}/current-state-version`,
  );
  return version.ok ? download(api, version.value) : version;
}

async function download(api: Api, version: Json): Promise<Result<ReadState, StateFailure>> {
  const { base, credentials, ports } = api;
  const link = textAt(version, 'data', 'attributes', 'hosted-state-download-url');
  // With permission for outputs only, the version comes without the link.
  if (link === undefined) return fail({ kind: 'forbidden' });
  if (!URL.canParse(link, base)) return fail({ kind: 'not-json' });
  const url = new URL(link, base);
  const { origin, protocol } = new URL(base);
  if (protocol === 'https:' && url.protocol !== 'https:') return fail({ kind: 'moved' });
  const answer = await get(
    {
      url: url.href,
      // A link to another host carries its own signature.
      credentials: url.origin === origin ? credentials : {},
      redirects: 5,
      limit: largestState,
    },
    ports,
  );
  if (!answer.ok) return answer;
  return stateIn(answer.value, ports.now(), { version: textAt(version, 'data', 'id') });
}

async function ask(
  { base, credentials, ports }: Api,
  path: string,
): Promise<Result<Json, StateFailure>> {
  const headers = { accept: 'application/vnd.api+json' };
  const input = { url: `${base}${path}`, headers, credentials, redirects: 5, limit: largestAnswer };
  const answer = await get(input, ports);
  if (!answer.ok) return answer;
  const failure = answerFailure(answer.value, ports.now());
  if (failure !== undefined) return fail(failure);
  const value = parsedJson(Buffer.from(answer.value.body).toString('utf8'));
  return value === undefined ? fail({ kind: 'not-json' }) : ok(value);
}

function textAt(value: Json, ...path: readonly string[]): string | undefined {
  const text = jsonAt(value, ...path);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
