import { ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { PullRequestApi } from './types.ts';

/** Longest label name that every forge accepts, in characters. */
const longestLabel = 50;

/** Labels that Parley sets and removes; all others belong to people. */
function isOwn(label: string): boolean {
  return label === 'parley' || label.startsWith('parley:');
}

/**
 * The labels of Parley among those wanted, as forges can hold them, sorted. Commas are replaced,
 * because they separate labels.
 */
function ownLabels(labels: readonly string[]): readonly string[] {
  const names = labels
    .filter(isOwn)
    .map((label) => displayText(label.replaceAll(',', ' '), longestLabel));
  return [...new Set(names)].sort();
}

/** Makes these the only labels of Parley on a pull request. */
export async function changePullLabels(
  api: PullRequestApi,
  number: number,
  labels: readonly string[],
): Promise<Result<'updated' | 'unchanged'>> {
  const wanted = ownLabels(labels);
  const current = await api.labelsOf(number);
  if (!current.ok) return current;
  const add = wanted.filter((label) => !current.value.includes(label));
  const remove = current.value.filter((label) => isOwn(label) && !wanted.includes(label)).sort();
  if (add.length === 0 && remove.length === 0) return ok('unchanged');
  const changed = await api.changeLabels(number, add, remove);
  return changed.ok ? ok('updated') : changed;
}
