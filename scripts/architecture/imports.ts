import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** An import of one file by another, both relative to the top of the repository. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** TypeScript files below a folder, absolute, sorted. */
export function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
    .sort();
}

/** The imports between source files, without those of packages. */
export function readImports(root: string): readonly Import[] {
  const files = [...sourceFiles(join(root, 'src')), ...sourceFiles(join(root, 'workers'))];
  return files.flatMap((file) => {
    const found = readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^']+)'/g);
    return [...found].map(([, target = '']) => ({
      from: relative(root, file),
      to: relative(root, resolve(dirname(file), target)),
    }));
  });
}

/** The wing of a file. `src/cli.ts` is the entrance of `entry`. */
export function wingOf(file: string): string {
  const [top = '', first = ''] = file.split(sep);
  if (top === 'workers') return top;
  return first === 'cli.ts' ? 'entry' : first;
}

/**
 * The room within a wing: `arbitration` for `src/stages/arbitration/decide.ts`; empty at its top.
 */
export function roomOf(file: string): string {
  const parts = file.split(sep);
  return parts.length > 3 ? (parts[2] ?? '') : '';
}

/** The wings that each wing imports, both sorted. */
export function arrowsOf(imports: readonly Import[]): ReadonlyMap<string, readonly string[]> {
  const wings = [...new Set(imports.flatMap(({ from, to }) => [wingOf(from), wingOf(to)]))].sort();
  return new Map(
    wings.map((wing) => {
      const own = imports.filter(({ from }) => wingOf(from) === wing);
      const others = new Set(own.map(({ to }) => wingOf(to)).filter((other) => other !== wing));
      return [wing, [...others].sort()];
    }),
  );
}
