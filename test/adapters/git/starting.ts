import { dirname, join } from 'node:path';
import { type RunGit, runGit } from '../../../src/adapters/git/run.ts';
import { createGitStarter } from '../../../src/adapters/git/starter.ts';

const built = process.env['PARLEY_SERVICE_PROGRAM'];

/**
 * Starts git from a small process, as the service does, if that program was built for this run: a
 * test worker is as large as a service, and large processes are slow to start others.
 */
export const startGit: RunGit =
  built === undefined
    ? runGit
    : createGitStarter(join(dirname(built), 'adapters', 'git', 'starter-program.js'));
