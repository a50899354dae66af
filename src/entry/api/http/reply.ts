import type { Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';

/** Why a call is refused. It becomes a problem document (RFC 9457). */
export interface ApiRefusal {
  readonly kind: 'refused';
  readonly status: number;
  /** Stable kebab-case identifier, for scripts. */
  readonly code: string;
  /** The same for all refusals with the code. */
  readonly title: string;
  /** What was wrong with this call. */
  readonly detail?: string;
  readonly errors?: readonly Flaw[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** One problem with a call. */
export interface Flaw {
  /** `query.limit`, `body.until`, `records.3`. */
  readonly place: string;
  readonly message: string;
  readonly code?: string;
}

export type ApiReply =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'text'; readonly type: string; readonly body: string }
  | {
      readonly kind: 'empty';
      readonly status: 204 | 304;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | ApiRefusal;

export function jsonReply(
  status: number,
  body: unknown,
  headers?: Record<string, string>,
): ApiReply {
  return { kind: 'json', status, body, ...(headers === undefined ? {} : { headers }) };
}

type Extra = Pick<ApiRefusal, 'detail' | 'errors' | 'headers'>;

export function refuseCall(
  status: number,
  code: string,
  title: string,
  extra: Extra = {},
): ApiRefusal {
  return { kind: 'refused', status, code, title, ...extra };
}

/**
 * The same refusal for what does not exist and what belongs to another tenant, so that callers
 * cannot tell them apart.
 */
export function notFound(what: string): ApiRefusal {
  return refuseCall(404, 'not-found', 'It does not exist.', {
    detail: `There is no such ${what}.`,
  });
}

/**
 * A refusal for an expected failure of a port. The place of the problem is left out, because
 * callers must not learn paths on this machine.
 */
export function refuseFor(status: number, { code, message, hint }: Problem): ApiRefusal {
  const detail = hint === undefined ? {} : { detail: displayText(hint, 500) };
  return refuseCall(status, code, displayText(message, 300), detail);
}
