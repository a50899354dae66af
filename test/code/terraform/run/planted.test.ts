import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { terraformEnvironment } from '../../../../src/code/terraform/run/environment.ts';
import { keepCopy } from '../../../../src/code/terraform/run/kept-copy.ts';
import { createTerraformRunner } from '../../../../src/code/terraform/run/runner.ts';
import { planAsIs, verifyValid } from '../../../../src/code/terraform/run/verify-plan.ts';
import { describeTerraform } from './terraform.ts';

const target = `${platform()}_${arch() === 'x64' ? 'amd64' : arch()}`;

const code = `terraform {
  required_providers {
    shop = {
      source  = "hashicorp/shop"
      version = "9.9.9"
    }
  }
}

resource "shop_thing" "a" {}
`;

describeTerraform('a program in the folder of a watched repository', (binary) => {
  let base: string;
  let started: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'parley-planted-'));
    started = join(base, 'started');
    put('main.tf', code);
  });
  afterEach(() => rmSync(base, { recursive: true }));

  function put(path: string, text: string): string {
    const at = join(base, 'project', path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
    return at;
  }

  // Without network, only local packages exist. The home has no Terraform settings, as on a server.
  const env = { ...terraformEnvironment({ PATH: process.env['PATH'] }), HOME: '/nonexistent' };
  const runner = createTerraformRunner({ binary, env, timeoutMs: 60_000 });
  const request = () => ({
    project: join(base, 'project'),
    files: new Map<string, string>(),
    tempDir: base,
    addresses: ['shop_thing.a'],
    permissions: { providers: ['hashicorp/*'], programs: [] },
  });

  it.each([['terraform.d'], ['a link of that name']])(
    'is not started as a provider in %s',
    async (how) => {
      const isLink = how !== 'terraform.d';
      const folder = `${isLink ? 'elsewhere' : 'terraform.d'}/plugins/registry.terraform.io`;
      const where = `${folder}/hashicorp/shop/9.9.9/${target}/terraform-provider-shop_v9.9.9`;
      if (isLink) {
        mkdirSync(join(base, 'project'), { recursive: true });
        symlinkSync('elsewhere', join(base, 'project/terraform.d'));
      }
      const program = put(where, `#!/bin/sh\necho yes > ${started}\nenv >> ${started}\nexit 1\n`);
      chmodSync(program, 0o755);
      const valid = await verifyValid(runner, request());
      const kept = keepCopy();
      const planned = await planAsIs(runner, { ...request(), kept });
      await kept.dispose();

      expect(valid.ok).toBe(false);
      expect(planned.ok).toBe(false);
      expect(existsSync(started)).toBe(false);
    },
  );

  it('is not started as a provider that the code installs beside it', async () => {
    const mirror = join(base, 'mirror');
    const plugins = join(mirror, 'registry.terraform.io/hashicorp/shop/9.9.9', target);
    mkdirSync(plugins, { recursive: true });
    const plugin = join(plugins, 'terraform-provider-shop_v9.9.9');
    writeFileSync(plugin, `#!/bin/sh\necho yes > ${started}\nexit 1\n`);
    chmodSync(plugin, 0o755);
    const config = join(base, 'terraform.rc');
    const from = `filesystem_mirror {
    path = "${mirror}"
  }`;
    writeFileSync(config, `provider_installation {\n  ${from}\n}\n`);
    const trusting = createTerraformRunner({
      binary,
      env: { ...env, TF_CLI_CONFIG_FILE: config },
      timeoutMs: 60_000,
    });
    const refused = await planAsIs(trusting, {
      ...request(),
      permissions: { providers: ['hashicorp/aws'], programs: [] },
    });

    expect(refused).toMatchObject({ ok: false, error: { code: 'provider-not-permitted' } });
    expect(existsSync(started)).toBe(false);
    // Where it is permitted it is started, so the test would have noticed.
    await planAsIs(trusting, request());
    expect(existsSync(started)).toBe(true);
  });
});
