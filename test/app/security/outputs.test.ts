import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trailRecord } from '../../adapters/collect/records.ts';
import { demo } from '../../entry/cli/parley.ts';
import { eventually } from '../../eventually.ts';
import type { Listener } from '../harness/listeners.ts';
import { startReceiver } from '../harness/listeners.ts';
import { openProgram, type Program, startParley } from '../harness/program.ts';
import { changeRecord, stackFiles } from '../harness/project.ts';
import { query, type SetUp, setUps } from '../harness/set-ups.ts';
import { projectSettings, settingsFor } from '../harness/settings.ts';
import { createWorld, type Described, type ListOf, secrets, type World } from '../harness/world.ts';

/** Secrets in the logs, the states and the code of the stacks, which belong nowhere else. */
const planted = {
  state: 'planted-state-secret-51c08e',
  record: 'planted-record-secret-9ad7f3',
  code: 'planted-code-secret-4e81b6',
} as const;

const [, start] = setUps.find(([name]) => name === 'PostgreSQL') ?? [];

describe.runIf(start !== undefined)('a service with secrets, and a hostile repository', () => {
  let program: Program;
  let setUp: SetUp;
  let world: World;
  /** Folder of the key that signs receipts. */
  let keys: string;
  /** A server that nothing has a reason to call. */
  let canary: Listener;

  beforeAll(async () => {
    if (start === undefined) return;
    program = openProgram();
    setUp = await start();
    canary = await startReceiver();
    keys = mkdtempSync(join(tmpdir(), 'parley-keys-'));
    const key = join(keys, 'receipts.pem');
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    world = await createWorld({
      program,
      setUp,
      env: { PARLEY_RECEIPT_PRIVATE_KEY: key, PARLEY_KINDS: join(demo, 'boundary', 'kinds') },
      settings: (there) => {
        const settings = settingsFor(there, [{ name: 'shop' }, { name: 'hostile' }]);
        // A channel may not lead to this machine unless its settings say so.
        return Object.assign(settings, {
          notifications: [
            ...(Reflect.get(settings, 'notifications') as object[]),
            { name: 'inward', kind: 'webhook', url: canary.url, secret: '${CHANNEL_SECRET}' },
          ],
          stacks: (Reflect.get(settings, 'stacks') as object[]).map((stack) => ({
            ...stack,
            notify: ['team', 'siem', 'inward'],
          })),
        });
      },
    });
    world.hub.repository.commit(withSecret(stackFiles('stacks/shop', 'shop', 1, projectSettings)));
    world.hub.repository.commit(hostileFiles(canary.url));
    await world.startServer();
    const declared = await world.call('POST', '/api/v1/resources', {
      body: { kind: 'VirtualMachine', name: 'web', spec: { size: 't3.small' } },
    });
    expect(declared.body).toMatchObject({ number: 1 });
    const time = Date.now() - 3_600_000;
    const change = { stack: 'shop', queue: 0, timeout: 61, time, user: 'maria' };
    await world.call('POST', '/api/v1/events/trail', {
      body: {
        Records: [
          changeRecord({ ...change, id: 'e1' }),
          changeRecord({ ...change, id: 'e2', stack: 'hostile' }),
          passwordRecord('e3', time),
        ],
      },
    });
    await eventually(async () => {
      const { body } = await world.call<ListOf<object>>('GET', '/api/v1/proposals?stack=shop');
      expect(body.items).toHaveLength(1);
      type Standing = { lastProblem?: object; lastScan?: object };
      const hostile = await world.call<Standing>('GET', '/api/v1/stacks/hostile');
      expect(hostile.body.lastProblem ?? hostile.body.lastScan).toBeDefined();
      expect(world.receiver.received.length).toBeGreaterThan(0);
      expect(world.slack.received.length).toBeGreaterThan(0);
    });
  });
  afterAll(async () => {
    await world?.stop();
    await canary?.stop();
    await setUp?.stop();
    rmSync(keys, { recursive: true, force: true });
    program?.remove();
  });

  /** All secrets, as they are and in base64, as headers have them. */
  const all = new RegExp(
    [...Object.values(secrets), ...Object.values(planted), 'ghs_0123456789abcdefghij']
      .flatMap((one) => [one, Buffer.from(one).toString('base64').replace(/=+$/, '')])
      .join('|'),
  );

  it('has no secret in its logs', () => {
    for (const { lines } of world.processes) expect(lines.join('\n')).not.toMatch(all);
  });

  it('has no secret in any answer', async () => {
    const { body } = await world.call<Described>('GET', '/openapi.json');
    const reading = Object.entries(body.paths);
    type Page = ListOf<{ id?: string; intent?: { id: string } }>;
    const firstOf = async (list: string) =>
      (await world.call<Page>('GET', `/api/v1/${list}`)).body.items[0];
    const templates = reading.flatMap(([path, methods]) => ('get' in methods ? [path] : []));
    const seen: string[] = [];
    for (const stack of ['shop', 'hostile']) {
      const scan = await firstOf(`stacks/${stack}/scans`);
      const intent = await firstOf(`intents?stack=${stack}`);
      const receipt = await firstOf('receipts');
      const values: Readonly<Record<string, string | undefined>> = {
        id: receipt?.id,
        stack,
        scan: scan?.id,
        intent: intent?.intent?.id,
        resource: 'web',
      };
      for (const template of templates) {
        const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'none');
        const query = path.endsWith('/ledger')
          ? `?stack=${stack}&address=aws_db_instance.main`
          : '';
        const answer = await world.call('GET', `${path}${query}`);

        expect(JSON.stringify(answer.body), path).not.toMatch(all);
        if (answer.status === 200) seen.push(template);
      }
    }
    expect([...new Set(seen)].sort()).toEqual([...templates].sort());
  });

  it('has no secret in branches, proposals, messages and webhooks', () => {
    const { repository, state } = world.hub;
    for (const branch of repository.branches().filter((name) => name !== 'main')) {
      expect(repository.git('log', '-p', `main..${branch}`)).not.toMatch(all);
    }
    expect(JSON.stringify(state.pulls)).not.toMatch(all);
    expect(state.pulls.length).toBeGreaterThan(0);
    for (const { body } of [...world.slack.received, ...world.receiver.received]) {
      expect(body).not.toMatch(all);
    }
  });

  it('has no secret in the database, except in the records as the cloud sent them', async () => {
    if (setUp.postgres === undefined) return;
    const tables = await query<{ schema: string; name: string }>(
      setUp.postgres,
      `select table_schema as schema, table_name as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(15);
    for (const { schema, name } of tables) {
      const rows = await query<{ row: string }>(
        setUp.postgres,
        `select row_to_json(t)::text as row from "${schema}"."${name}" t`,
      );
      const text = rows.map(({ row }) => row).join('\n');

      if (name === 'collected_records') expect(text).toContain(planted.record);
      else expect(text, name).not.toMatch(all);
    }
  });

  it('calls no address that a repository or a channel names', () => {
    expect(canary.received.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([]);
  });

  it.each<readonly [string, object, string]>([
    ['a root above the repository', { root: '../../etc' }, 'root'],
    ['an absolute root', { root: '/etc' }, 'root'],
    ['a root that is a flag', { root: '--chdir=x' }, 'root'],
    ['a variable file above the root', { var_files: ['../../../etc/passwd'] }, 'var_files'],
    ['a branch that is a flag', { branch: '--upload-pack=touch x' }, 'branch'],
    ['a branch that goes up', { branch: 'a/../../b' }, 'branch'],
    ['a repository that is a flag', { repository: '--upload-pack=x' }, 'repository'],
    ['a repository that is a command', { repository: 'ext::sh -c id' }, 'repository'],
    ['a password in a URL', { repository: 'https://me:secret@host/x.git' }, 'repository'],
    ['a workspace that is a flag', { workspace: '-var=x' }, 'workspace'],
    ['a workspace above', { workspace: '..' }, 'workspace'],
    ['a project that is a flag', { project: '--x/y' }, 'project'],
  ])('does not start with %s', async (_, more, key) => {
    const stack = { name: 'shop', repository: 'https://host.example/x.git', ...more };
    const text = JSON.stringify({ version: 1, stacks: [stack] }, null, 2);
    const folder = `${world.folder}/refused`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/parley.yaml`, text);
    const refused = startParley(program, ['serve', '--dir', folder, '--port', '0'], {
      cwd: folder,
      env: {},
    });
    await refused.ended;

    expect(refused.lines.join('\n')).toMatch(/parley.yaml:\d+:\d+/);
    expect(refused.lines.join('\n')).toContain(key);
  });
});

/** Adds to the state the password of a database that the code names. */
function withSecret(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const path = 'stacks/shop/terraform.tfstate';
  const state = JSON.parse(files[path] ?? '{}');
  state.resources.push({
    mode: 'managed',
    type: 'aws_db_instance',
    name: 'main',
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [
      {
        schema_version: 2,
        attributes: {
          id: 'db-ABC',
          identifier: 'shop-db',
          arn: 'arn:aws:rds:us-east-1:123456789012:db:shop-db',
          engine: 'postgres',
          instance_class: 'db.t3.small',
          username: 'shop',
          password: planted.state,
        },
        sensitive_attributes: [[{ type: 'get_attr', value: 'password' }]],
      },
    ],
  });
  return {
    ...files,
    [path]: JSON.stringify(state, null, 2),
    'stacks/shop/unfit.tf': `# What is said of a value that does not fit would quote it.
variable "code" {
  sensitive = true
  default   = "${planted.code}"
}

resource "aws_sqs_queue" "unfit" {
  name          = "shop-unfit"
  delay_seconds = parseint(var.code, 10)
}
`,
    'stacks/shop/database.tf': `variable "password" {
  sensitive = true
  default   = "in-the-code"
}

resource "aws_db_instance" "main" {
  identifier     = "shop-db"
  engine         = "postgres"
  instance_class = "db.t3.small"
  username       = "shop"
  password       = var.password
}
`,
  };
}

/** AWS masks the password, but whoever sends records another way may not. */
function passwordRecord(id: string, time: number) {
  return trailRecord(id, time, {
    eventSource: 'rds.amazonaws.com',
    eventName: 'ModifyDBInstance',
    requestParameters: {
      dBInstanceIdentifier: 'shop-db',
      dBInstanceClass: 'db.t3.large',
      masterUserPassword: planted.record,
      applyImmediately: true,
    },
    responseElements: null,
  });
}

/** A repository that wants the service to call a URL. */
function hostileFiles(url: string): Readonly<Record<string, string>> {
  const files = stackFiles('stacks/hostile', 'hostile', 1);
  const { ['stacks/hostile/terraform.tfstate']: _, ...rest } = files;
  return {
    ...rest,
    'stacks/hostile/backend.tf': `terraform {
  backend "http" {
    address = "${url}/state"
  }
}
`,
    'stacks/hostile/parley.yaml': `version: 1
state: ${url}/settings-state
model:
  name: m
  base_url: ${url}/v1
opa:
  url: ${url}
sources:
  - { name: more, kind: cloudtrail-lookup, regions: [us-east-1], endpoint: "${url}" }
notifications:
  - { name: all, kind: webhook, url: "${url}", secret: "\${CHANNEL_SECRET}", loopback: true }
forges:
  - { name: hub, kind: github, url: "${url}", token: "\${HUB_TOKEN}" }
`,
  };
}
