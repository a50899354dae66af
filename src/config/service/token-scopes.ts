/**
 * What a token may do. `write` allows scans and answers, `approve` also the statement that somebody
 * approved what is declared, `events` pushing records in, `stacks` adding and removing stacks.
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
