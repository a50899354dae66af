import { createHash } from 'node:crypto';
import { compareKeys } from '../../model/text.ts';
import type { RunInput } from '../run-input.ts';

/**
 * A digest of everything that determines the declared values: the project's files, and the state
 * with the values that only the provider knows. Undefined if variables are given from outside the
 * project, since they may be secrets, of which not even a digest is stored.
 */
export function declaredBy(input: Declaring): string | undefined {
  return variablesFromOutside(input).length > 0 ? undefined : projectDigest(input);
}

type Declaring = Pick<RunInput, 'version' | 'code' | 'state'>;

/** Variables given from outside the project, sorted by name. */
export function variablesFromOutside({
  code: {
    loadOptions: { vars = {}, env = {} },
  },
}: Pick<RunInput, 'code'>): readonly (readonly [name: string, value: unknown])[] {
  const exported = Object.entries(env).filter(([name]) => /^TF_VAR_/.test(name));
  return [...Object.entries(vars), ...exported].sort(compareKeys);
}

/** The digest without such variables. */
export function projectDigest({ version, code: { tree, loadOptions }, state }: Declaring): string {
  const { root, varFiles, workspace } = loadOptions;
  const options = [version, root, varFiles, workspace, state.lineage, state.serial];
  const hash = createHash('sha256').update(JSON.stringify(options));
  for (const path of [...tree.keys()].sort()) {
    const text = tree.get(path) ?? '';
    hash.update(`\n${JSON.stringify(path)} ${text.length}\n`).update(text);
  }
  return hash.digest('hex').slice(0, 16);
}
