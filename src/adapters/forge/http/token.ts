import { ok } from '../../../model/result.ts';
import { scrubbed } from '../../../model/scrub.ts';
import type { Credential } from './types.ts';

/**
 * A token that somebody created and put into the environment. `prefix` precedes it in the header.
 */
export function createTokenCredential(name: string, prefix: string, token: string): Credential {
  return {
    header: async () => ok([name, `${prefix}${token}`]),
    token: async () => ok(token),
    hide: (text) => withoutSecret(text, token),
  };
}

export function withoutSecret(text: string, secret: string): string {
  return secret === '' ? text : text.replaceAll(secret, scrubbed);
}
