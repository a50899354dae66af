import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAt } from '../adapters/store/spare-databases.ts';
import { eventually } from '../eventually.ts';
import { openProgram, type Program, startParley } from './harness/program.ts';
import { changeRecord, declaredTimeout, stackFiles } from './harness/project.ts';
import { projectSettings, settingsFor } from './harness/settings.ts';
import { createWorld, type ListOf, type World } from './harness/world.ts';

const stack = 'shop';

/* The story without a forge: one process, a repository on this machine, and people who use git. */
describe('a service with a repository on this machine', () => {
  let program: Program;
  let world: World;
  let folder: string;
  let stop: () => Promise<void>;
  const began = Date.now() - 3_600_000;

  const git = (...args: readonly string[]): string =>
    execFileSync(
      'git',
      ['-C', folder, '-c', 'user.name=Ben', '-c', 'user.email=b@x.test', ...args],
      {
        encoding: 'utf8',
        stdio: 'pipe',
      },
    ).trim();
  const push = async (queue: number, timeout: number, minute: number) => {
    const time = began + minute * 60_000;
    const user = `user-${queue}`;
    const record = changeRecord({ id: randomUUID(), stack, queue, timeout, time, user });
    const answer = await world.call('POST', '/api/v1/events/trail', {
      body: { Records: [record] },
    });
    expect(answer.status).toBe(202);
  };
  const proposals = async () => {
    type Proposal = { number: number; state: string; branch: string; location: string };
    const path = `/api/v1/proposals?stack=${stack}`;
    return (await world.call<ListOf<Proposal>>('GET', path)).body.items;
  };
  const branches = () =>
    git('for-each-ref', '--format=%(refname:short)', 'refs/heads/parley/')
      .split('\n')
      .filter(Boolean);
  const branchOf = (timeout: number): string => {
    const found = branches().find((name) =>
      git('show', `${name}:main.tf`).includes(`visibility_timeout_seconds = ${timeout}`),
    );
    return found ?? expect.fail(`There is no branch for ${timeout}.`);
  };
  const becomes = (branch: string, state: string) =>
    eventually(async () => {
      const found = (await proposals()).find((one) => one.branch === branch);
      expect(found?.state).toBe(state);
      return found;
    });

  beforeAll(async () => {
    program = openProgram();
    folder = mkdtempSync(join(tmpdir(), 'parley-here-'));
    git('init', '-q', '-b', 'main');
    for (const [path, content] of Object.entries(stackFiles('.', stack, 3, projectSettings))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    git('add', '--all');
    git('commit', '-q', '-m', 'code');
    // Needs nothing but a folder.
    const setUp = { env: {}, isShared: false, stop: async () => undefined };
    const own = { repository: folder, project: undefined, root: '.' };
    world = await createWorld({
      program,
      setUp,
      settings: (there) =>
        settingsFor(
          there,
          [{ name: stack, more: own }],
          { forges: [{ name: 'hub', kind: 'local' }] },
          [],
        ),
    });
    stop = async () => {
      await world.stop();
      await setUp.stop();
      program.remove();
      rmSync(folder, { recursive: true, force: true });
    };
    await world.startServer();
  });
  afterAll(() => stop());

  it('creates a branch for each intent, and describes it', async () => {
    for (const queue of [0, 1, 2]) await push(queue, 60 + queue, queue);
    await eventually(async () => {
      expect((await proposals()).filter(({ state }) => state === 'open')).toHaveLength(3);
    });

    expect(branches()).toHaveLength(3);
    for (const { number, location, branch } of await proposals()) {
      const shown = execFileSync('sh', ['-c', location], { encoding: 'utf8' });
      expect(shown).toContain(`-  visibility_timeout_seconds = ${declaredTimeout}`);
      const description = git('show', `refs/parley/proposals:${number}/description.md`);
      expect(description).toContain('Delete the branch:');
      expect(description).not.toContain('comment');
      expect(location).toBe(`git -C ${folder} show ${branch}`);
    }
    expect(git('status', '--porcelain')).toBe('');
  });

  it('notices that a branch was merged', async () => {
    const branch = branchOf(60);
    git('merge', '--no-ff', '-q', '-m', 'merge', branch);
    await world.call('POST', `/api/v1/stacks/${stack}/scans`);

    await becomes(branch, 'merged');
    expect(git('show', 'main:main.tf')).toContain('visibility_timeout_seconds = 60');
  });

  it('treats a deleted branch as declined', async () => {
    const branch = branchOf(61);
    git('branch', '-q', '-D', branch);
    await world.call('POST', `/api/v1/stacks/${stack}/scans`);

    await becomes(branch, 'declined');
    expect(branches()).not.toContain(branch);
  });

  it('closes a proposal with an explanation when somebody reverts the change', async () => {
    const branch = branchOf(62);
    await push(2, declaredTimeout, 30);

    const closed = await becomes(branch, 'withdrawn');
    expect(branches()).not.toContain(branch);
    expect(git('show', `refs/parley/proposals:${closed?.number}/comments.json`)).toContain(
      'Closed: it was put back',
    );
  });

  it('leaves receipts of what it decided and wrote, which the command verifies', async () => {
    type Receipt = { id: string; kind: string };
    const { body } = await world.call<ListOf<Receipt>>('GET', '/api/v1/receipts?limit=200');
    const kinds = body.items.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'decision').length).toBeGreaterThanOrEqual(3);
    expect(kinds.filter((kind) => kind === 'write').length).toBeGreaterThanOrEqual(3);
    const commit = git('log', '-1', '--format=%B', 'main^2');
    const [, id = ''] = /^Receipt: sha256:([0-9a-f]{64})$/m.exec(commit) ?? [];
    const [, checkpoint = ''] = /^Parley-Checkpoint: (\S+)$/m.exec(commit) ?? [];
    expect(body.items.map((one) => one.id)).toContain(id);

    const args = ['receipt', 'verify', '--dir', world.folder, '--checkpoint', checkpoint];
    const verified = startParley(program, args, { cwd: world.folder, env: {} });
    await verified.ended;
    expect(verified.lines.join('\n')).toContain(`${body.items.length} receipts`);
  });

  it('learns from what people did with git', async () => {
    for (const running of world.processes) if (running.isRunning) await running.stop();
    const { store } = await openAt({ kind: 'folder', path: join(world.folder, '.parley') });
    const key = { tenant: 'default', stack };
    const feedback = await store.project(key).feedback();
    const reviews = feedback.map(({ body }) => body['review']);
    const known = await store.proposals.list(key, 'all');
    const steps = await Promise.all(
      known.map(async ({ intent, state }) => [
        state,
        (await store.project(key).transitions(intent)).at(-1)?.to,
      ]),
    );
    await store.close();

    expect(reviews.toSorted(), JSON.stringify(feedback, null, 2)).toEqual(['closed', 'merged']);
    expect(steps).toContainEqual(['merged', 'in-force']);
    expect(steps).toContainEqual(['declined', 'retired']);
  });
});
