/*
 * Writes the default policy in prose into docs/policy.md, between its two marks.
 *
 *   npx tsx scripts/policy-prose.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { defaultProse, withProse } from './policy-prose/render.ts';

const page = new URL('../docs/policy.md', import.meta.url);
writeFileSync(page, withProse(readFileSync(page, 'utf8'), defaultProse()));
