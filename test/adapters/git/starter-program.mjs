// Runs the program from its TypeScript source, which Node does not load without a loader.
import { register } from 'tsx/esm/api';

register();
await import('../../../src/adapters/git/starter-program.ts');
