import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Stack } from '../../../src/config/service/stacks.ts';
import { findTools } from '../../acceptance/harness/tools.ts';
import { openTestServiceStore } from '../../adapters/store/service-store.ts';
import { collected, createScanBench } from '../demo-stack.ts';
import { changeRecord, stackFiles } from '../harness/project.ts';

const { tools } = findTools(process.env);
const folder = mkdtempSync(join(tmpdir(), 'parley-scan-terraform-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(tools === undefined)('a scan that uses Terraform', () => {
  it('validates the whole repository, with providers of the service only', async () => {
    const rc = join(folder, 'terraform.rc');
    const mirror = `filesystem_mirror { path = "${tools?.plugins}" }`;
    writeFileSync(rc, `provider_installation {\n  ${mirror}\n}\n`);
    const mark = join(folder, 'mark');
    const test = await openTestServiceStore();
    const bench = createScanBench({
      store: test.store,
      stack: ({ path }) =>
        Stack.parse({ name: 'shop', repository: path, root: 'envs/prod', verify: 'validate' }),
      env: { TF_CLI_CONFIG_FILE: rc, HOME: folder },
    });
    const provider =
      'registry.terraform.io/hashicorp/aws/99.0.0/linux_amd64/terraform-provider-aws_v99.0.0';
    bench.repository.commit({
      ...stackFiles('envs/prod', 'shop', 1, 'policy: accept-all\n'),
      'envs/prod/tags.tf': `module "tags" {
  source = "../../modules/tags"
}
`,
      'modules/tags/main.tf': `output "tags" {
  value = {}
}
`,
      [`envs/prod/.terraform/providers/${provider}`]: `#!/bin/sh\ntouch ${mark}\n`,
    });
    const time = Date.parse('2026-03-14T03:00:00Z');
    const change = { id: 'e1', stack: 'shop', queue: 0, timeout: 45, time, user: 'maria' };
    await bench.addRecords(collected([changeRecord(change)]));

    expect(await bench.scan()).toEqual({ ok: true, value: undefined });

    const run = await test.store.runs.latest({ tenant: 'default', stack: 'shop' });
    expect(run?.report.unresolved).toEqual([]);
    expect(run?.report.patches.map(({ verification }) => verification)).toMatchObject([
      { level: 'validate', passed: true },
    ]);
    expect(() => readFileSync(mark)).toThrow('ENOENT');
    await bench.close();
    await test.stop();
  }, 300_000);
});
