import { ok, type Result } from '../../../model/result.ts';
import type { ForgeHttp, Paging } from '../http/types.ts';
import { GiteaLabel } from './schema.ts';

const color = '#6e7781';

/** Labels are referred to by numbers, and have to exist before they are used. */
async function labelIds(
  http: ForgeHttp,
  repository: readonly (string | number)[],
  names: readonly string[],
  paging: Paging,
): Promise<Result<readonly number[]>> {
  if (names.length === 0) return ok([]);
  const path = [...repository, 'labels'];
  const known = await http.list({ method: 'GET', path }, GiteaLabel, paging);
  if (!known.ok) return known;
  const ids: number[] = [];
  for (const name of names) {
    const label = known.value.find((one) => one.name === name);
    const made =
      label === undefined
        ? await http.json({ method: 'POST', path, body: { name, color } }, GiteaLabel)
        : ok(label);
    if (!made.ok) return made;
    ids.push(made.value.id);
  }
  return ok(ids);
}

/** Adds labels to a pull request, and removes others. */
export async function changeGiteaLabels(
  http: ForgeHttp,
  repository: readonly (string | number)[],
  number: number,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  paging: Paging,
): Promise<Result<void>> {
  const path = [...repository, 'issues', number, 'labels'];
  const ids = await labelIds(http, repository, add, paging);
  if (!ids.ok) return ids;
  if (ids.value.length > 0) {
    const added = await http.done({ method: 'POST', path, body: { labels: ids.value } });
    if (!added.ok) return added;
  }
  if (remove.length === 0) return ok(undefined);
  const current = await http.json({ method: 'GET', path }, GiteaLabel.array());
  if (!current.ok) return current;
  for (const { id } of current.value.filter(({ name }) => remove.includes(name))) {
    const removed = await http.done({ method: 'DELETE', path: [...path, id] });
    if (!removed.ok && removed.error.code !== 'forge-not-found') return removed;
  }
  return ok(undefined);
}
