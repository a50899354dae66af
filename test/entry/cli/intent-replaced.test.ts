import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Act,
  code,
  recordOf,
  stateText,
  timeOf,
} from '../../reconcile/memory/memory-world.ts';
import { newFolder, parleyAt, removeFolders } from './parley.ts';

afterAll(removeFolders);

const raised: Act = { minute: 10, who: 'maria', what: { kind: 'timeout', value: 120 } };

interface Stack {
  readonly commit: (text: string) => void;
  /** Scans the acts, and returns the list of all intents. */
  readonly scan: (acts: readonly Act[], minute: number) => Promise<string>;
}

async function newStack(): Promise<Stack> {
  const dir = newFolder();
  const git = (...args: readonly string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=dev', '-c', 'user.email=dev@example.com', '-C', dir, ...args],
      { stdio: 'pipe' },
    );
  const commit = (text: string): void => {
    writeFileSync(join(dir, 'main.tf'), text);
    git('add', 'main.tf');
    git('commit', '--quiet', '-m', 'change');
  };
  git('init', '--quiet');
  commit(code);
  writeFileSync(join(dir, 'terraform.tfstate'), stateText());
  await parleyAt(timeOf(0), dir, 'init');
  let scans = 0;
  return {
    commit,
    scan: async (acts, minute) => {
      scans += 1;
      const log = join(newFolder(), 'log.json');
      const records = acts.map((act, index) => recordOf(act, scans * 10 + index));
      writeFileSync(log, JSON.stringify({ Records: records }));
      const scanned = await parleyAt(timeOf(minute), dir, 'scan', '--events', log);
      expect(scanned.code).toBe(0);
      return (await parleyAt(timeOf(minute), dir, 'intent', 'list', '--all')).out;
    },
  };
}

const saying = (seconds: number): string =>
  code.replace('visibility_timeout_seconds = 30', `visibility_timeout_seconds = ${seconds}`);
const applied = (minute: number, value: number): Act => ({
  minute,
  who: 'deploy',
  what: { kind: 'timeout', value },
});

describe('an intent whose value is in force', () => {
  it('is retired when the code and the cloud get another value', async () => {
    const { commit, scan } = await newStack();
    await scan([raised], 30);
    commit(saying(120));
    const merged = await scan([], 60);
    commit(saying(45));
    const replaced = await scan([applied(100, 45)], 110);

    expect(merged).toContain('in-force');
    expect(replaced).not.toMatch(/assured|in-force/);
    expect(replaced).toContain('retired');
  });

  it('is retired by the commit, before it is applied, and stays so', async () => {
    const { commit, scan } = await newStack();
    await scan([raised], 30);
    commit(saying(120));
    await scan([], 60);
    const other: Act = { minute: 70, who: 'jonas', what: { kind: 'timeout', value: 60 } };
    const broken = await scan([other], 75);
    const fixed = await scan([applied(80, 120)], 85);
    commit(saying(45));
    const committed = await scan([], 90);
    const after = await scan([applied(100, 45)], 110);

    const stateOf = (list: string) =>
      /^i-\S+\s+(\S+)\s+Raised visibility timeout .* from 30 to 120/m.exec(list)?.[1];
    expect([broken, fixed, committed, after].map(stateOf)).toEqual([
      'violated',
      'in-force',
      'retired',
      'retired',
    ]);
  });
});
