import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTerraform } from '../../../src/code/terraform/run/locate.ts';
import { findTools } from '../../acceptance/harness/tools.ts';
import { eventually } from '../../eventually.ts';
import { openProgram, type Program } from '../harness/program.ts';
import { changeRecord, stackFiles } from '../harness/project.ts';
import { projectSettings, settingsFor } from '../harness/settings.ts';
import { createWorld, secrets, type World } from '../harness/world.ts';

const { tools } = findTools(process.env);
const isRoot = process.getuid?.() === 0;

/** An account that every system has and nobody uses. */
const account = 'nobody';

const environment = { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'not-a-real-one' };

describe.skipIf(tools === undefined || process.platform !== 'linux')(
  'Terraform in the service',
  () => {
    let program: Program;
    let world: World;
    /** Folder where each Terraform process leaves its environment and user before it begins. */
    let onEvent: string;

    beforeAll(async () => {
      program = openProgram();
      onEvent = mkdtempSync(join(tmpdir(), 'parley-heard-'));
      chmodSync(onEvent, 0o777);
      const path = join(onEvent, 'bin');
      mkdirSync(path);
      writeFileSync(
        join(path, 'terraform'),
        `#!/bin/sh
cp /proc/$$/environ "${onEvent}/$1-$$.environ"
id -u > "${onEvent}/$1-$$.uid"
exec "${findTerraform(process.env['PATH'])}" "$@"
`,
        { mode: 0o755 },
      );
      const rc = join(onEvent, 'terraform.rc');
      writeFileSync(
        rc,
        `provider_installation {
  filesystem_mirror { path = "${tools?.plugins}" }
}
`,
      );
      world = await createWorld({
        program,
        setUp: { env: {}, isShared: false, stop: async () => undefined },
        env: {
          ...environment,
          PATH: `${path}${delimiter}${process.env['PATH']}`,
          TF_CLI_CONFIG_FILE: rc,
        },
        settings: (there) =>
          settingsFor(
            there,
            [{ name: 'shop', more: { verify: 'validate' } }],
            { limits: { run: { memory: 1024, ...(isRoot ? { account } : {}) } } },
            [],
          ),
      });
      // Other users have to reach the files in it.
      chmodSync(world.folder, 0o711);
      world.hub.repository.commit(stackFiles('stacks/shop', 'shop', 1, projectSettings));
      await world.startServer();
    });

    afterAll(async () => {
      await world?.stop();
      rmSync(onEvent, { recursive: true, force: true });
      program?.remove();
    });

    it('verifies a patch without secrets of the service, as another user where possible', async () => {
      const time = Date.now() - 60_000;
      const change = {
        id: randomUUID(),
        stack: 'shop',
        queue: 0,
        timeout: 61,
        time,
        user: 'maria',
      };
      await world.call('POST', '/api/v1/events/trail', {
        body: { Records: [changeRecord(change)] },
      });
      await eventually(() => expect(world.hub.state.pulls).toHaveLength(1));

      const reported = readdirSync(onEvent).filter((name) => /\.(?:environ|uid)$/.test(name));
      const files = reported.map(
        (name) => [name, readFileSync(join(onEvent, name), 'utf8')] as const,
      );
      const environs = files.filter(([name]) => name.endsWith('.environ'));
      expect(environs.map(([name]) => name.replace(/-.*/, ''))).toEqual(
        expect.arrayContaining(['init', 'validate']),
      );
      const own = Object.values({ ...secrets, HUB_TOKEN: world.hub.token });
      for (const [name, text] of environs) {
        expect([name, own.filter((secret) => text.includes(secret))]).toEqual([name, []]);
        expect([name, text.includes(environment.AWS_SECRET_ACCESS_KEY)]).toEqual([
          name,
          name.startsWith('init-'),
        ]);
      }
      const uids = new Set(
        files.filter(([name]) => name.endsWith('.uid')).map(([, text]) => text.trim()),
      );
      expect([...uids]).toEqual([isRoot ? '65534' : String(process.getuid?.())]);
    });

    it.runIf(isRoot)('cannot read what the service keeps', () => {
      const folder = join(world.folder, '.parley');
      const shared = ['repositories', 'installs'];
      const open = readdirSync(folder)
        .filter((name) => !shared.includes(name))
        .filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);

      expect(open).toEqual([]);
    });
  },
);
