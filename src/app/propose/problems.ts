import type { Problem } from '../../model/result.ts';

const lasting: ReadonlySet<string> = new Set([
  'branch-name',
  'branch-taken',
  'forge-base',
  'forge-credentials',
  'forge-elsewhere',
  'forge-forbidden',
  'forge-key',
  'forge-marker',
  'forge-moved',
  'forge-no-workflows',
  'forge-register',
  'forge-repository',
  'no-such-forge',
  'no-such-stack',
  'outside-repository',
  'patch-not-on-revision',
  'push-forbidden',
  'push-refused',
]);

const aboutAll: ReadonlySet<string> = new Set([
  'forge-credentials',
  'forge-rate-limit',
  'forge-unreachable',
  'push-forbidden',
  'remote-refused',
  'remote-unreachable',
]);

/**
 * True for what a person has to mend: no later attempt can. A forge that refuses or does not find
 * something may not have seen a push of just now.
 */
export function isLasting({ code }: Problem): boolean {
  return lasting.has(code);
}

/** True where the next proposal would meet with the same. */
export function isAboutAll({ code }: Problem): boolean {
  return aboutAll.has(code);
}
