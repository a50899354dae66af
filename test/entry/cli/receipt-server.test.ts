import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { spareDatabase } from '../../adapters/store/spare-databases.ts';
import { demoFlags, newFolder, newProject, parleyWith, type Run, removeFolders } from './parley.ts';

afterAll(removeFolders);

const url = await spareDatabase();

function newKey(name: string): string {
  const file = join(newFolder(), name);
  writeFileSync(file, execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519']));
  return file;
}

describe.runIf(url !== undefined)('receipts of a project whose store is a server', () => {
  const project = newProject();
  const keys = ['first.pem', 'next.pem'].map(newKey);
  const run = (key: string | undefined, ...args: readonly string[]): Promise<Run> =>
    parleyWith(
      { PARLEY_STORE: url, ...(key && { PARLEY_RECEIPT_PRIVATE_KEY: key }) },
      project,
      ...args,
    );

  it('are made once a key is given, one for each decision, also under the next key', async () => {
    const [first, next] = keys;
    const unsigned = await run(undefined, 'scan', ...demoFlags);
    const none = await run(undefined, 'receipt', 'verify');
    const scan = await run(first, 'scan', '--json', ...demoFlags);
    const { decisions } = JSON.parse(scan.out) as { readonly decisions: readonly unknown[] };
    const replay = await run(undefined, 'receipt', 'replay', '--json');
    const early = await run(next, 'receipt', 'key', 'rotate');
    const late = await run(next, 'receipt', 'key', 'rotate');
    const stale = await run(first, 'reconcile', '--write', ...demoFlags);
    const written = await run(next, 'reconcile', '--write', ...demoFlags);
    const pem = await run(undefined, 'receipt', 'key', 'list', '--pem');
    const elsewhere = newFolder();
    writeFileSync(join(elsewhere, 'key.pem'), pem.out);
    await run(undefined, 'receipt', 'export', '--out', join(elsewhere, 'all.json'));
    const verify = ['receipt', 'verify', 'all.json', '--key', 'key.pem', '--json'];
    const verified = await parleyWith({}, elsewhere, ...verify);

    expect(unsigned.code).toBe(0);
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(JSON.parse(replay.out)).toEqual({ replayed: decisions.length, problems: [] });
    expect(early).toMatchObject({ code: 0, err: '' });
    expect(late.err).toContain('signs the log already');
    expect(stale.code).toBe(1);
    expect(stale.err).toContain('signed by the key');
    expect(written.code).toBe(0);
    expect(JSON.parse(verified.out)).toMatchObject({ ok: true, missing: [] });
    expect(JSON.parse(verified.out).receipts).toBeGreaterThan(decisions.length);
  });

  it('are refused for an invalid tenant name', async () => {
    const refused = await run(undefined, 'receipt', 'show', '--tenant', '..');

    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('.. is not the name of a tenant');
  });
});
