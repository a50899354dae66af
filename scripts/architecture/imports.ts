import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** One file that imports another; both relative to the top of the repository. */
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

/** What the sources import of one another; of packages nothing. */
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

/** The wing that a file is in; `src/cli.ts` is the door of `entry`. */
export function wingOf(file: string): string {
  const [top = '', first = ''] = file.split(sep);
  if (top === 'workers') return top;
  return first === 'cli.ts' ? 'entry' : first;
}

/** The room of a wing: `arbitration` of `src/stages/arbitration/decide.ts`; empty at its top. */
export function roomOf(file: string): string {
  const parts = file.split(sep);
  return parts.length > 3 ? (parts[2] ?? '') : '';
}

/** Which wings each wing imports, both sorted. */
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
