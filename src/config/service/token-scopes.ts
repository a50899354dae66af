/**
 * What a token may do. `write` is to scan and to answer, `approve` to say besides that somebody
 * approved what is declared, `events` to push records in, `stacks` to add stacks and to take them out.
 */
export const tokenScopes = [
  'read',
  'write',
  'approve',
  'events',
  'metrics',
  'admin',
  'stacks',
] as const;

export type TokenScope = (typeof tokenScopes)[number];
