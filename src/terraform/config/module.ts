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
import type { ConfigFile, Module } from './types.ts';

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

/** Collects the declarations of a folder's files; overrides are merged in. */
export function declareFolder(files: readonly ConfigFile[], report: Report): FolderDraft {
  const declared = collect(files, report);
  const of = (type: string): readonly Declared[] => [...(declared.get(type)?.values() ?? [])];
  return {
    files: new Map(files.map((file) => [file.path, file])),
    variables: byName(of('variable').map((each) => declareVariable(each, report))),
    locals: collectLocals(files, report),
    resources: byAddress(of('resource').map(declareResource)),
    data: byAddress(of('data').map(declareResource)),
    outputs: byName(of('output').map(declareOutput)),
    calls: byName(of('module').map(declareCall)),
    providers: byName<ProviderDeclaration>(of('provider').map(declareProvider)),
  };
}

/** The folder as one chain of calls reaches it. */
export function moduleOf(
  { path, dir, editable }: ModuleIdentity,
  folder: FolderDraft,
  calls: ReadonlyMap<string, ModuleCall>,
): Module {
  return {
    ...folder,
    path,
    dir,
    editable,
    resources: placed(folder.resources, path),
    data: placed(folder.data, path),
    calls,
  };
}

function placed(
  drafts: ReadonlyMap<string, ResourceDraft>,
  modulePath: readonly string[],
): ReadonlyMap<string, ResourceDeclaration> {
  return new Map([...drafts].map(([name, draft]) => [name, { ...draft, modulePath }]));
}

function byName<T extends { readonly name: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

function byAddress<T extends { readonly type: string; readonly name: string }>(
  items: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [`${item.type}.${item.name}`, item]));
}

interface Draft extends Declared {
  readonly overrides: Declared['overrides'][number][];
}

/** Declaration blocks by type and labels. */
function collect(
  files: readonly ConfigFile[],
  report: Report,
): ReadonlyMap<string, ReadonlyMap<string, Declared>> {
  const declared = new Map<string, Map<string, Draft>>();
  for (const file of files) {
    for (const block of topBlocks(file)) {
      const labels = block.labels.map((label) => label.text);
      const expected = labelCount.get(block.type);
      if (expected === undefined) continue;
      if (labels.length !== expected) {
        const message = `A ${block.type} block needs ${expected} label(s).`;
        report.at(file, { message, start: block.start }, 'invalid-block');
        continue;
      }
      const ofType = declared.get(block.type) ?? new Map<string, Draft>();
      declared.set(block.type, ofType);
      place(ofType, identityOf(file, block), { file, block, labels, overrides: [] }, report);
    }
  }
  return declared;
}

function place(ofType: Map<string, Draft>, key: string, draft: Draft, report: Report): void {
  const known = ofType.get(key);
  const { file, block } = draft;
  if (known === undefined) {
    ofType.set(key, draft);
  } else if (file.role === 'override') {
    known.overrides.push({ file, block });
  } else {
    const message = `There is another ${[block.type, ...draft.labels].join(' ')} in ${known.file.path}.`;
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
