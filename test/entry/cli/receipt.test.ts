import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  demoFlags,
  initProject,
  newFolder,
  newProject,
  parley,
  parleyAt,
  readFiles,
  removeFolders,
} from './parley.ts';

afterAll(removeFolders);

interface Shown {
  readonly id: string;
  readonly statement: { readonly kind: string; readonly predicate: Record<string, unknown> };
}

async function shown(project: string): Promise<readonly Shown[]> {
  const run = await parley(project, 'receipt', 'show', '--json');
  expect(run).toMatchObject({ code: 0, err: '' });
  return JSON.parse(run.out);
}

/** A nested text in the predicate of a receipt. */
function textAt(one: Shown | undefined, member: string, name: string): string {
  const part = (one?.statement.predicate[member] ?? {}) as Readonly<Record<string, string>>;
  return part[name] ?? '';
}

function git(cwd: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com'];
  return execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8' });
}

describe('receipts of a project', () => {
  let project: string;
  let decisions: number;
  beforeAll(async () => {
    project = newProject();
    await initProject(project);
    const scan = await parley(project, 'scan', '--json', ...demoFlags);
    decisions = JSON.parse(scan.out).decisions.length;
  });

  it('are made for every decision, and only once for the same one', async () => {
    const first = await shown(project);
    const later = await parleyAt('2026-03-15T10:30:00.000Z', project, 'scan', ...demoFlags);
    const again = await shown(project);

    expect(later.code).toBe(0);
    const kinds = first.map(({ statement }) => statement.kind);
    expect(kinds.filter((kind) => kind === 'decision')).toHaveLength(decisions);
    // The approval of the database's port in the demo's settings.
    expect(kinds.filter((kind) => kind !== 'decision')).toEqual(['approval']);
    expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  });

  it('say what a decision is based on, and why it was made', async () => {
    const [{ statement } = { statement: { predicate: {} as Record<string, unknown> } }] =
      await shown(project);

    expect(statement.predicate).toMatchObject({
      about: { verdict: { outcome: expect.any(String), rule: expect.any(String) } },
      because: expect.any(String),
      context: { now: '2026-03-15T09:00:00.000Z', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      decided: expect.stringMatching(/^[0-9a-f]{64}$/),
      evidence: expect.arrayContaining([
        { id: expect.any(String), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ]),
      intent: { sha256: expect.any(String), actor: { class: expect.any(String) } },
      policy: { name: 'default', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it('verify here, and elsewhere with only the public key', async () => {
    const elsewhere = newFolder();
    const own = await parley(project, 'receipt', 'verify');
    const pem = await parley(project, 'receipt', 'key', 'list', '--pem');
    writeFileSync(join(elsewhere, 'key.pem'), pem.out);
    await parley(project, 'receipt', 'export', '--out', join(elsewhere, 'all.json'));
    const there = await parley(elsewhere, 'receipt', 'verify', 'all.json', '--key', 'key.pem');
    const keyless = await parley(elsewhere, 'receipt', 'verify', 'all.json');

    expect(own.out).toMatch(
      new RegExp(
        `^Verified ${decisions + 1} of ${decisions + 1} receipts of parley/[0-9a-f]{16}\\.\n$`,
      ),
    );
    expect(there.out).toBe(own.out);
    expect(keyless).toMatchObject({ code: 1, out: '' });
    expect(keyless.err).toContain('none was given');
  });

  it('show what was tampered with in an export', async () => {
    const folder = newFolder();
    const pem = await parley(project, 'receipt', 'key', 'list', '--pem');
    const { out } = await parley(project, 'receipt', 'export');
    writeFileSync(join(folder, 'key.pem'), pem.out);
    const changes: readonly (readonly [from: RegExp, to: string, said: string])[] = [
      [/hotfix/, 'hotfox', 'that receipt 1 ('],
      [/"payload":"./, '"payload":"f', 'The signature of receipt 1 ('],
      [/"index":0/, '"index":1', 'Receipt 2 ('],
      [/— parley/, '— parlex', 'checkpoint'],
    ];
    for (const [from, to, said] of changes) {
      writeFileSync(join(folder, 'changed.json'), out.replace(from, to));
      const run = await parley(folder, 'receipt', 'verify', 'changed.json', '--key', 'key.pem');
      expect(run).toMatchObject({ code: 1, out: '' });
      expect(run.err).toContain(said);
    }
  });

  it('replay to the same decisions, byte for byte', async () => {
    const run = await parley(project, 'receipt', 'replay', '--json');

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(run.out)).toEqual({ replayed: decisions, problems: [] });
  });

  it('say which input is missing for a replay', async () => {
    const [first] = await shown(project);
    const inputs = join(project, '.parley', 'receipts', 'inputs');
    const arbitration = textAt(first, 'inputs', 'arbitration');
    const kept = readFileSync(join(inputs, `${arbitration}.gz`));
    rmSync(join(inputs, `${arbitration}.gz`));
    const replay = await parley(project, 'receipt', 'replay', first?.id ?? '');
    const verify = await parley(project, 'receipt', 'verify');
    writeFileSync(join(inputs, `${arbitration}.gz`), kept);

    expect(replay.code).toBe(1);
    expect(replay.err).toContain('The record of the decision that the receipt');
    expect(verify.out).toContain(`${decisions} texts they rest on are missing.`);
  });

  it('are made for answers, with who gave them', async () => {
    const before = await shown(project);
    const [first] = before;
    const intent = textAt(first, 'about', 'intent');
    const note = 'password=Hunter2-canary-77 is why';
    const answer = await parley(project, 'answer', intent, 'reject', '--note', note);
    const after = await shown(project);

    expect(answer.code).toBe(0);
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)?.statement).toMatchObject({
      kind: 'answer',
      predicate: { about: { intent, action: 'revert', by: expect.stringMatching(/^(git|user):/) } },
    });
    expect(JSON.stringify(after)).not.toContain('canary-77');
  });

  it('continue under a new key, which vouches for the old one', async () => {
    const before = await shown(project);
    const refused = await parley(project, 'receipt', 'key', 'generate');
    const rotated = await parley(project, 'receipt', 'key', 'rotate');
    const list = await parley(project, 'receipt', 'key', 'list');
    const verify = await parley(project, 'receipt', 'verify');

    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(rotated).toMatchObject({ code: 0, err: '' });
    expect(list.out.split('\n').filter((line) => line.includes('replaced'))).toHaveLength(1);
    expect(verify.out).toContain(`Verified ${before.length} of ${before.length} `);
  });

  it('are not made without a store, and are not mentioned', async () => {
    const bare = newProject();
    const run = await parley(bare, 'scan', ...demoFlags);
    expect(run.code).toBe(0);
    expect(existsSync(join(bare, '.parley'))).toBe(false);
    expect(await parley(bare, 'receipt', 'show')).toMatchObject({ code: 1, out: '' });
  });

  it('are not made if there is nothing to decide', async () => {
    const quiet = newProject();
    await initProject(quiet);
    const events = mkdtempSync(join(quiet, 'no-events-'));
    writeFileSync(join(events, 'empty.json'), '{"Records":[]}');
    const flags = demoFlags.map((flag, at) => (demoFlags[at - 1] === '--events' ? events : flag));
    expect((await parley(quiet, 'scan', ...flags)).code).toBe(0);
    expect(existsSync(join(quiet, '.parley', 'receipts'))).toBe(false);
  });
});

describe('commits of a project with receipts', () => {
  it('name receipts and carry a checkpoint that the log has to extend', async () => {
    const project = newProject();
    git(project, 'init', '--quiet');
    writeFileSync(join(project, '.gitignore'), '.parley/\n');
    git(project, 'add', '.');
    git(project, 'commit', '--quiet', '-m', 'start');
    await initProject(project);
    const run = await parley(project, 'reconcile', '--pr', '--json', ...demoFlags);
    const [proposal] = JSON.parse(run.out).proposals as readonly {
      branch: string;
      commit: string;
    }[];
    const trailer = (name: string): readonly string[] =>
      git(
        project,
        'log',
        '-1',
        `--format=%(trailers:key=${name},valueonly)`,
        proposal?.branch ?? '',
      )
        .trim()
        .split('\n');
    const receipts = await shown(project);
    const ids = new Set(receipts.map(({ id }) => `sha256:${id}`));
    const [checkpoint = ''] = trailer('Parley-Checkpoint');
    const verify = await parley(project, 'receipt', 'verify', '--checkpoint', checkpoint);

    expect(trailer('Receipt').every((id) => ids.has(id))).toBe(true);
    expect(Buffer.from(checkpoint, 'base64').toString()).toMatch(/^parley\/[0-9a-f]{16}\n\d+\n/);
    expect(verify).toMatchObject({ code: 0, err: '' });
    expect(receipts.filter(({ statement }) => statement.kind === 'write')).toContainEqual(
      expect.objectContaining({
        statement: expect.objectContaining({
          predicate: expect.objectContaining({
            about: expect.objectContaining({ branch: proposal?.branch, commit: proposal?.commit }),
          }),
        }),
      }),
    );

    // A log that was started again does not contain the checkpoint.
    rmSync(join(project, '.parley', 'receipts'), { recursive: true });
    await parley(project, 'scan', ...demoFlags);
    const rewritten = await parley(project, 'receipt', 'verify', '--checkpoint', checkpoint);
    expect(rewritten.code).toBe(1);
    expect(rewritten.err).toContain('signed by a key that is not among those given');
  });

  it('come with receipts also for what is written into the files', async () => {
    const project = newProject();
    await initProject(project);
    const run = await parley(project, 'reconcile', '--write', '--json', ...demoFlags);
    const { patches } = JSON.parse(run.out);
    const writes = (await shown(project)).filter(({ statement }) => statement.kind === 'write');

    expect(writes).toHaveLength(patches.length);
    for (const { statement } of writes)
      expect(statement.predicate).toMatchObject({ about: { at: expect.any(String) } });
  });
});

describe('private keys', () => {
  it('are in no receipt, and in no input of one', async () => {
    const project = newProject();
    await initProject(project);
    await parley(project, 'scan', ...demoFlags);
    const { out } = await parley(project, 'receipt', 'export');
    const texts = JSON.parse(out);
    const payloads = texts.receipts.map((one: { envelope: { payload: string } }) =>
      Buffer.from(one.envelope.payload, 'base64').toString(),
    );
    const all = [...payloads, ...Object.values(texts.inputs)].join('\n');
    const keys = [...readFiles(join(project, '.parley', 'receipts', 'keys')).values()];

    expect(readdirSync(join(project, '.parley', 'receipts', 'keys'))).toHaveLength(1);
    expect(all).not.toMatch(/BEGIN PRIVATE KEY/);
    for (const key of keys) expect(all).not.toContain(key.split('\n')[1]);
  });
});
