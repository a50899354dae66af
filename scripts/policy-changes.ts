/*
 * Writes docs/policy-changes.md: which verdicts of the default policy changed when harm began to
 * decide.
 *
 *   npx tsx scripts/policy-changes.ts
 *
 * With a file written by the acceptance cases (PARLEY_REPLAY=FILE npm run test:acceptance), their
 * verdicts are kept first:
 *
 *   npx tsx scripts/policy-changes.ts FILE
 */
import { writeFileSync } from 'node:fs';
import { keepAcceptance, readAcceptance } from './policy-changes/acceptance.ts';
import { renderChanges } from './policy-changes/render.ts';
import { replayAll } from './policy-changes/replay.ts';

const [recorded] = process.argv.slice(2);
if (recorded !== undefined) keepAcceptance(recorded);
writeFileSync(
  new URL('../docs/policy-changes.md', import.meta.url),
  renderChanges(await replayAll(), readAcceptance()),
);
