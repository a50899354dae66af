import { fail, ok } from '../../../model/result.ts';
import type { Resolve } from './target.ts';

/** The used part of `lookup` of `node:dns/promises`. */
export type NameLookup = (
  host: string,
  options: { readonly all: true; readonly verbatim: true },
) => Promise<readonly { readonly address: string }[]>;

/** Asks the name service of this machine for all addresses of a name. */
export function createResolve(lookup: NameLookup): Resolve {
  return async (host) => {
    try {
      const found = await lookup(host, { all: true, verbatim: true });
      return ok(found.map(({ address }) => address));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const code = 'code' in error ? error.code : undefined;
      // A code of the resolver; any other error is a bug.
      if (typeof code !== 'string') throw error;
      return fail(code);
    }
  };
}
