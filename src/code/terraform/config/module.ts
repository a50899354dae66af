import type { Block } from '../../hcl/syntax/ast.ts';
import { bodyIdentity, topBlocks } from './body.ts';
import { CallBlock } from './call-block.ts';
import type { LocalDeclaration, ProviderDeclaration } from './declarations.ts';
import type { DeclaredBlocks } from './declare.ts';
import { declareLocals, declareOutput, declareProvider, declareVariable } from './declare.ts';
import type { ProblemReport } from './problems.ts';
import { ResourceBlock } from './resource-block.ts';
import type { Module, ParseCache, SourceBlock, SourceFile } from './types.ts';

/** Blocks that are declarations, and how many labels they have. */
const labelCount: ReadonlyMap<string, number> = new Map([
  ['variable', 1],
  ['output', 1],
  ['module', 1],
  ['provider', 1],
  ['resource', 2],
  ['data', 2],
]);

/** What the files of a folder declare, whoever calls it: calls are not resolved yet. */
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
  /** A copy of a module that others publish. */
  readonly vendored?: boolean;
}

/**
 * Collects the declarations of a folder's files; overrides are merged in. What a file says on its own
 * is read once, however many versions of the other files there are.
 */
export function declareFolder(
  files: readonly SourceFile[],
  report: ProblemReport,
  cache: ParseCache,
): FolderDraft {
  const found = collect(files, report, cache);
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
    providers: byName<ProviderDeclaration>(of('provider').map(declareProvider)),
  };
}

/** The folder as one chain of calls reaches it. */
export function moduleOf(
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
  // Of the many calls of a large project few are ever looked into.
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

interface Keyed {
  readonly key: string;
  readonly declared: DeclaredBlocks;
}

/** What one file declares, in its order. */
type Drafts = readonly (ResourceBlock | CallBlock | Keyed | Block)[];

interface Collected {
  readonly resources: Map<string, ResourceBlock>;
  readonly data: Map<string, ResourceBlock>;
  readonly calls: Map<string, CallBlock>;
  /** By type of the block and what identifies it. */
  readonly others: Map<string, Map<string, DeclaredBlocks>>;
}

/** Declaration blocks by type and labels. */
function collect(
  files: readonly SourceFile[],
  report: ProblemReport,
  cache: ParseCache,
): Collected {
  const found: Collected = {
    resources: new Map(),
    data: new Map(),
    calls: new Map(),
    others: new Map(),
  };
  for (const file of files) {
    for (const each of cache.of('declared', file, () => draftsOf(file))) {
      if (each instanceof ResourceBlock) {
        place(each.mode === 'data' ? found.data : found.resources, each.key, each, report);
      } else if (each instanceof CallBlock) place(found.calls, each.name, each, report);
      else if ('declared' in each) placeOther(found.others, each, report);
      else {
        const message = `A ${each.type} block needs ${labelCount.get(each.type)} label(s).`;
        report.at(file, { message, start: each.start }, 'invalid-block');
      }
    }
  }
  return found;
}

function draftsOf(file: SourceFile): Drafts {
  return topBlocks(file)
    .filter(({ type }) => labelCount.has(type))
    .map((block) => {
      const labels = block.labels.map((label) => label.text);
      const source = { file, block };
      if (labels.length !== labelCount.get(block.type)) return block;
      if (block.type === 'resource' || block.type === 'data')
        return ResourceBlock.of(source, labels);
      if (block.type === 'module') return CallBlock.of(source, labels);
      return { key: bodyIdentity(file, block), declared: { ...source, labels, overrides: [] } };
    });
}

interface Overridable<T> extends SourceBlock {
  overriddenBy(override: SourceBlock): T;
}

function place<T extends Overridable<T>>(
  known: Map<string, T>,
  key: string,
  draft: T,
  report: ProblemReport,
): void {
  const first = known.get(key);
  if (first === undefined) known.set(key, draft);
  else if (draft.file.role === 'override') {
    known.set(key, first.overriddenBy({ file: draft.file, block: draft.block }));
  } else reportTwice(report, draft, first);
}

function placeOther(
  others: Collected['others'],
  { key, declared }: Keyed,
  report: ProblemReport,
): void {
  const { file, block } = declared;
  const ofType = others.get(block.type) ?? new Map<string, DeclaredBlocks>();
  others.set(block.type, ofType);
  const known = ofType.get(key);
  if (known === undefined) ofType.set(key, declared);
  else if (file.role === 'override') {
    ofType.set(key, { ...known, overrides: [...known.overrides, { file, block }] });
  } else reportTwice(report, declared, known);
}

function reportTwice(
  report: ProblemReport,
  { file, block }: SourceBlock,
  first: SourceBlock,
): void {
  const labels = block.labels.map((label) => label.text);
  const message = `There is another ${[block.type, ...labels].join(' ')} in ${first.file.path}.`;
  report.at(file, { message, start: block.start }, 'duplicate-declaration');
}

function collectLocals(
  files: readonly SourceFile[],
  report: ProblemReport,
): ReadonlyMap<string, LocalDeclaration> {
  const locals = new Map<string, LocalDeclaration>();
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
