import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import { moduleThatAnswers } from '../../adapters/opa/module.ts';
import { demo, demoFlags, initProject, newProject, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

const because = 'Not on a Friday.';

async function scanned(project: string, flags: readonly string[]): Promise<readonly Decision[]> {
  const scan = await parley(project, 'scan', '--json', ...flags);
  expect(scan.code).toBe(0);
  return JSON.parse(scan.out).decisions;
}

it('receipts keep the answer of an external policy, and replay without asking it', async () => {
  const project = newProject();
  await initProject(project);
  const accepted = (await scanned(newProject(), demoFlags)).filter(
    ({ verdict }) => verdict.outcome === 'accept',
  );
  const says = (['veto', 'escalate'] as const).flatMap((action, at) => {
    const { intent = '', drift = '' } = accepted[at] ?? {};
    return [{ intent, drift, action, because }];
  });
  const priorities = { 'automation-elsewhere': 100, person: 1 };
  const module = join(project, 'external.wasm');
  writeFileSync(module, await moduleThatAnswers({ decisions: says, priorities }));
  const config = join(project, 'judged.yaml');
  copyFileSync(join(demo, 'parley.yaml'), config);
  writeFileSync(config, '\nopa: { wasm: external.wasm }\n', { flag: 'a' });
  const flags = demoFlags.map((flag, at) => (demoFlags[at - 1] === '--config' ? config : flag));
  const decisions = await scanned(project, flags);
  rmSync(module);
  const replay = await parley(project, 'receipt', 'replay', '--json');
  const shown = JSON.parse((await parley(project, 'receipt', 'show', '--json')).out) as readonly {
    readonly statement: { readonly kind: string; readonly predicate: Record<string, unknown> };
  }[];
  const receipts = shown.filter(({ statement }) => statement.kind === 'decision');
  const [{ statement } = { statement: { predicate: {} as Record<string, unknown> } }] = receipts;
  const { external = '' } = statement.predicate['inputs'] as Readonly<Record<string, string>>;
  rmSync(join(project, '.parley', 'receipts', 'inputs', `${external}.gz`));
  const without = await parley(project, 'receipt', 'replay', '--json');

  expect(decisions.filter(({ verdict }) => verdict.rule === 'external-policy')).not.toEqual([]);
  expect(statement.predicate).toMatchObject({
    policy: { external: { name: 'opa wasm', digest: expect.stringMatching(/^sha256:/) } },
    settled: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(JSON.parse(replay.out)).toEqual({ replayed: receipts.length, problems: [] });
  expect(JSON.parse(without.out).problems[0].problem).toMatchObject({
    code: 'replay-input-missing',
    message: expect.stringContaining('The answer of the external policy that the receipt'),
  });
});
