import { descendants } from '../../../code/hcl/syntax/walk.ts';
import type { Module } from '../../../code/terraform/config/configuration.ts';
import { formatLine, sourceLineAt } from '../place.ts';
import type { Project } from './types.ts';

/** Data sources that were read before an edit and are no longer read after it, as sentences. */
export function unreadAfter(before: Project, after: Project): readonly string[] {
  const notes: string[] = [];
  const { modules } = after.evaluation.configuration;
  for (const [path, module] of modules) {
    const old = before.evaluation.configuration.modules.get(path);
    if (old === undefined || old === module || module.data.size === 0) continue;
    const [was, is] = [readIn(old), readIn(module)];
    for (const [name, { file, block }] of module.data) {
      if (!was.has(name) || is.has(name)) continue;
      const at = formatLine(sourceLineAt(after.tree, file, block.start));
      notes.push(`Nothing reads data.${name} (${at}) any more.`);
    }
  }
  return notes.sort();
}

/** The data sources to which a module's expressions refer, as `type.name`. */
function readIn(module: Module): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { hcl } of module.files.values()) {
    for (const node of descendants(hcl.body)) {
      if (node.kind !== 'get' || node.of.kind !== 'get') continue;
      const { of, name } = node.of;
      if (of.kind === 'variable' && of.name === 'data') names.add(`${name}.${node.name}`);
    }
  }
  return names;
}
