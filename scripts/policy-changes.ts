/*
 * Writes docs/policy-changes.md: which verdicts the default policy changed when harm came to decide.
 *
 *   npx tsx scripts/policy-changes.ts
 */
import { writeFileSync } from 'node:fs';
import { renderChanges } from './policy-changes/render.ts';
import { replayAll } from './policy-changes/replay.ts';

writeFileSync(
  new URL('../docs/policy-changes.md', import.meta.url),
  renderChanges(await replayAll()),
);
