import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { sourceFiles } from './imports.ts';

/** A name that a file exports. */
export interface Export {
  /** Path from the top of the repository. */
  readonly file: string;
  readonly name: string;
  readonly isType: boolean;
}

const declared =
  /^export (?:declare )?(?:abstract )?(?:async )?(function\*?|const|let|class|interface|type) (\w+)/gm;
const listed = /^export (type )?\{([^}]*)\}/gm;
const taken =
  /\b(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|(\*)(?:\s+as\s+\w+)?)\s+from\s+'(\.[^']+)'/g;
/**
 * `await import('./x.ts')`, which imports the entire module or the names it is destructured into.
 */
const loaded =
  /(?:\{([^{}]*)\}\s*=\s*await\s+)?\bimport\('(\.[^']+)'\)(?:\.then\(\(\{([^}]*)\}\))?/g;

/** The exports of the files in some folders, in the order of paths and lines. */
export function readExports(root: string, folders: readonly string[]): readonly Export[] {
  return filesOf(root, folders).flatMap(({ file, text }) => {
    const own = [...text.matchAll(declared)].map(([, kind = '', name = '']) => ({
      ...{ file, name, isType: kind === 'interface' || kind === 'type' },
    }));
    const others = [...text.matchAll(listed)].flatMap(([, type, names = '']) =>
      namesIn(names).map(({ outer }) => ({ file, name: outer, isType: type !== undefined })),
    );
    return [...own, ...others];
  });
}

/**
 * `file#name` for everything that the files of some folders import from another file; `file#*` for
 * an entire module.
 */
export function readUses(root: string, folders: readonly string[]): ReadonlySet<string> {
  const uses = new Set<string>();
  for (const { file, text } of filesOf(root, folders)) {
    const target = (path: string) => relative(root, resolve(dirname(join(root, file)), path));
    for (const [, names, whole, path = ''] of text.matchAll(taken)) {
      if (whole !== undefined) uses.add(`${target(path)}#*`);
      for (const { inner } of namesIn(names ?? '')) uses.add(`${target(path)}#${inner}`);
    }
    for (const [, before, path = '', behind] of text.matchAll(loaded)) {
      const names = before ?? behind;
      if (names === undefined) uses.add(`${target(path)}#*`);
      for (const { inner } of namesIn(names ?? '')) uses.add(`${target(path)}#${inner}`);
    }
  }
  return uses;
}

/** Exports that no file of the program uses. */
export function unusedExports(
  exports: readonly Export[],
  uses: ReadonlySet<string>,
): readonly Export[] {
  return exports.filter(({ file, name }) => !uses.has(`${file}#${name}`) && !uses.has(`${file}#*`));
}

function filesOf(root: string, folders: readonly string[]) {
  return folders
    .flatMap((folder) => sourceFiles(join(root, folder)))
    .map((path) => ({ file: relative(root, path), text: readFileSync(path, 'utf8') }));
}

/** `a, type b, c as d`: the name of each in its own file, and in the importing one. */
function namesIn(list: string): readonly { readonly inner: string; readonly outer: string }[] {
  return list
    .split(',')
    .map((one) =>
      one
        .replace(/\/\/.*$/gm, '')
        .trim()
        .replace(/^type\s+/, ''),
    )
    .filter((one) => one !== '')
    .map((one) => {
      const [inner = '', outer = inner] = one.split(/\s+as\s+|\s*:\s*/);
      return { inner, outer };
    });
}
