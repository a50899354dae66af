import { posix } from 'node:path';
import { fail, ok, type Result } from '../../model/result.ts';

/** The workspace that every project has. */
export const defaultWorkspace = 'default';

/** Accepts a name that cannot lead out of the folder that it becomes part of. */
export function checkWorkspace(name: string): Result<string> {
  if (/^[\w.~@+-]{1,90}$/.test(name) && !/^\.{1,2}$/.test(name)) return ok(name);
  return fail({
    code: 'state-workspace',
    message: 'The workspace has a name that Terraform does not allow.',
    hint: 'Use letters, digits, dashes, underscores and dots.',
  });
}

/** Key of a workspace in an S3 bucket; a key that already contains a workspace stays unchanged. */
export function s3Key(key: string, workspace: string, prefix = 'env:'): string {
  if (workspace === defaultWorkspace || key.startsWith(`${prefix}/`)) return key;
  return posix.join(prefix, workspace, key);
}

/**
 * Object of a workspace below a prefix of Cloud Storage; a prefix that ends in `.tfstate` is the
 * object.
 */
export function gcsObject(prefix: string, workspace: string): string {
  if (prefix.endsWith('.tfstate')) return prefix;
  return posix.join(prefix, `${workspace}.tfstate`);
}

/** Blob of a workspace; a name that already ends with a workspace stays unchanged. */
export function blobName(key: string, workspace: string): string {
  if (workspace === defaultWorkspace || /env:[^/]+$/.test(key)) return key;
  return `${key}env:${workspace}`;
}

/** File of a workspace, as the `local` backend lays them out. */
export function localPath(path: string, workspace: string, folder = 'terraform.tfstate.d'): string {
  if (workspace === defaultWorkspace) return path;
  return posix.join(folder, workspace, 'terraform.tfstate');
}
