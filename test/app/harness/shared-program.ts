import { buildProgram } from './program.ts';

/** Builds the program once for all tests of the service; the test workers inherit its path. */
export function setup(): (() => void) | undefined {
  if (process.env['PARLEY_SERVICE_PROGRAM'] !== undefined) return undefined;
  const { script, remove } = buildProgram();
  process.env['PARLEY_SERVICE_PROGRAM'] = script;
  return () => {
    delete process.env['PARLEY_SERVICE_PROGRAM'];
    remove();
  };
}
