import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckouts } from '../../../src/adapters/checkout/checkouts.ts';
import { createGit } from '../../../src/adapters/checkout/git.ts';
import { createPusher } from '../../../src/adapters/forge/remote/push.ts';
import { createAddressLookup } from '../../../src/adapters/net/address-lookup.ts';
import { createTerraformRunner } from '../../../src/code/terraform/run/runner.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { ok } from '../../../src/model/result.ts';
import { findTools } from '../../acceptance/harness/tools.ts';
import { requestOf } from '../../adapters/forge/remote/remote.ts';
import { startGit } from '../../adapters/git/starting.ts';
import { createRepository, type TestRepository } from '../git-server.ts';

const path = process.env['PATH'] ?? '';
const addressesOf = createAddressLookup({ allowsLoopback: true });

let folder: string;
let repository: TestRepository;
let tip: string;
let log: string;
/** Has a git in front of the real one that logs its arguments. */
let environment: Readonly<Record<string, string>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-arguments-'));
  log = join(folder, 'log');
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const shim = [
    '#!/bin/sh',
    `{ printf '%s\\0' "$@"; printf '\\0'; } >> ${quoted(log)}`,
    `PATH=${quoted(path)} exec git "$@"`,
  ];
  writeFileSync(join(tools, 'git'), `${shim.join('\n')}\n`);
  chmodSync(join(tools, 'git'), 0o755);
  environment = { PATH: `${tools}${delimiter}${path}` };
  repository = createRepository(join(folder, 'remote.git'), '');
  tip = repository.commit({ 'main.tf': '\n' });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The calls of git since the last look, each with its arguments. */
function calls(): readonly (readonly string[])[] {
  const text = readFileSync(log, 'utf8');
  writeFileSync(log, '');
  return text
    .split('\0\0')
    .filter((call) => call !== '')
    .map((call) => call.split('\0'));
}

/** Texts that git would take for a flag, another remote, another ref or a range. */
const hostile = fc.oneof(
  fc.constantFrom(
    '--upload-pack=touch x',
    '--output=x',
    '-c',
    '-x',
    '--',
    '-',
    'ext::sh -c id',
    'main:refs/heads/other',
    '+main',
    '^main',
    'main..other',
    'main@{1}',
    'a b',
    '$(id)',
    '*',
  ),
  fc
    .array(
      fc.constantFrom('-', '--', '/', '.', ':', '+', '@', '{', '^', '~', 'a', 'main', ' ', '\n'),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    .map((parts) => parts.join('')),
);

/** Flags that Parley itself passes. */
const flags: ReadonlySet<string> = new Set(
  [
    '-- --git-dir --work-tree --quiet --verify --bare --template= --force --is-ancestor',
    '--no-tags --no-recurse-submodules --no-write-fetch-head',
    '-r -l -z -u --full-tree --reset',
  ].flatMap((line) => line.split(' ')),
);

describe('git', () => {
  it('takes no value of a stack for a flag', async () => {
    const checkouts = createCheckouts({
      runGit: startGit,
      folder: join(folder, 'clones'),
      environment,
      addressesOf,
      credentialFor: async () => ok(undefined),
    });
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          { repository: hostile, branch: hostile, root: hostile, revision: hostile },
          { requiredKeys: [] },
        ),
        async ({ revision, ...given }) => {
          writeFileSync(log, '');
          const plain = Stack.parse({ name: 'shop', repository: repository.path });
          const stack = { ...plain, ...given };
          const opened = await checkouts.open(stack, revision === undefined ? {} : { revision });
          if (opened.ok) await opened.value.release();
          else refused += 1;
          for (const call of calls()) {
            expect(call.filter((one) => one.startsWith('-') && !flags.has(one))).toEqual([]);
            expect(call.filter((one) => one === '--').length).toBeLessThan(2);
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(refused).toBeGreaterThan(20);
    await checkouts.close();
  });

  it('takes no value of a proposal for a flag', async () => {
    const copy = join(folder, 'copy.git');
    execFileSync('git', ['clone', '-q', '--bare', repository.path, copy]);
    const git = createGit(environment, folder, addressesOf, startGit);
    const pusher = createPusher({ git, by: { name: 'Parley', email: 'parley@localhost' } });
    const target = { gitDir: copy, url: repository.path, base: tip };
    const before = repository.branches();
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (branch, file) => {
        writeFileSync(log, '');
        const files = [{ path: file, before: undefined, after: 'x\n' }];
        const named = await pusher.push(target, requestOf(tip, files, { branch }));
        const removed = await pusher.remove(target, branch, tip);

        expect([named.ok, removed.ok]).toEqual([false, false]);
        expect(calls()).toEqual([]);
      }),
      { numRuns: 60 },
    );
    expect(repository.branches()).toEqual(before);
  });
});

const { tools } = findTools(process.env);

describe('Terraform', () => {
  it('takes no value of a stack or a log for a flag', async () => {
    const binary = join(folder, 'terraform');
    const written = join(folder, 'terraform-log');
    const program = `require('fs').writeFileSync(${JSON.stringify(written)}, JSON.stringify(process.argv.slice(2)));`;
    writeFileSync(binary, `#!${process.execPath}\n${program}\n`);
    chmodSync(binary, 0o755);
    const runner = createTerraformRunner({ binary, env: {} });
    const word = fc.oneof(
      hostile,
      fc.constantFrom('-destroy', '-chdir=/', 'aws_x.y["-destroy"]', 'a -destroy', '-var=x=1'),
    );
    const some = fc.array(word, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(some, some, word, async (targets, varFiles, value) => {
        await runner.plan(folder, { out: 'x.tfplan', targets, varFiles, vars: { a: value } });
        const args: readonly string[] = JSON.parse(readFileSync(written, 'utf8'));

        expect(args).toEqual([
          'plan',
          '-input=false',
          '-no-color',
          '-json',
          '-lock=false',
          '-detailed-exitcode',
          '-out=x.tfplan',
          ...varFiles.map((file) => `-var-file=${file}`),
          `-var=a=${value}`,
          ...targets.map((target) => `-target=${target}`),
        ]);
      }),
      { numRuns: 25 },
    );
  });

  it.runIf(tools !== undefined)(
    'plans what is named like a flag, and destroys nothing',
    async () => {
      const project = mkdtempSync(join(folder, 'project-'));
      writeFileSync(
        join(project, 'main.tf'),
        `variable "names" {
  type = set(string)
}

resource "terraform_data" "x" {
  for_each = var.names
  input = each.key
}
`,
      );
      writeFileSync(
        join(project, '-destroy.tfvars'),
        'names = ["-destroy", "-refresh-only", "b"]\n',
      );
      const runner = createTerraformRunner({ binary: tools?.terraform ?? '', env: { PATH: path } });
      expect(await runner.init(project)).toMatchObject({ ok: true });
      const env = { PATH: path };
      const apply = ['apply', '-auto-approve', '-input=false', '-var-file=-destroy.tfvars'];
      execFileSync(tools?.terraform ?? '', apply, { cwd: project, env });
      writeFileSync(
        join(project, '-destroy.tfvars'),
        'names = ["-destroy", "-refresh-only", "b", "-chdir=x"]\n',
      );

      const planned = await runner.plan(project, {
        out: 'x.tfplan',
        varFiles: ['-destroy.tfvars'],
        targets: ['terraform_data.x["-chdir=x"]', 'terraform_data.x["-destroy"]'],
      });
      const shown = await runner.showPlan(project, 'x.tfplan');

      expect(planned).toMatchObject({ ok: true, value: { changes: true } });
      if (!shown.ok) throw new Error(shown.error.message);
      expect(shown.value.counts).toMatchObject({ add: 1, change: 0, destroy: 0 });
    },
  );
});
