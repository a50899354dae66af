import type { Block } from '../../hcl/syntax/ast.ts';
import { bodyIdentity, topBlocks } from './body.ts';
import { CallBlock } from './call-block.ts';
import type { DeclaredBlocks } from './declare.ts';
import type { ParseCache } from './parse-cache.ts';
import type { ProblemSink } from './problems.ts';
import { ResourceBlock } from './resource-block.ts';
import type { SourceBlock, SourceFile } from './source.ts';

/** Block types that are declarations, with their number of labels. */
const labelCount: ReadonlyMap<string, number> = new Map([
  ['variable', 1],
  ['output', 1],
  ['module', 1],
  ['provider', 1],
  ['resource', 2],
  ['data', 2],
]);

interface Keyed {
  readonly key: string;
  readonly declared: DeclaredBlocks;
}

/** The declarations of one file, in order. */
type Drafts = readonly (ResourceBlock | CallBlock | Keyed | Block)[];

interface CollectedBlocks {
  readonly resources: Map<string, ResourceBlock>;
  readonly data: Map<string, ResourceBlock>;
  readonly calls: Map<string, CallBlock>;
  /** By block type, then by what identifies a block. */
  readonly others: Map<string, Map<string, DeclaredBlocks>>;
}

/** Declaration blocks by type and labels. */
export function collectBlocks(
  files: readonly SourceFile[],
  report: ProblemSink,
  cache: ParseCache,
): CollectedBlocks {
  const found: CollectedBlocks = {
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
  report: ProblemSink,
): void {
  const first = known.get(key);
  if (first === undefined) known.set(key, draft);
  else if (draft.file.role === 'override') {
    known.set(key, first.overriddenBy({ file: draft.file, block: draft.block }));
  } else reportTwice(report, draft, first);
}

function placeOther(
  others: CollectedBlocks['others'],
  { key, declared }: Keyed,
  report: ProblemSink,
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

function reportTwice(report: ProblemSink, { file, block }: SourceBlock, first: SourceBlock): void {
  const labels = block.labels.map((label) => label.text);
  const message = `There is another ${[block.type, ...labels].join(' ')} in ${first.file.path}.`;
  report.at(file, { message, start: block.start }, 'duplicate-declaration');
}
