import type { LocalValue, ProviderBlock } from './blocks.ts';
import { topBlocks } from './body.ts';
import type { CallBlock } from './call-block.ts';
import { collectBlocks } from './collect.ts';
import type { Module } from './configuration.ts';
import type { DeclaredBlocks } from './declare.ts';
import { declareLocals, declareOutput, declareProvider, declareVariable } from './declare.ts';
import type { ParseCache } from './parse-cache.ts';
import type { ProblemSink } from './problems.ts';
import type { ResourceBlock } from './resource-block.ts';
import type { SourceFile } from './source.ts';

/**
 * The declarations in a folder's files, shared by all calls. The module's own calls are not
 * resolved yet.
 */
export interface FolderDraft
  extends Pick<Module, 'files' | 'variables' | 'locals' | 'outputs' | 'providers'> {
  readonly resources: ReadonlyMap<string, ResourceBlock>;
  readonly data: ReadonlyMap<string, ResourceBlock>;
  readonly calls: ReadonlyMap<string, CallBlock>;
}

export interface ModuleIdentity {
  readonly path: readonly string[];
  readonly dir: string;
  readonly editable: boolean;
  /** True for a copy of a module that others publish. */
  readonly vendored?: boolean;
  /** Folders of the modules that lead to it, starting at the root module. */
  readonly callers?: readonly string[];
}

/**
 * Collects the declarations of a folder's files and merges overrides. Each file is analyzed once,
 * however many versions of the other files there are.
 */
export function declareFolder(
  files: readonly SourceFile[],
  report: ProblemSink,
  cache: ParseCache,
): FolderDraft {
  const found = collectBlocks(files, report, cache);
  const of = (type: string): readonly DeclaredBlocks[] => [
    ...(found.others.get(type)?.values() ?? []),
  ];
  return {
    files: new Map(files.map((file) => [file.path, file])),
    variables: byName(of('variable').map((each) => declareVariable(each, report))),
    locals: collectLocals(files, report),
    resources: found.resources,
    data: found.data,
    outputs: byName(of('output').map(declareOutput)),
    calls: found.calls,
    providers: byName<ProviderBlock>(of('provider').map(declareProvider)),
  };
}

/** The folder as a module at the end of one chain of calls. */
export function buildModule(
  identity: ModuleIdentity,
  folder: FolderDraft,
  calls: Module['calls'],
): Module {
  return new CalledModule(identity, folder, calls);
}

class CalledModule implements Module {
  readonly path: readonly string[];
  readonly dir: string;
  readonly editable: boolean;
  readonly calls: Module['calls'];
  readonly #folder: FolderDraft;
  // Computed on first use, since few modules of a large project are ever inspected.
  #resources: Module['resources'] | undefined;
  #data: Module['data'] | undefined;

  constructor(
    { path, dir, editable }: ModuleIdentity,
    folder: FolderDraft,
    calls: Module['calls'],
  ) {
    this.path = path;
    this.dir = dir;
    this.editable = editable;
    this.calls = calls;
    this.#folder = folder;
  }

  get files(): Module['files'] {
    return this.#folder.files;
  }

  get variables(): Module['variables'] {
    return this.#folder.variables;
  }

  get locals(): Module['locals'] {
    return this.#folder.locals;
  }

  get outputs(): Module['outputs'] {
    return this.#folder.outputs;
  }

  get providers(): Module['providers'] {
    return this.#folder.providers;
  }

  get resources(): Module['resources'] {
    this.#resources ??= placed(this.#folder.resources, this.path);
    return this.#resources;
  }

  get data(): Module['data'] {
    this.#data ??= placed(this.#folder.data, this.path);
    return this.#data;
  }
}

function placed(
  blocks: ReadonlyMap<string, ResourceBlock>,
  modulePath: readonly string[],
): Module['resources'] {
  if (modulePath.length === 0) return blocks;
  return new Map([...blocks].map(([key, block]) => [key, block.in(modulePath)]));
}

function byName<T extends { readonly name: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

function collectLocals(
  files: readonly SourceFile[],
  report: ProblemSink,
): ReadonlyMap<string, LocalValue> {
  const locals = new Map<string, LocalValue>();
  for (const file of files) {
    for (const block of topBlocks(file)) {
      if (block.type !== 'locals') continue;
      for (const local of declareLocals(file, block)) {
        const known = locals.get(local.name);
        if (known !== undefined && file.role !== 'override') {
          const message = `There is another local.${local.name} in ${known.file.path}.`;
          report.at(file, { message, start: local.attribute.start }, 'duplicate-declaration');
        } else locals.set(local.name, local);
      }
    }
  }
  return locals;
}
