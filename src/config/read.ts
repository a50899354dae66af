import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import type { Problem, Result } from '../model/result.ts';
import { fail, ok } from '../model/result.ts';
import { systemCode } from '../model/system-error.ts';
import { type Placed, readPlacedYaml, readYamlFile, type Wrong } from '../text/yaml-file.ts';
import type { YamlIssue } from '../text/yaml-issue.ts';
import { ConfigFile } from './schema.ts';

/** The settings of a project: those of the named file, or of its `parley.yaml`, or the defaults. */
export async function readConfig(
  root: string,
  file: string | undefined,
  check: (config: ConfigFile) => YamlIssue | undefined = () => undefined,
): Promise<Result<ConfigFile>> {
  const read = await readPlacedConfig(root, file);
  if (!read.ok) return fail(read.error[0]);
  const issue = check(read.value.value);
  return issue === undefined ? ok(read.value.value) : fail(read.value.problem(issue));
}

/** The same, with the places of the settings in the file. Reports everything that is wrong. */
export async function readPlacedConfig(
  root: string,
  file: string | undefined,
): Promise<Result<Placed<ConfigFile>, Wrong>> {
  const path = file ?? join(root, 'parley.yaml');
  return readSettingsFile(path, ConfigFile, file !== undefined);
}

/** Settings whose file may be missing. */
export async function readOptionalYaml<T>(path: string, schema: z.ZodType<T>): Promise<Result<T>> {
  const read = await readSettingsFile(path, schema, false);
  return read.ok ? ok(read.value.value) : fail(read.error[0]);
}

/** A file that the settings name, relative to the root module. */
export async function readNamedFile<T>(
  root: string,
  file: string,
  schema: z.ZodType<T>,
  problem: Problem,
): Promise<Result<T>> {
  const text = await readFile(resolve(root, file), 'utf8').catch(() => undefined);
  return text === undefined
    ? fail({ ...problem, place: { file } })
    : readYamlFile(text, file, schema);
}

async function readSettingsFile<T>(
  path: string,
  schema: z.ZodType<T>,
  isNamed: boolean,
): Promise<Result<Placed<T>, Wrong>> {
  try {
    return readPlacedYaml(await readFile(path, 'utf8'), path, schema);
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    // Only a file that nobody named may be missing; an unreadable one was written for a reason.
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    if (isMissing && !isNamed) return readPlacedYaml('', path, schema);
    return fail([isMissing ? notFound(path) : unreadable(path, code)]);
  }
}

function notFound(file: string): Problem {
  return {
    code: 'config-not-found',
    message: 'There is no such settings file.',
    place: { file },
    hint: 'Give an existing file with --config, or run `parley init` to write one.',
  };
}

function unreadable(file: string, systemCode: string): Problem {
  return {
    code: 'config-unreadable',
    message: `The settings file cannot be read (${systemCode}).`,
    place: { file },
    hint: 'It must be a file that you may read.',
  };
}
