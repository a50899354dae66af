import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** What became of one test file. */
export interface FileTally {
  readonly project: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Loading, hooks and tests. */
  readonly milliseconds: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed: the test's name, and the first lines of why. */
  readonly failures: readonly string[];
}

/** Lines of a failure that are kept: enough to see what was expected and what came. */
const lines = 30;

/**
 * Adds a line for each test file to the file that PARLEY_TEST_TALLY names, so that several runs can
 * be summed up, and one for what failed outside of all of them (a worker that ended by itself).
 * Vitest's own JSON has no times of hooks, and some files do everything in one.
 */
export function tallyReporter(path = process.env['PARLEY_TEST_TALLY']): Reporter {
  if (path === undefined) return {};
  const lost = watchWorkers();
  return {
    onTestRunEnd(modules, unhandled) {
      const tallies = modules.map(tallyOf);
      if (unhandled.length > 0) tallies.push(tallyOfUnhandled(unhandled, lost));
      for (const one of tallies) appendFileSync(path, `${JSON.stringify(one)}\n`);
    },
  };
}

/**
 * How workers ended that ended with a code or a signal, which Vitest does not say: 1 after an error
 * that nothing caught, SIGABRT without heap, SIGKILL without memory of the machine. Those that it
 * ended itself are left out.
 */
function watchWorkers(): readonly string[] {
  const lost: string[] = [];
  subscribe('child_process', (message) => {
    const { process: child } = message as { readonly process: ChildProcess };
    child.once('exit', (code, signal) => {
      if (code === 0 || child.killed || !child.spawnargs.some(isWorker)) return;
      const free = Math.round(freemem() / 1e6);
      lost.push(`process ${child.pid}: code ${code}, signal ${signal}; ${free} MB are free`);
    });
  });
  return lost;
}

const isWorker = (argument: string): boolean => argument.endsWith('workers/forks.js');

function tallyOfUnhandled(errors: readonly SerializedError[], lost: readonly string[]): FileTally {
  return {
    project: 'all',
    file: 'outside of the tests',
    milliseconds: 0,
    passed: 0,
    failed: errors.length,
    skipped: 0,
    failures: [...lost, ...failuresOf('unhandled', errors)],
  };
}

function tallyOf(module: TestModule): FileTally {
  const tests = [...module.children.allTests()];
  const states = tests.map((test) => test.result().state);
  const count = (state: (typeof states)[number]) => states.filter((one) => one === state).length;
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  // Hooks that fail, and files that do not load, have no test that failed.
  const broken = module.state() === 'failed' && count('failed') === 0 ? 1 : 0;
  const unfinished = tests.filter((test) => test.result().state === 'pending');
  return {
    project: module.project.name,
    file: relative(module.project.vitest.config.root, module.moduleId),
    milliseconds: Math.round(setupDuration + collectDuration + duration),
    passed: count('passed'),
    failed: count('failed') + broken + unfinished.length,
    skipped: count('skipped'),
    failures: [
      ...unfinished.map((test) => `${test.fullName}\n    did not end`),
      ...tests.flatMap((test) => failuresOf(test.fullName, test.result().errors)),
      ...[...module.children.allSuites()].flatMap((one) => failuresOf(one.fullName, one.errors())),
      ...failuresOf('the file', module.errors()),
    ],
  };
}

function failuresOf(name: string, errors: readonly SerializedError[] = []): readonly string[] {
  return errors.map(({ message, diff = '', stack = '', cause }) => {
    const where = stack
      .split('\n')
      .filter((line) => /^ +at /.test(line) && !line.includes('node_modules'));
    const because = cause === undefined ? '' : `caused by: ${cause.message}\n`;
    const why = stripVTControlCharacters(`${message}\n${because}${diff}`)
      .split('\n')
      .slice(0, lines);
    return [name, ...why, ...where].join('\n    ');
  });
}
