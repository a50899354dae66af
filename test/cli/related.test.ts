import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { newFolder, parley, removeFolders } from './parley.ts';
import { type Call, callsLog, kinds, openPort, relatedProject } from './related-estate.ts';

afterEach(removeFolders);

const modes = ['none', 'related', 'all'] as const;

async function reconcile(calls: readonly Call[], flags: readonly string[] = [], settings = '') {
  const project = relatedProject(settings);
  const file = join(newFolder(), 'report.json');
  const before = readFileSync(join(project, 'main.tf'), 'utf8');
  const outputs = ['--report', file, '--exit-code', '--write'];
  const run = await parley(project, 'reconcile', '--events', callsLog(calls), ...outputs, ...flags);
  if (run.err.includes('parley:')) throw new Error(run.err);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const after = readFileSync(join(project, 'main.tf'), 'utf8');
  return { ...run, report, isWritten: after !== before };
}

describe('a port that is opened beside rules of their own', () => {
  it('is no silence, with the flags as they are', async () => {
    const project = relatedProject();
    const run = await parley(
      project,
      'scan',
      '--events',
      callsLog([openPort(8443)]),
      '--exit-code',
    );

    expect(run.out).not.toContain('No drift');
    expect(run.out).toContain('rule.shop_8443');
    expect(run.out).toContain('ben');
    expect(run.code).toBe(2);
  });

  it('is told with who and when, and not written, where adoption is off', async () => {
    const { out, code, report, isWritten } = await reconcile(
      [openPort(8443)],
      ['--adopt', 'none', '--policy', 'accept-all'],
    );

    expect(code).toBe(2);
    expect(out).toContain('ben');
    expect(report.intents[0]?.window.from).toBe('2026-03-14T03:00:00Z');
    expect(report.decisions).toMatchObject([
      {
        verdict: {
          outcome: 'escalate',
          rule: 'adoption-off',
          because:
            'It belongs to aws_security_group.shop, which this code manages, and adoption is off.',
        },
      },
    ]);
    expect(report.patches).toEqual([]);
    expect(isWritten).toBe(false);
  });
});

describe.each(kinds)('%s', (_, call, type, on) => {
  it.each(modes)('is found with --adopt %s', async (mode) => {
    const { report, code, isWritten } = await reconcile(
      [call],
      ['--adopt', mode, '--policy', 'accept-all'],
    );
    const drift = report.drifts.find((one) => one.creation !== undefined);
    const written = report.patches.flatMap(({ drifts }) => drifts);

    expect(drift).toMatchObject({ type, creation: { parent: `${on}.shop` } });
    expect(drift?.evidence).toEqual(['call-0']);
    if (mode === 'none') expect(written).toEqual([]);
    expect(code).toBe(report.drifts.every(({ id }) => written.includes(id)) ? 0 : 2);
    expect(isWritten).toBe(written.length > 0);
  });
});
