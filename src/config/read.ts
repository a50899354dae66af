import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../model/result.ts';
import { fail, ok } from '../model/result.ts';
import { ConfigFile } from './schema.ts';
import { readYaml } from './yaml.ts';

/** The settings of a project: those of the file named, else of its `parley.yaml`, else defaults. */
export async function readConfig(
  root: string,
  file: string | undefined,
): Promise<Result<ConfigFile>> {
  const path = file ?? join(root, 'parley.yaml');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) return readYaml(text, path, ConfigFile);
  if (file === undefined) return ok(ConfigFile.parse({}));
  return fail({
    code: 'config-not-found',
    message: 'There is no such file, or it cannot be read.',
    place: { file },
    hint: 'Give an existing file with --config, or run `parley init` to write one.',
  });
}
