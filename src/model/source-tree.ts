/** Texts by path, relative to the root of a project, with forward slashes. */
export type SourceTree = ReadonlyMap<string, string>;
