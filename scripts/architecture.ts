/**
 * Draws the wings of the source code and their arrows into docs/architecture.md, from the imports.
 *
 *   npx tsx scripts/architecture.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImports } from './architecture/imports.ts';
import { withPicture } from './architecture/page.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs', 'architecture.md');
writeFileSync(page, withPicture(readFileSync(page, 'utf8'), readImports(root)));
