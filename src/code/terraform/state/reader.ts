import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Problem, Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';

/** Reads state from one kind of backend. */
export interface StateReader {
  /** The bytes of the state. `location` is the argument of `--state`. */
  read(location: string): Promise<Result<Uint8Array>>;
}

const scheme = /^([a-z][a-z0-9+.-]+):/i;

const backends = new Map([
  ['s3', 'S3'],
  ['gs', 'Google Cloud Storage'],
  ['gcs', 'Google Cloud Storage'],
  ['azblob', 'Azure Blob Storage'],
  ['azurerm', 'Azure Blob Storage'],
  ['http', 'HTTP'],
  ['https', 'HTTP'],
  ['tfc', 'HCP Terraform'],
]);

/** Reads state files, given as a path relative to `base` or as a `file:` URL. */
export function createFileStateReader(base: string): StateReader {
  return {
    async read(location) {
      const path = pathOf(location, base);
      if (!path.ok) return path;
      try {
        return ok(await readFile(path.value));
      } catch (error) {
        return fail(readProblem(error, location));
      }
    },
  };
}

function pathOf(location: string, base: string): Result<string> {
  const name = scheme.exec(location)?.[1]?.toLowerCase();
  if (name === undefined) return ok(resolve(base, location));
  if (name !== 'file') {
    const backend = backends.get(name);
    return fail({
      code: 'state-backend',
      message:
        backend === undefined
          ? `Parley does not know the state location "${name}:".`
          : `Parley cannot read state from ${backend} ("${name}:") yet.`,
      hint: 'Save it to a file with `terraform state pull > terraform.tfstate` and pass that.',
    });
  }
  if (!location.slice(5).startsWith('//')) return ok(resolve(base, location.slice(5)));
  try {
    return ok(fileURLToPath(location));
  } catch {
    return fail({
      code: 'state-location',
      message: `The state location ${location} is not a valid file URL.`,
      hint: 'Pass a plain path.',
    });
  }
}

function readProblem(error: unknown, location: string): Problem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const place = { file: location };
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return {
        code: 'state-missing',
        message: 'There is no such state file.',
        place,
        hint: 'Check --state, or save one with `terraform state pull > terraform.tfstate`.',
      };
    case 'EISDIR':
      return {
        code: 'state-is-folder',
        message: 'The state is a folder.',
        place,
        hint: 'Pass the state file in it.',
      };
    case 'EACCES':
    case 'EPERM':
      return {
        code: 'state-unreadable',
        message: 'The state file may not be read by this user.',
        place,
        hint: 'Check its permissions.',
      };
    case 'ERR_FS_FILE_TOO_LARGE':
      return {
        code: 'state-too-large',
        message: 'The state file is larger than 2 GB.',
        place,
        hint: 'Split the project into several states.',
      };
    case '':
      throw error;
    default:
      return {
        code: 'state-unreadable',
        message: `The state file cannot be read (${code}).`,
        place,
        hint: 'Pass a file that this user can read.',
      };
  }
}
