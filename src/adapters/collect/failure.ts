import type { Problem } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import { connectionErrors } from '../net/errors.ts';

/** What a failed call means for its caller. */
export type CollectFailureKind =
  /** Too many calls; it works later. */
  | 'throttled'
  /** A failure of the network or the service; it may work later. */
  | 'transient'
  /** No answer came in time; many repeats would only be waiting in vain. */
  | 'silent'
  /** The token of the page is no longer valid; the scan begins again. */
  | 'page-token'
  | 'credentials'
  | 'denied'
  | 'missing'
  | 'other';

export interface CallFailure {
  readonly kind: CollectFailureKind;
  /** The cloud's own code for the failure. */
  readonly code: string;
  readonly message: string;
  /** Milliseconds to wait, as requested by the service. */
  readonly retryAfter?: number;
}

const sentences: Readonly<Record<CollectFailureKind, string>> = {
  throttled: 'The cloud accepts no more calls for now',
  transient: 'The cloud cannot be reached, or fails for the moment',
  silent: 'The cloud did not answer in time',
  'page-token': 'The cloud no longer accepts the position in its list',
  credentials: 'The credentials are missing, wrong or expired',
  denied: 'The credentials do not allow this',
  missing: 'The source to read does not exist',
  other: 'The cloud refuses the call',
};

const again = 'Run `parley collect` again: it continues where it stopped.';

const hints: Readonly<Record<CollectFailureKind, string>> = {
  throttled: again,
  transient: again,
  silent: 'Check that the endpoint of the source can be reached from here.',
  'page-token': again,
  credentials: 'Sign in again; the next run continues where this one stopped.',
  denied: 'docs/collect.md lists the permissions of each kind of source.',
  missing: 'Check the names in parley.yaml.',
  other: 'Check the settings of the source in parley.yaml.',
};

/** The failure as a problem of `where`, which names the source and the part of it. */
export function collectProblem({ kind, code, message }: CallFailure, where: string): Problem {
  const text = displayText(message.replaceAll(/\s+/g, ' ').trim(), 300);
  // No colon after the name: in `CredentialsError: Could not`, a log takes the next word for a
  // secret.
  const detail = text === '' || text === code ? code : `${code}, ${text}`;
  return {
    code: `collect-${kind}`,
    message: `${sentences[kind]} (${displayText(detail, 360)}).`,
    place: { file: where },
    hint: hints[kind],
  };
}

const network = new Set([...connectionErrors, 'UND_ERR_SOCKET']);

/** True for connection errors of the operating system and of Node. */
export function isNetworkError(code: string): boolean {
  return network.has(code);
}
