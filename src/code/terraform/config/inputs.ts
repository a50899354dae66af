import { own } from '../../../model/json.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import { followLinks, noLinks } from '../project/links.ts';
import { unreadFileProblem } from '../project/unread.ts';
import type { VariableSource } from './blocks.ts';
import type { LoadOptions, Module } from './configuration.ts';
import type { Folders } from './files.ts';
import { automaticVariableFiles, readConfigFile } from './files.ts';
import type { ParseCache } from './parse-cache.ts';
import type { ProblemSink } from './problems.ts';
import type { ModuleInstance, Scope } from './scope.ts';
import type { SourceFile } from './source.ts';
import { reportSyntax } from './syntax-problems.ts';

interface InputContext {
  readonly tree: SourceTree;
  readonly folders: Folders;
  readonly cache: ParseCache;
  readonly report: ProblemSink;
  readonly root: Module;
  readonly rootDir: string;
  readonly options: LoadOptions;
}

/** The possible sources of each root variable's value: flags, files, environment, default. */
export function collectInputs(
  context: InputContext,
): ReadonlyMap<string, readonly VariableSource[]> {
  const { root, options } = context;
  const instance: ModuleInstance = { address: '', module: root };
  const files = variableFiles(context);
  const inputs = new Map<string, readonly VariableSource[]>();
  for (const variable of root.variables.values()) {
    const { name } = variable;
    const sources: VariableSource[] = [];
    const flag = options.vars && own(options.vars, name);
    if (flag !== undefined) sources.push({ kind: 'flag', name, text: flag });
    sources.push(...files.flatMap((file) => assignment(file, name, instance)));
    const env = options.env && own(options.env, `TF_VAR_${name}`);
    if (env !== undefined) sources.push({ kind: 'env', name: `TF_VAR_${name}`, text: env });
    if (variable.default !== undefined) {
      const scope = isolatedScope(variable.default.file, instance);
      sources.push({ kind: 'default', ...variable.default, scope });
    }
    inputs.set(name, sources);
  }
  return inputs;
}

/** A scope that provides functions only. */
export function isolatedScope(file: SourceFile, instance: ModuleInstance): Scope {
  return { file, instance, bindings: new Map(), isolated: true };
}

/** Variable files, highest precedence first. */
function variableFiles(context: InputContext): readonly SourceFile[] {
  const { tree, cache, report, options } = context;
  const { links = noLinks, unread, varFiles = [] } = options;
  const automatic = automaticVariableFiles(context.folders, context.rootDir, links);
  const named = varFiles.map((path) => followLinks(links, path));
  return [...automatic, ...named].reverse().flatMap((path) => {
    const text = tree.get(path);
    const reason = unread?.get(path);
    if (reason !== undefined) {
      report.add(unreadFileProblem(path, reason));
      return [];
    }
    if (text === undefined) {
      const message = 'This variable file does not exist.';
      report.add({ code: 'variable-file-not-found', message, place: { file: path } });
      return [];
    }
    const file = readConfigFile(path, text, { role: 'tfvars', editable: true, cache });
    reportSyntax(file, report);
    return [file];
  });
}

function assignment(
  file: SourceFile,
  name: string,
  instance: ModuleInstance,
): readonly VariableSource[] {
  return file.hcl.body.items.flatMap((item) =>
    item.kind === 'attribute' && item.name === name
      ? [{ kind: 'tfvars', file, expr: item.value, scope: isolatedScope(file, instance) }]
      : [],
  );
}
