import { createProgram } from '../../../src/entry/cli/program/create.ts';
import { root } from './parley.ts';

/** The command line program, for inspection only. */
export const program = createProgram(
  {
    out: () => undefined,
    err: () => undefined,
    env: {},
    cwd: root,
    now: () => '',
    elapsed: () => 0,
    columns: 80,
    color: false,
  },
  () => undefined,
);
