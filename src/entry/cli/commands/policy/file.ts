import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '../../../../model/result.ts';
import type { Io } from '../../../../ports/io.ts';
import { builtInPolicyNames } from '../../../../stages/arbitration/policies/names.ts';
import { builtInFile } from '../../../../stages/policy/built-in/files.ts';
import type { ReadPolicy } from '../../../../stages/policy/file/parse.ts';
import { readPolicyFile } from '../../../../stages/policy/file/read.ts';

/** Reads a policy from a file, or a built-in one by its name. */
export async function readPolicyAt(io: Io, file: string): Promise<Result<ReadPolicy>> {
  const builtIn = builtInFile(file);
  if (builtIn !== undefined) return readPolicyFile(builtIn, file);
  const text = await readTextAt(io, file);
  return text.ok ? readPolicyFile(text.value, file) : text;
}

/** The text of a file with a policy or with test cases. */
export async function readTextAt(io: Io, file: string): Promise<Result<string>> {
  const text = await readFile(resolve(io.cwd, file), 'utf8').catch(() => undefined);
  if (text !== undefined) return ok(text);
  return fail({
    code: 'no-file',
    message: 'The file cannot be read.',
    place: { file },
    hint: `Give a policy file, or one of ${builtInPolicyNames.join(', ')}.`,
  });
}
