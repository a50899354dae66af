import { createFileStateReader } from '../../code/terraform/state/reader.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { withRetries } from '../net/retry.ts';
import { stateTitle } from './advice.ts';
import { readBlobState } from './azure-blob.ts';
import { type StateFailure, stateProblem } from './failure.ts';
import { readGcsState } from './gcs.ts';
import { readHcpState } from './hcp.ts';
import { isLocal } from './http/address.ts';
import type { ReadState } from './http/state.ts';
import { readHttpState } from './http-state.ts';
import { readS3State } from './s3/read.ts';
import { azureToken, googleStateToken, noToken } from './token.ts';
import type { StateLocation, StatePorts, StateSource } from './types.ts';

/** Opens the state at a location. The client of its backend is loaded with the first read. */
export function openStateSource(location: StateLocation, ports: StatePorts): StateSource {
  const title = stateTitle(location);
  return {
    describe: () => title,
    async read() {
      const state =
        location.kind === 'file'
          ? await readFileState(location.path, ports)
          : await readRemote(location, title, ports);
      if (!state.ok) return state;
      const { bytes, version } = state.value;
      const readAt = ports.now();
      return ok({ bytes, from: title, ...(version === undefined ? {} : { version }), readAt });
    },
  };
}

type RemoteLocation = Exclude<StateLocation, { readonly kind: 'file' }>;

async function readRemote(
  location: RemoteLocation,
  title: string,
  ports: StatePorts,
): Promise<Result<ReadState>> {
  const state = await withStateRetries(() => readOnce(location, ports), ports.sleep);
  return state.ok ? state : fail(stateProblem(state.error, title, location.kind));
}

function readOnce(
  location: RemoteLocation,
  ports: StatePorts,
): Promise<Result<ReadState, StateFailure>> {
  const { env } = ports;
  switch (location.kind) {
    case 's3':
      return readS3State(location, ports);
    case 'gcs':
      return readGcsState(location, ports, tokenFor(location, googleStateToken(env)));
    case 'azure-blob':
      return readBlobState(
        location,
        ports,
        tokenFor(location, azureToken(env, location.environment)),
      );
    case 'http':
      return readHttpState(location.url, ports);
    case 'hcp':
      return readHcpState(location, ports);
  }
}

/** A listener on this machine is not the cloud, so it gets no token. */
function tokenFor(
  { endpoint }: { readonly endpoint?: string },
  token: () => Promise<string | undefined>,
) {
  return endpoint !== undefined && isLocal(endpoint) ? noToken : token;
}

async function readFileState(path: string, { base }: StatePorts): Promise<Result<ReadState>> {
  const bytes = await createFileStateReader(base).read(path);
  return bytes.ok ? ok({ bytes: bytes.value }) : bytes;
}

const attempts = 4;
const firstPause = 500;
const longestPause = 20_000;

/** Repeats a call, after pauses that double, while the service temporarily cannot answer. */
function withStateRetries<T>(
  call: () => Promise<Result<T, StateFailure>>,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<Result<T, StateFailure>> {
  return withRetries(
    call,
    (failure, attempt) => {
      if (attempt === attempts || !isPassing(failure)) return undefined;
      const asked = Math.min(failure.retryAfter ?? 0, longestPause);
      return Math.max(asked, firstPause * 2 ** (attempt - 1));
    },
    sleep,
  );
}

function isPassing({ kind, code }: StateFailure): boolean {
  if (kind === 'unreachable') return code !== 'ENOTFOUND';
  return kind === 'throttled' || kind === 'unavailable';
}
