import { afterAll } from 'vitest';
import { endFile } from './file-ends.ts';

// Vitest loads this setup file anew for each test file, even where test files share their modules.
// So the list of what has to be ended is in another module: here it would be lost.
afterAll(endFile);
