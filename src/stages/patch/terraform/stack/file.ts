import { parseHcl } from '../../../../code/hcl/syntax/parse.ts';
import type { Configuration } from '../../../../code/terraform/config/configuration.ts';
import type { SourceFile } from '../../../../code/terraform/config/source.ts';

/** The variable file of this stack: the last one given, which takes precedence over all others. */
export function stackFile({ tree, varFiles }: Configuration): SourceFile | undefined {
  const path = varFiles.at(-1);
  const text = path === undefined ? undefined : tree.get(path);
  if (path === undefined || text === undefined || path.endsWith('.json')) return undefined;
  const hcl = parseHcl(text);
  return { path, text, hcl, format: 'native', role: 'tfvars', editable: true };
}
