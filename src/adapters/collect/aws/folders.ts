import { fail, ok, type Result } from '../../../model/result.ts';
import { collectProblem } from '../failure.ts';
import { type Bucket, bucketPages } from './bucket.ts';
import type { TrailFolder } from './keys.ts';

export interface FolderChoice {
  readonly organization?: string | undefined;
  readonly accounts?: readonly string[] | undefined;
  readonly regions?: readonly string[] | undefined;
}

/**
 * The folders of a trail: those in the settings, or else all in the bucket. Accounts that are in
 * the settings but not in the bucket have had no events yet.
 */
export async function findFolders(
  bucket: Bucket,
  root: string,
  choice: FolderChoice,
): Promise<Result<readonly TrailFolder[]>> {
  const bases = await findBases(bucket, root, choice.organization);
  if (!bases.ok) return bases;
  const found: TrailFolder[] = [];
  for (const base of bases.value) {
    const accounts = choice.accounts
      ? ok(choice.accounts)
      : await childrenOf(bucket, base, /^\d{12}$/);
    if (!accounts.ok) return accounts;
    for (const account of accounts.value) {
      const regions = choice.regions
        ? ok(choice.regions)
        : await childrenOf(bucket, `${base}${account}/CloudTrail/`, /^[a-z0-9-]+$/);
      if (!regions.ok) return regions;
      found.push(...regions.value.map((region) => ({ base, account, region })));
    }
  }
  return ok(found);
}

/** A bucket may hold trails of single accounts next to that of the organization. */
async function findBases(
  bucket: Bucket,
  root: string,
  organization: string | undefined,
): Promise<Result<readonly string[]>> {
  if (organization !== undefined) return ok([`${root}${organization}/`]);
  const organizations = await childrenOf(bucket, root, /^o-[a-z0-9]+$/);
  if (!organizations.ok) return organizations;
  return ok([root, ...organizations.value.map((id) => `${root}${id}/`)]);
}

async function childrenOf(
  bucket: Bucket,
  prefix: string,
  form: RegExp,
): Promise<Result<readonly string[]>> {
  const names: string[] = [];
  for await (const page of bucketPages(bucket, { prefix, delimiter: '/' })) {
    if (!page.ok) return fail(collectProblem(page.error, `s3://${bucket.name}/${prefix}`));
    names.push(...page.value.folders.map((folder) => folder.slice(prefix.length, -1)));
  }
  return ok(names.filter((name) => form.test(name)).sort());
}
