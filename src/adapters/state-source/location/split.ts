import { fail, ok, type Problem, type Result } from '../../../model/result.ts';

/** The parts of `SCHEME://HOST/PATH?QUERY`. The path is as it was written, not decoded. */
export interface StateLocationParts {
  readonly text: string;
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

const form = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(?:\/([^?]*))?(?:\?(.*))?$/i;

/** Keys may hold what URLs may not, so that these are split by hand. */
export function splitAddress(text: string): Result<StateLocationParts> {
  const [whole, scheme = '', host = '', path = '', query = ''] = form.exec(text) ?? [];
  if (whole === undefined || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) {
    return fail(badLocation('is not of the form SCHEME://NAME/PATH'));
  }
  // Whoever writes a password here would see it in every log.
  if (host.includes('@')) {
    return fail({
      ...badLocation('has a user or a password in it'),
      hint: 'Leave them out, and give them by the environment.',
    });
  }
  return ok({ text, scheme: scheme.toLowerCase(), host, path, query: new URLSearchParams(query) });
}

/** The text itself is not shown: it may hold what should not be there. */
export function badLocation(what: string): Problem {
  return {
    code: 'state-location',
    message: `The state location ${what}.`,
    hint: 'Its forms are in docs/state.md.',
  };
}
