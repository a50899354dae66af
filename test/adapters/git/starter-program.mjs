// The program from its source: Node loads no TypeScript by itself.
import { register } from 'tsx/esm/api';

register();
await import('../../../src/adapters/git/starter-program.ts');
