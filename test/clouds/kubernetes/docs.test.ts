import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newFolder, parley, removeFolders, root } from '../../entry/cli/parley.ts';

const page = readFileSync(join(root, 'docs', 'kubernetes.md'), 'utf8');
const shown = [...page.matchAll(/```text\n([\s\S]*?)\n```/g)].map(([, text = '']) => text);
const fixtures = join(root, 'fixtures', 'kubernetes');

afterAll(removeFolders);

describe('docs/kubernetes.md', () => {
  it.each([
    ['autoscaler.jsonl', 0],
    ['zero.jsonl', 1],
  ])('shows the output of a scan of %s', async (log, index) => {
    const folder = newFolder();
    cpSync(join(fixtures, 'shop'), folder, { recursive: true });

    const { code, out } = await parley(
      folder,
      'scan',
      '--manifests',
      'k8s',
      '--events',
      join(fixtures, 'audit', log),
    );

    expect(code).toBe(0);
    expect(out.trimEnd()).toBe(shown[index]);
  });
});
