import { createHash } from 'node:crypto';
import type { RunInput } from '../run-types.ts';

/**
 * A digest of all that what the code declares rests on: its files, and the state, which has the values
 * that only the provider knows. Undefined where variables are given from outside of the project: they
 * may be secrets, of which not even a digest is kept.
 */
export function declaredBy({
  version,
  tree,
  loadOptions,
  state,
}: Pick<RunInput, 'version' | 'tree' | 'loadOptions' | 'state'>): string | undefined {
  const { root, varFiles, vars = {}, env = {}, workspace } = loadOptions;
  const given = [...Object.keys(vars), ...Object.keys(env).filter((key) => /^TF_VAR_/.test(key))];
  if (given.length > 0) return undefined;
  const options = [version, root, varFiles, workspace, state.lineage, state.serial];
  const hash = createHash('sha256').update(JSON.stringify(options));
  for (const path of [...tree.keys()].sort()) {
    const text = tree.get(path) ?? '';
    hash.update(`\n${JSON.stringify(path)} ${text.length}\n`).update(text);
  }
  return hash.digest('hex').slice(0, 16);
}
