// Starts git with the PATH given as an argument, and waits for it until it is killed.
import { fileURLToPath } from 'node:url';
import { createGitStarter } from '../../../src/adapters/git/starter.ts';

const program = fileURLToPath(new URL('./starter-program.mjs', import.meta.url));
const [path = ''] = process.argv.slice(2);
await createGitStarter(program)({
  args: [],
  cwd: undefined,
  env: { PATH: path },
  input: '',
  timeout: 600_000,
});
