import { ConfigFile } from '../schema.ts';

/** Settings that a run takes only from the file in the repository. */
const ofProjects = [
  'actors',
  'adopt',
  'declarations',
  'deployers',
  'environments',
  'freezes',
  'incidents',
  'kubernetes',
  'maintenance',
  'operations',
  'pending_window',
  'prices',
  'state',
  'var_files',
  'workspace',
] as const satisfies readonly (keyof ConfigFile)[];

/** Settings in the service's own file that no stack uses. */
export function idleSettings(config: ConfigFile): readonly string[] {
  const defaults = ConfigFile.parse({});
  return ofProjects.filter(
    (name) => JSON.stringify(config[name]) !== JSON.stringify(defaults[name]),
  );
}
