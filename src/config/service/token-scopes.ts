/**
 * What a token may do. `write` allows starting scans and answering, `approve` in addition the
 * statement that somebody approved a declaration, `events` pushing records in, `stacks` adding and
 * removing stacks.
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
