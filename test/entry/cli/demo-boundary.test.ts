import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newFolder, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

it('parley demo --boundary goes from a declaration to code and back, with receipts', async () => {
  const { code, out, err } = await parley(newFolder(), 'demo', '--boundary');
  const folder = /in (\S+)\n/.exec(err)?.[1] ?? '';
  const text = readFileSync(join(folder, 'apps', 'my-app-vm.tf'), 'utf8');

  expect(code).toBe(0);
  expect(out).toContain('Created my-app-vm (VirtualMachine) version 1, sha256:');
  expect(out).toContain('-  size: t3.small\n+  size: t3.large\n');
  expect(out).toContain(
    'this makes version 3 its current one (size: t3.large -> m6i.large; sha256:',
  );
  expect(out).toContain('$ parley sync --commit\nNothing to write.\n');
  expect(out).toContain('-  size: t3.large\n+  size: m6i.large\n');
  expect(out).toContain(
    't3.large -> m6i.large, accepted and in the code; the next run confirms it\n',
  );
  expect(out).toContain('Verified 4 of 4 receipts');
  expect(out).toContain('Verified 3 of 3 receipts');
  expect(text).toContain(`  name = "default-my-app-vm"
  size = "m6i.large"
`);
  expect(
    existsSync(join(folder, '.parley', 'artifacts', 'default', 'my-app-vm', 'oci-layout')),
  ).toBe(true);
});
