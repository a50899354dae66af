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

/** What tests alone take from a file that the program enters by another door. Only ever fewer. */
const lentToTests: readonly string[] = [
  'src/adapters/notify/webhook/schema.ts#WebhookV1',
  'src/adapters/queue/pause.ts#pauseAfter',
  'src/adapters/store/migrate.ts#migrateDown',
  'src/adapters/store/migrate.ts#migrateDownOne',
  'src/adapters/store/migrate.ts#migrateTo',
  'src/app/doctor/machine.ts#checkNode',
  'src/app/feedback/edited.ts#hasChange',
  'src/app/stack/schedules.ts#confirmationOf',
  'src/code/hcl/eval/functions/registry.ts#functionNames',
  'src/code/terraform/run/permitted.ts#isPermitted',
  'src/config/resolve.ts#secretSettings',
  'src/entry/api/http/origin.ts#networkOf',
  'src/entry/cli/commands/roots.ts#rootsAtOnce',
  'src/entry/service/apart/account.ts#accountIn',
  'src/providers/harm/grants/aws/documents.ts#documentTypes',
  'src/providers/schema/load.ts#readSchema',
  'src/stages/guard/schema.ts#GuardV1',
  'src/stages/policy/lint/laws.ts#lawTexts',
  'src/stages/policy/scenario/run.ts#meantBy',
];

const unused = unusedExports(readExports(root, program), readUses(root, [...program, 'scripts']));

/** True where the file itself needs the type: it is part of what the file takes or gives. */
function isSpokenOf({ file, name }: Export): boolean {
  const text = readFileSync(join(root, file), 'utf8');
  return (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1;
}

describe('what a file exports', () => {
  it('is used by another file of the program', () => {
    const values = unused.filter(({ isType }) => !isType);

    expect(values.map(({ file, name }) => `${file}#${name}`).sort()).toEqual(lentToTests);
  });

  it('has a name that nothing else has', () => {
    const files = new Map<string, Set<string>>();
    for (const { file, name } of readExports(root, program)) {
      files.set(name, (files.get(name) ?? new Set()).add(file));
    }
    const shared = [...files].filter(([, all]) => all.size > 1);

    expect(shared.map(([name, all]) => [name, ...all])).toEqual([]);
  });

  it('is no type that nobody speaks of', () => {
    expect(unused.filter((one) => one.isType && !isSpokenOf(one))).toEqual([]);
  });

  it('is found, however it is written and taken', () => {
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
