import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { terraformEnvironment } from '../../src/code/terraform/run/environment.ts';
import { createTerraformRunner } from '../../src/code/terraform/run/runner.ts';
import { withShared } from '../../src/code/terraform/run/shared-packages.ts';
import { ok } from '../../src/model/result.ts';
import { describeTerraform } from '../code/terraform/run/terraform.ts';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-packages-')));
});
afterEach(() => rmSync(base, { recursive: true }));

function copyOf(name: string): { readonly dir: string } {
  const dir = join(base, name);
  mkdirSync(dir);
  return { dir };
}

const plugins = process.env['PARLEY_TF_PLUGINS'];

/* With Terraform's own cache, the second run fails with "text file busy". */
describeTerraform('two runs at once', (binary) => {
  it.skipIf(plugins === undefined || spawnSync('zip', ['-v']).status !== 0)(
    'install a provider that one of them is running',
    async () => {
      const mirror = join(base, 'mirror/registry.terraform.io/hashicorp/aws');
      const unpacked = join(plugins ?? '', 'registry.terraform.io/hashicorp/aws');
      const version = readdirSync(unpacked).sort().at(-1) ?? '';
      const target = readdirSync(join(unpacked, version))[0] ?? '';
      mkdirSync(mirror, { recursive: true });
      const zip = join(mirror, `terraform-provider-aws_${version}_${target}.zip`);
      spawnSync('zip', ['-0', '-q', '-r', zip, '.'], { cwd: join(unpacked, version, target) });
      const rc = join(base, 'terraformrc');
      const search = `filesystem_mirror { path = "${join(base, 'mirror')}" }`;
      writeFileSync(rc, `provider_installation {\n  ${search}\n}\n`);
      const env = terraformEnvironment({ PATH: process.env['PATH'], TF_CLI_CONFIG_FILE: rc });
      const runner = createTerraformRunner({ binary, env, timeoutMs: 300_000 });
      const code = `terraform {
  required_providers {
    aws = { source = "hashicorp/aws", version = "${version}" }
  }
}
`;
      const copies = ['one', 'two', 'three'].map((name) => copyOf(name));
      for (const { dir } of copies) writeFileSync(join(dir, 'main.tf'), code);
      const install = (copy: { readonly dir: string }) =>
        withShared(copy, { packages: join(base, 'shared'), day: '2026-03-15' }, () =>
          runner.init(copy.dir),
        );
      const [one, two, three] = copies;
      if (!one || !two || !three) throw new Error('There are three.');
      expect(await install(one)).toMatchObject({ ok: true });

      const running = spawn(binary, ['providers', 'schema', '-json'], {
        cwd: one.dir,
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const ended = new Promise<number | null>((resolve) => running.once('close', resolve));
      const others = await Promise.all([install(two), install(three)]);

      expect(others.map(({ ok: isDone }) => isDone)).toEqual([true, true]);
      expect(await ended).toBe(0);
      expect(await runner.validate(two.dir)).toEqual(ok([]));
      const packages = copies.map(({ dir }) =>
        realpathSync(
          join(dir, '.terraform/providers/registry.terraform.io/hashicorp/aws', version, target),
        ),
      );
      expect(new Set(packages).size).toBe(1);
    },
  );
});
