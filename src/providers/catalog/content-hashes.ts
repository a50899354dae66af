import type { AttributePath } from '../../model/path.ts';

/**
 * Attributes that identify by a hash what code a resource runs. Terraform takes the content from a
 * file or location, so editing the hash repairs nothing; but a changed hash means that other code
 * runs.
 */
const contentHashes: ReadonlyMap<string, readonly string[]> = new Map([
  ['aws_lambda_function', ['code_sha256', 'source_code_hash']],
]);

export function isContentHash(type: string, path: AttributePath): boolean {
  const [name, ...rest] = path;
  if (typeof name !== 'string' || rest.length > 0) return false;
  return contentHashes.get(type)?.includes(name) ?? false;
}
