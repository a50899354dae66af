import { afterAll } from 'vitest';
import { endFile } from './file-ends.ts';

// This file is loaded anew for each test file, also where they share what they load: what it keeps
// itself would be lost to those who loaded it before.
afterAll(endFile);
