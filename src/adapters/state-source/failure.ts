import type { Problem } from '../../model/result.ts';
import { refusedAddress } from '../net/address.ts';
import { connectionErrors } from '../net/errors.ts';
import { type StateAdvice, stateAdvice } from './advice.ts';
import { isShownName } from './error-names.ts';
import type { StateLocation } from './types.ts';

/** What a failed call means for its caller. */
export type StateFailureKind =
  | 'missing'
  | 'forbidden'
  | 'credentials'
  | 'credentials-expired'
  | 'moved'
  | 'too-large'
  | 'not-json'
  | 'compressed'
  | 'region'
  /** The address must not be called. */
  | 'address'
  /** Credentials would be sent unencrypted. */
  | 'unencrypted'
  | 'throttled'
  | 'unavailable'
  | 'unreachable'
  | 'certificate'
  | 'other';

export interface StateFailure {
  readonly kind: StateFailureKind;
  /**
   * A status, or the service's name for the error; shown only if it is a known one. Sentences of
   * services are left out, since some quote the request with its credentials.
   */
  readonly code?: string;
  /** Milliseconds to wait, as requested by the service. */
  readonly retryAfter?: number;
}

const sentences: Readonly<Record<StateFailureKind, string>> = {
  missing: 'There is no state at this place',
  forbidden: 'The credentials do not allow reading the state',
  credentials: 'The credentials for the state are missing, wrong or expired',
  'credentials-expired': 'The credentials for the state have expired',
  moved: 'The state has moved, and credentials are not sent to its new address',
  'too-large': 'The state is larger than 512 MB',
  'not-json': 'What is at this place is not JSON',
  compressed: 'The state is compressed, which Terraform never does',
  region: 'The region of the bucket is not known',
  address: 'The address is not one that Parley calls',
  unencrypted: 'Credentials would be sent without encryption',
  throttled: 'The service accepts no more calls for now',
  unavailable: 'The service fails',
  unreachable: 'The service does not answer',
  certificate: 'The certificate of the server cannot be trusted',
  other: 'The service refuses the call',
};

const again = 'Run it again later.';

const hints: Readonly<Record<Exclude<StateFailureKind, AdvisedKind>, string>> = {
  'too-large': 'Split the project into several states.',
  'not-json': 'Check that the location is that of the state, not of a page about it.',
  compressed: 'Store it as Terraform wrote it.',
  region: 'Add ?region=REGION to the location, or set AWS_REGION.',
  address: 'Give a public or private address over https; link-local and loopback ones are refused.',
  unencrypted: 'Use https.',
  throttled: again,
  unavailable: again,
  unreachable: 'Check the address and the network.',
  certificate: 'Name the authority that signed it in NODE_EXTRA_CA_CERTS.',
  other: 'Check the location; `terraform state pull` shows whether Terraform can read it.',
};

type AdvisedKind = 'missing' | 'forbidden' | 'credentials' | 'credentials-expired' | 'moved';

/** The failure as a problem of the place with this title. */
export function stateProblem(
  { kind, code }: StateFailure,
  title: string,
  location: StateLocation['kind'],
): Problem {
  const detail = code !== undefined && isShownName(code) ? ` (${code})` : '';
  return {
    code: `state-${kind}`,
    message: `${sentences[kind]}${detail}.`,
    place: { file: title },
    hint: hintOf(kind, stateAdvice[location]),
  };
}

function hintOf(kind: StateFailureKind, own: StateAdvice): string {
  switch (kind) {
    case 'missing':
    case 'forbidden':
    case 'credentials':
    case 'moved':
      return own[kind];
    case 'credentials-expired':
      return own.credentials;
    default:
      return hints[kind];
  }
}

/** What a status other than 200 means. */
export function statusFailure(
  status: number,
  { code, retryAfter }: { readonly code?: string; readonly retryAfter?: number } = {},
): StateFailure {
  return {
    kind: kindOf(status),
    code: code !== undefined && isShownName(code) ? code : `HTTP ${status}`,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

function kindOf(status: number): StateFailureKind {
  if (status === 401) return 'credentials';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'missing';
  if (status >= 300 && status < 400) return 'moved';
  if (status === 429) return 'throttled';
  return status >= 500 ? 'unavailable' : 'other';
}

const network = new Set(connectionErrors);

/** The failure of a connection. Undefined for other errors. */
export function networkFailure(error: unknown): StateFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const code: unknown = Reflect.get(error, 'code');
  if (code === refusedAddress) return { kind: 'address' };
  if (typeof code !== 'string') return undefined;
  if (network.has(code) || code.startsWith('HPE_')) return { kind: 'unreachable', code };
  const isCertificate = /CERT|LEAF_SIGNATURE/.test(code) && isShownName(code);
  return isCertificate ? { kind: 'certificate', code } : undefined;
}
