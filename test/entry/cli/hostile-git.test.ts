import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { demoFlags, newFolder, newProject, parley, readFiles, removeFolders } from './parley.ts';

afterEach(removeFolders);

let project: string;
let marks: string;

function git(...args: readonly string[]): string {
  const own = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return execFileSync('git', [...own, ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: tmpdir(), GIT_CONFIG_GLOBAL: '/dev/null' },
  }).trim();
}

/** A program that leaves a mark when it runs, and succeeds. */
function program(name: string): string {
  const path = join(marks, `${name}.sh`);
  writeFileSync(path, `#!/bin/sh\ntouch '${join(marks, name)}.ran'\nexit 0\n`);
  chmodSync(path, 0o755);
  return path;
}

function ran(): readonly string[] {
  return readdirSync(marks)
    .filter((name) => name.endsWith('.ran'))
    .sort();
}

beforeEach(() => {
  project = newProject();
  marks = newFolder();
  git('init', '-q', '-b', 'main');
  git('config', 'user.email', 'ada@example.com');
  git('config', 'user.name', 'Ada');
  writeFileSync(join(project, '.gitattributes'), '* filter=evil diff=evil merge=evil\n');
  git('add', '.');
  git('commit', '-q', '-m', 'start');
  for (const [name, key] of [
    ['fsmonitor', 'core.fsmonitor'],
    ['pager', 'core.pager'],
    ['editor', 'core.editor'],
    ['ssh', 'core.sshCommand'],
    ['askpass', 'core.askPass'],
    ['clean', 'filter.evil.clean'],
    ['smudge', 'filter.evil.smudge'],
    ['process', 'filter.evil-2.process'],
    ['textconv', 'diff.evil.textconv'],
    ['command', 'diff.evil.command'],
    ['external', 'diff.external'],
    ['driver', 'merge.evil.driver'],
    ['helper', 'credential.helper'],
    ['gpg', 'gpg.program'],
    ['ssh-gpg', 'gpg.ssh.program'],
  ] as const) {
    git('config', key, program(name));
  }
  git('config', 'log.showSignature', 'true');
  git('config', 'commit.gpgSign', 'true');
  git('config', 'core.pager', program('pager'));
  git('config', 'pager.show', program('pager-show'));
  const hooks = join(project, '.git', 'hooks');
  mkdirSync(hooks, { recursive: true });
  for (const hook of [
    'reference-transaction',
    'post-index-change',
    'pre-commit',
    'commit-msg',
    'post-commit',
    'post-checkout',
    'prepare-commit-msg',
  ]) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch '${join(marks, hook)}.ran'\n`);
    chmodSync(join(hooks, hook), 0o755);
  }
});

describe('a repository whose git configuration names programs', () => {
  it('has none of them run', async () => {
    // If a file is newer than the index, git filters its content to compare it.
    appendFileSync(join(project, 'main.tf'), '# more\n');
    const runs = [
      await parley(project, 'init'),
      await parley(project, 'reconcile', ...demoFlags, '--policy', 'accept-all', '--pr', '--json'),
      await parley(project, 'reconcile', ...demoFlags, '--policy', 'accept-all', '--pr', '--json'),
    ];

    expect(ran()).toEqual([]);
    const { proposals, intents } = JSON.parse(runs[1]?.out ?? '{}') as Report;
    expect(proposals.length).toBeGreaterThan(0);
    await parley(project, 'answer', intents[0]?.id ?? '', 'hold');
    expect(ran()).toEqual([]);
    expect(existsSync(join(marks, 'gpg.sh'))).toBe(true);
  });
});

describe('a repository that converts line endings', () => {
  it.each(['true', 'input', 'false'])(
    'keeps its line endings with core.autocrlf %s',
    async (autocrlf) => {
      project = newProject();
      git('init', '-q', '-b', 'main');
      git('config', 'core.autocrlf', autocrlf);
      const isCrlf = autocrlf === 'true';
      if (isCrlf) {
        for (const [path, text] of readFiles(project)) {
          if (path.endsWith('.tf'))
            writeFileSync(join(project, path), text.replaceAll('\n', '\r\n'), 'latin1');
        }
      }
      git('add', '.');
      git('commit', '-q', '-m', 'start');
      const run = await parley(
        project,
        'reconcile',
        ...demoFlags,
        '--policy',
        'accept-all',
        '--pr',
        '--json',
      );
      const { proposals, unresolved } = JSON.parse(run.out) as Report;

      expect(unresolved.map(({ code }) => code)).not.toContain('uncommitted-changes');
      expect(proposals.length).toBeGreaterThan(0);
      for (const { branch } of proposals) {
        // The repository stores line feeds, and only a few lines change.
        expect(git('-c', 'core.autocrlf=false', 'diff', `main..${branch}`)).not.toContain('\r');
        const [, added = '0'] =
          /(\d+) insertion/.exec(git('diff', '--shortstat', `main..${branch}`)) ?? [];
        expect(Number(added)).toBeLessThan(8);
      }
    },
  );
});
