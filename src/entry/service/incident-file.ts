import { readFile, rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { IncidentFile } from '../../config/incidents.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { hasErrorCode } from '../../model/system-error.ts';
import { displayText } from '../../model/text.ts';
import { readYamlFile } from '../../text/yaml-file.ts';
import { type IncidentCall, type IncidentEntry, withIncident } from '../api/incidents.ts';

/** Keeps reports of incident tools in a file that every run reads. */
export interface IncidentKeeper {
  /** Fails where the existing file cannot be read. */
  check(): Promise<Result<void>>;
  /** Calls must not overlap. */
  keep(call: IncidentCall): Promise<void>;
}

/** The keeper of `incidents_file`; undefined where runs read the incidents from the store. */
export function incidentFile(
  { root, settings }: Pick<ServiceSettings, 'root' | 'settings'>,
  now: () => string,
): IncidentKeeper | undefined {
  const name = settings.incidents_file;
  if (name === undefined || settings.stacks.length > 0) return undefined;
  const file = resolve(root, name);
  return {
    async check() {
      const entries = await readIncidents(file, name);
      return entries.ok ? ok(undefined) : entries;
    },
    async keep(call) {
      const entries = await readIncidents(file, name);
      // Somebody is editing the file and it does not parse at the moment, so the sender has to try
      // again.
      if (!entries.ok) throw new Error(entries.error.message);
      await writeWhole(file, withIncident(entries.value, call, now()));
    },
  };
}

async function readIncidents(
  file: string,
  name: string,
): Promise<Result<readonly IncidentEntry[]>> {
  try {
    return readYamlFile(await readFile(file, 'utf8'), name, IncidentFile);
  } catch (error) {
    // An existing file that cannot be read is not overwritten.
    return hasErrorCode(error, 'ENOENT') ? ok([]) : fail(unreadable(name));
  }
}

function unreadable(name: string): Problem {
  return {
    code: 'incidents-unreadable',
    message: `The file ${displayText(name, 200)} of incidents cannot be read.`,
    hint: 'Check that the process may read it.',
  };
}

/** Written atomically, so that a reader never sees half of it. */
async function writeWhole(file: string, entries: readonly IncidentEntry[]): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(entries, null, 2)}\n`);
  await rename(draft, file);
}
