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
 * True for problems that a person has to solve, since no retry can. Where a forge refuses or does
 * not find something, a recent push may not be visible to it yet, so that is not one of them.
 */
export function isLasting({ code }: Problem): boolean {
  return lasting.has(code);
}

/** True where the next proposal would meet the same problem. */
export function isAboutAll({ code }: Problem): boolean {
  return aboutAll.has(code);
}
