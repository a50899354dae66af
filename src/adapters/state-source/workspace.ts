import { posix } from 'node:path';
import { fail, ok, type Result } from '../../model/result.ts';

/** The workspace that every project has. */
export const defaultWorkspace = 'default';

/** A name that cannot leave the folder it becomes a part of. */
export function checkWorkspace(name: string): Result<string> {
  if (/^[\w.~@+-]{1,90}$/.test(name) && !/^\.{1,2}$/.test(name)) return ok(name);
  return fail({
    code: 'state-workspace',
    message: 'The workspace has a name that Terraform does not allow.',
    hint: 'Use letters, digits, dashes, underscores and dots.',
  });
}

/** Key of a workspace in a bucket of S3; a key that names one already is taken as it is. */
export function s3Key(key: string, workspace: string, prefix = 'env:'): string {
  if (workspace === defaultWorkspace || key.startsWith(`${prefix}/`)) return key;
  return posix.join(prefix, workspace, key);
}

/** Object of a workspace below a prefix of Cloud Storage; one that ends so is an object itself. */
export function gcsObject(prefix: string, workspace: string): string {
  if (prefix.endsWith('.tfstate')) return prefix;
  return posix.join(prefix, `${workspace}.tfstate`);
}

/** Blob of a workspace; a name that ends with one already is taken as it is. */
export function blobName(key: string, workspace: string): string {
  if (workspace === defaultWorkspace || /env:[^/]+$/.test(key)) return key;
  return `${key}env:${workspace}`;
}

/** File of a workspace, as the `local` backend lays them out. */
export function localPath(path: string, workspace: string, folder = 'terraform.tfstate.d'): string {
  if (workspace === defaultWorkspace) return path;
  return posix.join(folder, workspace, 'terraform.tfstate');
}
