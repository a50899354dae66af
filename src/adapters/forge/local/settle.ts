import type { GitCommand } from '../../git/run.ts';
import { idNamed } from '../remote/objects.ts';
import type { RegisterEntry } from './register.ts';

/** Tips of branches, by their names. */
type Tips = ReadonlyMap<string, string>;

/** The state of an open proposal after what people did to its branch. */
export async function settle(
  git: GitCommand,
  entry: RegisterEntry,
  tips: Tips,
): Promise<RegisterEntry> {
  const { branch, base, commit } = entry;
  const tip = tips.get(branch);
  const onto = tips.get(base);
  // Commits pushed later do not undo a merge. Squashing or cherry-picking the commit counts as
  // agreement as well.
  if ((await isWithin(git, commit, onto)) || (await isPicked(git, commit, onto))) {
    return { ...entry, state: 'merged' };
  }
  if (tip === undefined) return { ...entry, state: 'closed' };
  // Moving the branch back to the base neither accepts nor declines the proposal.
  const isBack = tip !== commit && (await isWithin(git, tip, onto));
  return isBack ? { ...entry, state: 'closed', withdrawn: true } : { ...entry, commit: tip };
}

/** True if the branch with that tip has the changes of a commit in commits of its own. */
async function isPicked(
  git: GitCommand,
  commit: string,
  tip: string | undefined,
): Promise<boolean> {
  if (tip === undefined) return false;
  // Commits without a change all look the same.
  const { code: differs } = await git(['diff', '--quiet', `${tip}...${commit}`]);
  if (differs !== 1) return false;
  const { code, out } = await git(['cherry', tip, commit]);
  const lines = out.split('\n').filter(Boolean);
  return code === 0 && lines.length > 0 && lines.every((line) => line.startsWith('- '));
}

/** The tips of those branches that exist. */
export async function branchTips(
  git: GitCommand,
  entries: readonly Pick<RegisterEntry, 'branch' | 'base'>[],
): Promise<Tips> {
  const names = [...new Set(entries.flatMap(({ branch, base }) => [branch, base]))];
  const tips = new Map<string, string>();
  for (const name of names) {
    const tip = await idNamed(git, `refs/heads/${name}^{commit}`);
    if (tip !== undefined) tips.set(name, tip);
  }
  return tips;
}

async function isWithin(
  git: GitCommand,
  commit: string,
  tip: string | undefined,
): Promise<boolean> {
  if (tip === undefined) return false;
  return (await git(['merge-base', '--is-ancestor', commit, tip])).code === 0;
}
