import { fail, ok } from '../../../model/result.ts';
import type { Resolve } from './target.ts';

/** `lookup` of `node:dns/promises`, as far as it is used. */
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
      // A word of the resolver; anything else is an error of ours.
      if (typeof code !== 'string') throw error;
      return fail(code);
    }
  };
}
