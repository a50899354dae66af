import { identityOf, topBlocks } from './body.ts';
import type {
  LocalDeclaration,
  ModuleCall,
  ProviderDeclaration,
  ResourceDeclaration,
} from './declarations.ts';
import type { Declared } from './declare.ts';
import {
  declareCall,
  declareLocals,
  declareOutput,
  declareProvider,
  declareResource,
  declareVariable,
} from './declare.ts';
import type { Report } from './problems.ts';
import type { ConfigFile, Module, ParseCache } from './types.ts';

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
  readonly resources: ReadonlyMap<string, ResourceDraft>;
  readonly data: ReadonlyMap<string, ResourceDraft>;
  readonly calls: ReadonlyMap<string, CallDraft>;
}

type ResourceDraft = Omit<ResourceDeclaration, 'modulePath'>;
export type CallDraft = Omit<ModuleCall, 'module'>;

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
  files: readonly ConfigFile[],
  report: Report,
  cache: ParseCache,
): FolderDraft {
  const declared = collect(files, report, cache);
  const once =
    <T extends object>(declare: (each: Declared) => T) =>
    (each: Declared): T =>
      each.overrides.length > 0 ? declare(each) : cache.of('draft', each, () => declare(each));
  const of = (type: string): readonly Declared[] => [...(declared.get(type)?.values() ?? [])];
  return {
    files: new Map(files.map((file) => [file.path, file])),
    variables: byName(of('variable').map((each) => declareVariable(each, report))),
    locals: collectLocals(files, report),
    resources: byAddress(of('resource').map(once(declareResource))),
    data: byAddress(of('data').map(once(declareResource))),
    outputs: byName(of('output').map(declareOutput)),
    calls: byName(of('module').map(once(declareCall))),
    providers: byName<ProviderDeclaration>(of('provider').map(declareProvider)),
  };
}

/** The folder as one chain of calls reaches it. */
export function moduleOf(
  { path, dir, editable }: ModuleIdentity,
  folder: FolderDraft,
  calls: ReadonlyMap<string, ModuleCall>,
  cache: ParseCache,
): Module {
  // Of the many calls of a large project few are ever looked into.
  let resources: Module['resources'] | undefined;
  let data: Module['data'] | undefined;
  return {
    ...folder,
    path,
    dir,
    editable,
    calls,
    get resources() {
      resources ??= placed(folder.resources, path, cache);
      return resources;
    },
    get data() {
      data ??= placed(folder.data, path, cache);
      return data;
    },
  };
}

function placed(
  drafts: ReadonlyMap<string, ResourceDraft>,
  modulePath: readonly string[],
  cache: ParseCache,
): ReadonlyMap<string, ResourceDeclaration> {
  // The files of the root are many and change one at a time; a called module is one folder.
  const place = (draft: ResourceDraft): ResourceDeclaration =>
    modulePath.length > 0
      ? { ...draft, modulePath }
      : cache.of('in root', draft, () => ({ ...draft, modulePath }));
  return new Map([...drafts].map(([name, draft]) => [name, place(draft)]));
}

function byName<T extends { readonly name: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

function byAddress<T extends { readonly type: string; readonly name: string }>(
  items: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [`${item.type}.${item.name}`, item]));
}

interface Keyed {
  readonly key: string;
  readonly declared: Declared;
}

/** Declaration blocks by type and labels. */
function collect(
  files: readonly ConfigFile[],
  report: Report,
  cache: ParseCache,
): ReadonlyMap<string, ReadonlyMap<string, Declared>> {
  const declared = new Map<string, Map<string, Declared>>();
  for (const file of files) {
    for (const each of cache.of('blocks', file, () => keyedBlocks(file))) {
      const { block, labels } = each.declared;
      const expected = labelCount.get(block.type);
      if (labels.length !== expected) {
        const message = `A ${block.type} block needs ${expected} label(s).`;
        report.at(file, { message, start: block.start }, 'invalid-block');
        continue;
      }
      const ofType = declared.get(block.type) ?? new Map<string, Declared>();
      declared.set(block.type, ofType);
      place(ofType, each, report);
    }
  }
  return declared;
}

function keyedBlocks(file: ConfigFile): readonly Keyed[] {
  return topBlocks(file)
    .filter(({ type }) => labelCount.has(type))
    .map((block) => {
      const labels = block.labels.map((label) => label.text);
      return { key: identityOf(file, block), declared: { file, block, labels, overrides: [] } };
    });
}

function place(ofType: Map<string, Declared>, { key, declared }: Keyed, report: Report): void {
  const known = ofType.get(key);
  const { file, block } = declared;
  if (known === undefined) {
    ofType.set(key, declared);
  } else if (file.role === 'override') {
    ofType.set(key, { ...known, overrides: [...known.overrides, { file, block }] });
  } else {
    const message = `There is another ${[block.type, ...declared.labels].join(' ')} in ${known.file.path}.`;
    report.at(file, { message, start: block.start }, 'duplicate-declaration');
  }
}

function collectLocals(
  files: readonly ConfigFile[],
  report: Report,
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
