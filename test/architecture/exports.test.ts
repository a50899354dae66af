import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Export,
  readExports,
  readUses,
  unusedExports,
} from '../../scripts/architecture/exports.ts';

const root = resolve(import.meta.dirname, '../..');
const program = ['src', 'workers'];

/**
 * Exports that only tests import, because the program uses another entry to the file, and why. The
 * list may only get shorter.
 */
const lentToTests: Readonly<Record<string, string>> = {
  'src/adapters/notify/webhook/schema.ts#WebhookV1':
    'the published form of payloads, against which tests hold what is sent',
  'src/adapters/queue/pause.ts#pauseAfter': 'the strategy of the queue draws the chance itself',
  'src/adapters/store/migrate.ts#migrateTo':
    'the way back is tested for each migration; operators restore a copy instead',
  'src/app/doctor/machine.ts#checkNode': 'a process has one version of Node',
  'src/app/feedback/edited.ts#hasChange':
    'a table of texts; the door to it takes a repository with a merge for each row',
  'src/app/stack/schedules.ts#confirmationSchedule':
    'a table of settings; the door to it is a queue with its schedules',
  'src/code/hcl/eval/functions/registry.ts#functionNames':
    "that all functions of Terraform are there is read from Terraform's own list",
  'src/config/resolve.ts#secretSettings':
    'the list is held against the schema of the settings, which names secrets by type alone',
  'src/entry/cli/commands/run/roots.ts#rootsAtOnce': 'a machine has one number of cores',
  'src/entry/service/apart/account.ts#accountIn': 'a machine has one list of accounts',
  'src/providers/harm/grants/aws/documents.ts#documentTypes':
    'every type of the list is tried, and the program asks for one',
  'src/providers/schema/load.ts#readSchema':
    'what the generator writes is read back, before it is among the data that ship',
  'src/stages/guard/schema.ts#GuardV1':
    'the published form of reports, against which tests hold what is written',
  'src/stages/policy/lint/laws.ts#lawTexts':
    'laws hold in every situation that is decided, which the compiled form cannot show',
  'src/stages/policy/scenario/run.ts#meantBy':
    'the suite measures the decision about each scenario, where the command only compares it',
};

const unused = unusedExports(readExports(root, program), readUses(root, [...program, 'scripts']));

/** True if the file itself uses the type: it is part of what the file takes or returns. */
function isSpokenOf({ file, name }: Export): boolean {
  const text = readFileSync(join(root, file), 'utf8');
  return (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1;
}

describe('what a file exports', () => {
  it('is used by another file of the program', () => {
    const values = unused.filter(({ isType }) => !isType);

    expect(values.map(({ file, name }) => `${file}#${name}`).sort()).toEqual(
      Object.keys(lentToTests),
    );
    expect(Object.keys(lentToTests).length).toBeLessThanOrEqual(15);
    const unexplained = Object.values(lentToTests).filter(
      (reason) => !/^\w.{20,}[^.]$/.test(reason),
    );
    expect(unexplained).toEqual([]);
  });

  it('has a unique name', () => {
    const files = new Map<string, Set<string>>();
    for (const { file, name } of readExports(root, program)) {
      files.set(name, (files.get(name) ?? new Set()).add(file));
    }
    const shared = [...files].filter(([, all]) => all.size > 1);

    expect(shared.map(([name, all]) => [name, ...all])).toEqual([]);
  });

  it('is no type that nothing mentions', () => {
    expect(unused.filter((one) => one.isType && !isSpokenOf(one))).toEqual([]);
  });

  it('is found, however it is written and imported', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-exports-'));
    const write = (name: string, ...lines: readonly string[]) =>
      writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''));
    write(
      'a.ts',
      'export const used = 1;',
      'export interface Shape {}',
      'export async function loose() {}',
      'const inner = 2;',
      'export { inner as again };',
    );
    write('b.ts', 'export function* whole() {}', 'export class Lazy {}');
    write('c.ts', 'export const late = 1;', 'export const never = 1;');
    write(
      'd.ts',
      "import { used as mine, type Shape } from './a.ts';",
      "import * as all from './b.ts';",
      "const { late } = await import('./c.ts');",
    );
    const exports = readExports(folder, ['.']);
    const left = unusedExports(exports, readUses(folder, ['.']));
    rmSync(folder, { recursive: true });

    expect(exports).toHaveLength(8);
    expect(left).toEqual([
      { file: 'a.ts', name: 'loose', isType: false },
      { file: 'a.ts', name: 'again', isType: false },
      { file: 'c.ts', name: 'never', isType: false },
    ]);
  });
});
