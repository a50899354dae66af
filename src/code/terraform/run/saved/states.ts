import { readFile } from 'node:fs/promises';
import { archiveEntry } from './archive.ts';

/** The state files in a saved plan, as text. They contain secrets. */
export interface PlannedStates {
  /** The state before the refresh, in the format of the providers that wrote it. */
  readonly before: string;
  /** The same state after the refresh, with live values. */
  readonly refreshed: string;
}

/** Undefined if Parley cannot read the file, e.g. an encrypted plan of OpenTofu. */
export async function plannedStates(planFile: string): Promise<PlannedStates | undefined> {
  const archive = await readFile(planFile);
  const [before, refreshed] = ['tfstate-prev', 'tfstate'].map((name) =>
    archiveEntry(archive, name)?.toString('utf8'),
  );
  const isWhole = before?.startsWith('{') === true && refreshed?.startsWith('{') === true;
  return isWhole ? { before, refreshed } : undefined;
}
