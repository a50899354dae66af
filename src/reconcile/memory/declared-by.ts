import { createHash } from 'node:crypto';
import type { RunInput } from '../run-types.ts';

/**
 * A digest of all that what the code declares rests on: its files, and the state, which has the values
 * that only the provider knows. Undefined where variables are given from outside of the project: they
 * may be secrets, of which not even a digest is kept.
 */
export function declaredBy(input: Declaring): string | undefined {
  return variablesFromOutside(input).length > 0 ? undefined : projectDigest(input);
}

type Declaring = Pick<RunInput, 'version' | 'tree' | 'loadOptions' | 'state'>;

/** Variables that are given from outside of the project, by name. */
export function variablesFromOutside({
  loadOptions: { vars = {}, env = {} },
}: Pick<RunInput, 'loadOptions'>): readonly (readonly [name: string, value: unknown])[] {
  const exported = Object.entries(env).filter(([name]) => /^TF_VAR_/.test(name));
  return [...Object.entries(vars), ...exported].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The same without such variables. */
export function projectDigest({ version, tree, loadOptions, state }: Declaring): string {
  const { root, varFiles, workspace } = loadOptions;
  const options = [version, root, varFiles, workspace, state.lineage, state.serial];
  const hash = createHash('sha256').update(JSON.stringify(options));
  for (const path of [...tree.keys()].sort()) {
    const text = tree.get(path) ?? '';
    hash.update(`\n${JSON.stringify(path)} ${text.length}\n`).update(text);
  }
  return hash.digest('hex').slice(0, 16);
}
