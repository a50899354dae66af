import type { PatchedIntent } from '../../ports/patched-intent.ts';
import type { ShownRun } from '../../ports/store/shown.ts';
import { shownFile } from '../../reconcile/shown/hide.ts';
import type { SecretNames } from '../../reconcile/shown/secret-spans.ts';
import { fileDiff } from '../../text/hunks.ts';

/**
 * What the web pages need of a run in addition to its report. Secrets are removed from both sides
 * of a file before comparison, because lines next to a change are shown as well.
 */
export function shownRun(
  patched: readonly Pick<PatchedIntent, 'intent' | 'files'>[],
  names: SecretNames,
  { policy, approvers, deployments }: Omit<ShownRun, 'diffs'>,
): ShownRun {
  const diffs = patched.map(({ intent, files }) => ({
    intent: intent.id,
    files: files
      .map((file) => shownFile(file, names))
      .map(({ path, before, after }) => fileDiff(path, before, after)),
  }));
  return {
    diffs,
    policy,
    ...(approvers === undefined ? {} : { approvers }),
    ...(deployments === undefined ? {} : { deployments }),
  };
}
