import type { HclFile } from '../../../hcl/syntax/ast.ts';
import type { Configuration } from '../configuration.ts';
import type { SourceFile } from '../source.ts';
import { type FileNames, fileNamesOf } from './file-names.ts';
import type { FolderNames } from './folder-pair.ts';
import { createMentions } from './mentions.ts';
import { type AttributesOf, Search } from './search.ts';

/**
 * Managed resources whose instances or values may differ: `type.name` by the call names of their
 * module, joined with `.`.
 */
export type Affected = ReadonlyMap<string, ReadonlyMap<string, AffectedParts>>;

/** Arguments and types of nested blocks that may differ; `all` where the instances may, too. */
export type AffectedParts = ReadonlySet<string> | 'all';

/** Compares two configurations that differ in little. */
export type FindAffected = (before: Configuration, after: Configuration) => Affected;

/**
 * Makes a function that finds what an edit can reach without evaluating anything: what changed by
 * its text, and all that refers to it, however indirectly. It may name too much, never too little.
 * Files are read once as long as their syntax trees are the same ones.
 */
export function createAffectedFinder(): FindAffected {
  const names = createNames();
  return (before, after) => {
    const search = new Search(before, after, names);
    search.run();
    return search.affected;
  };
}

/**
 * Makes a function that finds what takes values from attributes, however indirectly, in one
 * configuration. The attributes themselves are among it.
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
    const found = known.get(file.hcl) ?? fileNamesOf(file);
    known.set(file.hcl, found);
    return found;
  };
  return { ofFile, mentions: createMentions() };
}
