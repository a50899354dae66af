import { dirname, join } from 'node:path';
import { type RunGit, runGit } from '../../../src/adapters/git/run.ts';
import { createGitStarter } from '../../../src/adapters/git/starter.ts';

const built = process.env['PARLEY_SERVICE_PROGRAM'];

/**
 * Starts git as the service does, from a small process, where the program was built for the run: a
 * worker of tests is as large as a service.
 */
export const startGit: RunGit =
  built === undefined
    ? runGit
    : createGitStarter(join(dirname(built), 'adapters', 'git', 'starter-program.js'));
