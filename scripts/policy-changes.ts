/*
 * Writes docs/policy-changes.md: which verdicts the default policy changed when harm came to decide.
 *
 *   npx tsx scripts/policy-changes.ts
 *
 * With a file that the acceptance cases wrote (PARLEY_REPLAY=FILE npm run test:acceptance), what they
 * said is kept first:
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
