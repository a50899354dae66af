import { z } from 'zod';
import type { Result } from '../model/result.ts';
import { ok } from '../model/result.ts';
import { readNamedFile } from './read.ts';
import { type ConfigFile, Incident } from './schema.ts';

/** A list of incidents; an empty file is an empty list. */
export const IncidentFile = z.preprocess(
  (value) => (isEmpty(value) ? [] : value),
  z.array(Incident),
);

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** The settings with the incidents from their own file, which is YAML or JSON. */
export async function withIncidentFile(
  root: string,
  config: ConfigFile,
): Promise<Result<ConfigFile>> {
  const file = config.incidents_file;
  if (file === undefined) return ok(config);
  const incidents = await readNamedFile(root, file, IncidentFile, {
    code: 'no-incidents',
    message: 'The file with incidents cannot be read.',
    hint: 'Write it, even if only with an empty list `[]`, or remove incidents_file from parley.yaml.',
  });
  if (!incidents.ok) return incidents;
  return ok({ ...config, incidents: [...config.incidents, ...incidents.value] });
}
