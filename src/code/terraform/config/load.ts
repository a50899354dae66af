import type { Problem } from '../../../model/result.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import type { Program } from '../program.ts';
import { followLinks, type Links, noLinks } from '../project/links.ts';
import { noneUnread, type UnreadFiles, unreadAt, unreadFileProblem } from '../project/unread.ts';
import type { CallBlock } from './call-block.ts';
import type { LoadOptions, LoadResult, Module } from './configuration.ts';
import { earlySources } from './early.ts';
import { endlessCall } from './endless-call.ts';
import type { Folders } from './files.ts';
import { configurationPaths, indexFolders, readConfigFile, resolvePath } from './files.ts';
import { collectInputs } from './inputs.ts';
import { readManifest } from './manifest.ts';
import type { FolderDraft, ModuleIdentity } from './module.ts';
import { buildModule, declareFolder } from './module.ts';
import type { ParseCache } from './parse-cache.ts';
import { createParseCache } from './parse-cache.ts';
import type { ProblemSink } from './problems.ts';
import { createReport } from './problems.ts';
import type { SourceFile } from './source.ts';
import { reportSyntax } from './syntax-problems.ts';
import { isVendored } from './vendored.ts';
import { isWithinExpression } from './within.ts';

type ConfigurationPaths = ReturnType<typeof configurationPaths>;

interface Loader {
  readonly tree: SourceTree;
  readonly folders: Folders;
  readonly cache: ParseCache;
  readonly report: ProblemSink;
  /** Folders of installed modules by their chain of call names. */
  readonly installed: ReadonlyMap<string, string>;
  /** Evaluated sources that are not plain strings, by chain of call names. */
  readonly sources: ReadonlyMap<string, string>;
  readonly product: Program;
  readonly links: Links;
  readonly unread: UnreadFiles;
  /** The folder in which modules may be edited. */
  readonly within: string;
  readonly paths: Map<string, ConfigurationPaths>;
  /** Files read so far, by folder. Modules that are called more than once share them. */
  readonly files: Map<string, readonly SourceFile[]>;
  readonly modules: Map<string, Module>;
}

/**
 * Reads a project: its root module, the modules that it calls, and the variable files. Errors are
 * returned as problems; everything else is usable nevertheless.
 */
export function loadConfiguration(tree: SourceTree, options: LoadOptions = {}): LoadResult {
  let sources: ReadonlyMap<string, string> = new Map();
  for (;;) {
    const loaded = loadOnce(tree, options, sources);
    const more = earlySources(loaded.configuration, sources);
    if (more.size === 0) return loaded;
    // A newly loaded module may have further calls whose sources depend on its inputs.
    sources = new Map([...sources, ...more]);
  }
}

function loadOnce(
  tree: SourceTree,
  options: LoadOptions,
  sources: ReadonlyMap<string, string>,
): LoadResult {
  const report = createReport();
  const rootDir = resolvePath('', options.root ?? '');
  const { links = noLinks, unread = noneUnread, within = '' } = options;
  const loader: Loader = {
    tree,
    folders: indexFolders(tree, links, unread),
    cache: options.cache ?? createParseCache(),
    report,
    installed: readManifest(tree, rootDir, report),
    sources,
    product: options.product ?? 'tofu',
    links,
    unread,
    within,
    paths: new Map(),
    files: new Map(),
    modules: new Map(),
  };
  const root = loadModule(loader, { path: [], dir: rootDir, editable: true });
  const inputs = collectInputs({ ...loader, root, rootDir, options });
  const configuration = {
    root,
    modules: loader.modules,
    inputs,
    tree,
    rootDir,
    workspace: options.workspace ?? 'default',
    varFiles: (options.varFiles ?? []).map((path) => followLinks(links, path)),
    links,
    unread,
    within,
  };
  return { configuration, problems: report.list() };
}

function loadModule(loader: Loader, identity: ModuleIdentity): Module {
  const files = readFiles(loader, identity);
  const key = identity.path.join('.');
  const { draft, problems } = loader.cache.reuse(`declarations ${identity.dir}`, files, () =>
    declare(loader, files),
  );
  for (const problem of problems) loader.report.add(problem);
  const children = [...draft.calls.values()].map((call) => {
    const child = findModule(loader, identity, call);
    return child && loadModule(loader, child);
  });
  const parts = [identity.dir, identity.editable, draft, ...children];
  const module = loader.cache.reuse(`module ${key}`, parts, () =>
    buildModule(identity, draft, withChildren(draft, children)),
  );
  loader.modules.set(key, module);
  return module;
}

function declare(
  { cache }: Loader,
  files: readonly SourceFile[],
): {
  readonly draft: FolderDraft;
  readonly problems: readonly Problem[];
} {
  const report = createReport();
  return { draft: declareFolder(files, report, cache), problems: report.list() };
}

function withChildren(
  draft: FolderDraft,
  children: readonly (Module | undefined)[],
): Module['calls'] {
  if (children.length === 0) return draft.calls;
  return new Map([...draft.calls].map(([name, call], index) => [name, call.to(children[index])]));
}

function readFiles(
  loader: Loader,
  { dir, editable, vendored = false }: ModuleIdentity,
): readonly SourceFile[] {
  const known = loader.files.get(dir);
  if (known !== undefined) return known;
  const { tree, cache } = loader;
  const key = `files ${dir} ${editable} ${vendored}`;
  const paths = readablePaths(loader, dir);
  const { files } = cache.latest<FolderFiles>(key, (before) => {
    const texts = paths.map(({ path }) => tree.get(path) ?? '');
    const files = paths.map(({ path, override }, at) => {
      const text = texts[at] ?? '';
      const known = before?.files[at];
      if (known?.path === path && before?.texts[at] === text) return known;
      const role = override ? ('override' as const) : ('config' as const);
      return readConfigFile(path, text, { role, editable, vendored, cache });
    });
    return { texts, files };
  });
  for (const file of files) reportSyntax(file, loader.report);
  loader.files.set(dir, files);
  return files;
}

/** The files read from a folder, and the texts in the tree from which they were read. */
interface FolderFiles {
  readonly texts: readonly string[];
  readonly files: readonly SourceFile[];
}

/** Paths without those of unreadable files, which are reported as problems. */
function readablePaths(loader: Loader, dir: string): ConfigurationPaths {
  return pathsIn(loader, dir).filter(({ path }) => {
    const reason = loader.unread.get(path);
    if (reason !== undefined) loader.report.add(unreadFileProblem(path, reason));
    return reason === undefined;
  });
}

function pathsIn(loader: Loader, dir: string): ConfigurationPaths {
  const known = loader.paths.get(dir) ?? configurationPaths(loader, dir);
  loader.paths.set(dir, known);
  return known;
}

function findModule(
  loader: Loader,
  caller: ModuleIdentity,
  call: CallBlock,
): ModuleIdentity | undefined {
  const path = [...caller.path, call.name];
  const source = call.source ?? loader.sources.get(path.join('.'));
  if (source === undefined) {
    refuse(
      loader,
      call,
      'module-source',
      `module.${call.name} has no source that can be determined before its files are read.`,
    );
    return undefined;
  }
  const local = /^\.\.?(?:\/|$)/.test(source);
  // As in Terraform, a relative source in a linked module is resolved from the link's target.
  const dir = local
    ? followLinks(loader.links, resolvePath(caller.dir, source))
    : loader.installed.get(path.join('.'));
  const unread = dir === undefined ? undefined : unreadAt(loader.unread, dir);
  if (unread !== undefined) {
    loader.report.add(unreadFileProblem(unread.path, unread.reason));
    return undefined;
  }
  if (dir !== undefined && pathsIn(loader, dir).length > 0) {
    const endless = endlessCall({ caller, dir, loaded: loader.modules.size });
    if (endless !== undefined) {
      refuse(loader, call, 'module-recursion', endless);
      return undefined;
    }
    const editable = caller.editable && local && isWithinExpression(dir, loader.within);
    const { tree, folders, installed } = loader;
    const vendored =
      editable &&
      ((caller.vendored === true && dir.startsWith(`${caller.dir}/`)) ||
        (dir !== '' && isVendored(tree, folders, installed.values(), dir)));
    const callers = [...(caller.callers ?? []), caller.dir];
    return { path, dir, editable, callers, ...(vendored ? { vendored } : {}) };
  }
  const message = `The files of module.${path.join('.module.')} (${source}) are missing.`;
  const hint = local ? undefined : 'Run `terraform init`.';
  refuse(loader, call, 'module-not-found', message, hint);
  return undefined;
}

function refuse(
  loader: Loader,
  call: CallBlock,
  code: string,
  message: string,
  hint?: string | undefined,
): void {
  const complaint = { message, start: call.block.start };
  const problem: Problem = loader.report.describe(call.file, complaint, code);
  loader.report.add(hint === undefined ? problem : { ...problem, hint });
}
