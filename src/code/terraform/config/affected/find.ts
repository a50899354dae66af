import type { HclFile } from '../../../hcl/syntax/ast.ts';
import type { Configuration } from '../configuration.ts';
import type { SourceFile } from '../source.ts';
import { collectDeclaredNames, type FileNames } from './file-names.ts';
import type { FolderNames } from './folder-pair.ts';
import { createMentions } from './mentions.ts';
import type { Name } from './references.ts';
import { type AttributesOf, Search } from './search.ts';

/**
 * Managed resources whose instances or values may differ: by module (call names joined with `.`),
 * then by `type.name`.
 */
export type Affected = ReadonlyMap<string, ReadonlyMap<string, AffectedParts>>;

/**
 * Names of arguments and nested block types that may differ; `all` if the instances may differ,
 * too.
 */
export type AffectedParts = ReadonlySet<string> | 'all';

/** Names of anything that a module declares, by module, as {@link Affected} gives resources. */
export type AffectedNames = ReadonlyMap<string, ReadonlySet<Name>>;

/**
 * Finds what an edit can affect without evaluating anything: everything whose text changed, and
 * everything that refers to it, even indirectly. The result may contain too much, but never too
 * little.
 */
export interface AffectedFinder {
  /** Compares two configurations that have few differences. */
  readonly resources: (before: Configuration, after: Configuration) => Affected;
  /** The same with locals, outputs, data sources and calls, which no plan shows as such. */
  readonly names: (before: Configuration, after: Configuration) => AffectedNames;
}

/** Creates a finder that analyzes a file once for each syntax tree. */
export function createAffectedFinder(): AffectedFinder {
  const names = createNames();
  let last: Search | undefined;
  const searched = (before: Configuration, after: Configuration): Search => {
    if (last?.compares(before, after) === true) return last;
    last = new Search(before, after, names);
    last.run();
    return last;
  };
  return {
    resources: (before, after) => searched(before, after).affected,
    names: (before, after) => searched(before, after).names(),
  };
}

/**
 * Creates a function that finds everything in one configuration that takes values from the given
 * attributes, even indirectly. The attributes themselves are included.
 */
export function createTakerFinder(): (
  configuration: Configuration,
  taken: AttributesOf,
) => Affected {
  const names = createNames();
  return (configuration, taken) => {
    const search = new Search(configuration, configuration, names);
    search.runFrom(taken);
    return search.affected;
  };
}

function createNames(): FolderNames {
  const known = new WeakMap<HclFile, FileNames>();
  const ofFile = (file: SourceFile): FileNames => {
    const found = known.get(file.hcl) ?? collectDeclaredNames(file);
    known.set(file.hcl, found);
    return found;
  };
  return { ofFile, mentions: createMentions() };
}
