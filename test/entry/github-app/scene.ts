import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { main } from '../../../src/entry/cli/main.ts';
import { eventually } from '../../eventually.ts';
import { type FakeGitHub, startFakeGitHub } from './github.ts';

/** A terminal in an empty folder, and a fake GitHub to create apps at. */
export interface Scene {
  readonly github: FakeGitHub;
  readonly cwd: string;
  /** Runs `parley github-app create`, and returns the exit code. */
  create(...more: readonly string[]): Promise<number>;
  /** Everything that the terminal shows. */
  said(): string;
  forget(): void;
  /** The URL that the terminal says to open. */
  page(): Promise<string>;
  /** The content of a file in the folder. */
  text(path: string): string;
  close(): Promise<void>;
}

const wanted = ['--public-url', 'https://parley.example.com/', '--timeout', '1'];

export async function openScene(): Promise<Scene> {
  const github = await startFakeGitHub();
  const cwd = mkdtempSync(join(tmpdir(), 'parley-app-'));
  let said = '';
  const write = (text: string) => {
    said += text;
  };
  return {
    ...{ github, cwd },
    create: (...more) =>
      main(['github-app', 'create', '--url', github.api, ...wanted, ...more], {
        ...{ out: write, err: write, env: {}, cwd, columns: 100, color: false },
        now: () => new Date().toISOString(),
        elapsed: () => performance.now(),
      }),
    said: () => said,
    forget() {
      said = '';
    },
    page: () =>
      eventually(() => /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0] ?? expect.fail(said)),
    text: (path) => readFileSync(join(cwd, path), 'utf8'),
    async close() {
      await github.stop();
      rmSync(cwd, { recursive: true });
    },
  };
}
