import { describe, expect, it } from 'vitest';
import { walkFiles } from '../../../../src/evidence/audit/files/walk.ts';
import { memoryFiles } from './memory.ts';

async function found(
  paths: readonly string[],
  contents: Readonly<Record<string, string>>,
  folders: readonly string[] = [],
): Promise<readonly string[]> {
  const result: string[] = [];
  for await (const each of walkFiles(paths, memoryFiles(contents, folders))) {
    if (each.kind === 'problem') result.push(`${each.problem.code} ${each.problem.place?.file}`);
    else result.push(each.given ? `${each.path} (given)` : each.path);
  }
  return result;
}

describe('walk', () => {
  it('returns the files of a folder by name, at all depths', async () => {
    const contents = { 'logs/b/2.json': '', 'logs/a.json': '', 'logs/b/10.json': '', 'logs/B': '' };

    expect(await found(['logs/'], contents)).toEqual([
      'logs/B',
      'logs/a.json',
      'logs/b/10.json',
      'logs/b/2.json',
    ]);
  });

  it('returns paths in the order given, and no file twice', async () => {
    const contents = { 'x/2.json': '', 'x/1.json': '', 'y.json': '' };

    expect(await found(['y.json', 'x/2.json', 'x', 'y.json'], contents)).toEqual([
      'y.json (given)',
      'x/2.json (given)',
      'x/1.json',
    ]);
  });

  it('skips names that begin with a dot', async () => {
    expect(await found(['x'], { 'x/.DS_Store': '', 'x/.git/a.json': '', 'x/a.json': '' })).toEqual([
      'x/a.json',
    ]);
  });

  it('reports missing paths and empty folders', async () => {
    const contents = { 'x/.hidden': '' };

    expect(await found(['gone', 'empty', 'x'], contents, ['empty'])).toEqual([
      'path-not-found gone',
      'empty-folder empty',
      'empty-folder x',
    ]);
  });
});
