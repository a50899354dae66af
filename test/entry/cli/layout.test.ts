import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { demoFlags, newProject, parley, readFiles, removeFolders } from './parley.ts';

afterEach(removeFolders);

const mark = '\uFEFF';

/** The demo's project, reformatted by `layout`, after `parley reconcile --write`. */
async function reconciled(layout: (text: string) => string): Promise<ReadonlyMap<string, string>> {
  const project = newProject();
  for (const path of readFiles(project).keys()) {
    if (!/\.(tf|tfvars)$/.test(path)) continue;
    writeFileSync(join(project, path), layout(readFileSync(join(project, path), 'utf8')));
  }
  const run = await parley(project, 'reconcile', '--write', ...demoFlags);

  expect(run.code).toBe(0);
  const paths = [...readFiles(project).keys()].filter((path) => /\.(tf|tfvars)$/.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(project, path), 'utf8')]));
}

const withCrLf = (text: string): string => text.replaceAll('\n', '\r\n');

describe('the layout of a project', () => {
  it.each([
    ['CRLF line ends', withCrLf],
    ['byte order marks', (text: string) => mark + text],
    ['both', (text: string) => mark + withCrLf(text)],
    ['no line end at the end', (text: string) => text.trimEnd()],
  ])('is preserved with %s, and the edits are the same', async (_, layout) => {
    const plain = await reconciled((text) => text);
    const other = await reconciled(layout);

    expect([...other]).toEqual([...plain].map(([path, text]) => [path, layout(text)]));
  });
});
