import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { WrittenResource } from '../../../../app/resource/file.ts';
import { fail, type Result } from '../../../../model/result.ts';
import type { Io } from '../../../../ports/io.ts';
import { readYamlFile } from '../../../../text/yaml-file.ts';

/** Reads a resource from a YAML or JSON file. */
export async function readResource(io: Io, file: string): Promise<Result<WrittenResource>> {
  const text = await readFile(resolve(io.cwd, file), 'utf8').catch(() => undefined);
  if (text === undefined) {
    return fail({
      code: 'resource-not-found',
      message: 'The file of the resource cannot be read.',
      place: { file },
      hint: 'Give an existing YAML file with kind, name and spec.',
    });
  }
  return readYamlFile(text, file, WrittenResource, 'See docs/boundary.md for what a resource has.');
}
