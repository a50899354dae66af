import { fail, ok, type Problem, type Result } from '../../../model/result.ts';

/** The parts of `SCHEME://HOST/PATH?QUERY`. The path is as written, not decoded. */
export interface StateLocationParts {
  readonly text: string;
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

const form = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(?:\/([^?]*))?(?:\?(.*))?$/i;

/** Keys may contain characters that URLs may not, so the parts are split by hand. */
export function splitAddress(text: string): Result<StateLocationParts> {
  const [whole, scheme = '', host = '', path = '', query = ''] = form.exec(text) ?? [];
  if (whole === undefined || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) {
    return fail(badLocation('is not of the form SCHEME://NAME/PATH'));
  }
  // A password written here would appear in every log.
  if (host.includes('@')) {
    return fail({
      ...badLocation('has a user or a password in it'),
      hint: 'Leave them out, and pass them in the environment.',
    });
  }
  return ok({ text, scheme: scheme.toLowerCase(), host, path, query: new URLSearchParams(query) });
}

/** The text itself is not shown, because it may contain a secret. */
export function badLocation(what: string): Problem {
  return {
    code: 'state-location',
    message: `The state location ${what}.`,
    hint: 'Its forms are in docs/state.md.',
  };
}
