import { readFile } from 'node:fs/promises';
import { archiveEntry } from './archive.ts';

/** Texts of state files in a saved plan. They hold secrets. */
export interface PlannedStates {
  /** What the plan began from, in the form of the providers that made it. */
  readonly before: string;
  /** The same as it is live. */
  readonly refreshed: string;
}

/** Undefined where the file is none that Parley can read, as an encrypted plan of OpenTofu. */
export async function plannedStates(planFile: string): Promise<PlannedStates | undefined> {
  const archive = await readFile(planFile);
  const [before, refreshed] = ['tfstate-prev', 'tfstate'].map((name) =>
    archiveEntry(archive, name)?.toString('utf8'),
  );
  const isWhole = before?.startsWith('{') === true && refreshed?.startsWith('{') === true;
  return isWhole ? { before, refreshed } : undefined;
}
