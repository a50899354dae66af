import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newFolder, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

it('parley demo --boundary goes from a declared machine to changed code and verified receipts', async () => {
  const { code, out, err } = await parley(newFolder(), 'demo', '--boundary');
  const folder = /in (\S+)\n/.exec(err)?.[1] ?? '';
  const text = readFileSync(join(folder, 'apps', 'my-app-vm.tf'), 'utf8');

  expect(code).toBe(0);
  expect(out).toContain('Created my-app-vm (VirtualMachine) version 1, sha256:');
  expect(out).toContain('-  size: small\n+  size: large\n');
  expect(out).toContain('Verified 4 of 4 receipts');
  expect(text).toContain('  name = "default-my-app-vm"\n  size = "large"\n');
  expect(
    existsSync(join(folder, '.parley', 'artifacts', 'default', 'my-app-vm', 'oci-layout')),
  ).toBe(true);
});
