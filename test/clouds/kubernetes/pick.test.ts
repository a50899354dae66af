import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import {
  initProject,
  newFolder,
  parley,
  readFiles,
  removeFolders,
} from '../../entry/cli/parley.ts';
import { auditEvent, lines } from './audit.ts';
import { overlays } from './overlays.ts';

afterEach(removeFolders);

const body = {
  spec: {
    template: {
      spec: { containers: [{ name: 'web', resources: { limits: { memory: '2Gi' } } }] },
    },
  },
};
const call = { verb: 'patch', resource: 'apps/deployments', name: 'web', body } as const;

describe('places in manifests', () => {
  it('are explained with their numbers, and picked like those in other code', async () => {
    const folder = newFolder();
    for (const [path, text] of Object.entries(overlays)) write(join(folder, path), text);
    await initProject(folder);
    const log = join(newFolder(), 'audit.log');
    write(log, lines(auditEvent({ ...call, query: 'fieldManager=kubectl-edit' })));
    const flags = ['--no-llm', '--policy', 'accept-all', '--events', log, '--manifests', 'k8s'];
    const report = join(dirname(log), 'report.json');
    await parley(folder, 'reconcile', ...flags, '--report', report);
    const { patches, intents }: Report = JSON.parse(readFileSync(report, 'utf8'));
    const candidates = patches[0]?.candidates ?? [];
    const id = intents[0]?.id ?? '';

    expect(candidates.map(({ kind, file, chosen }) => [kind, file, chosen])).toEqual([
      ['patch file', 'k8s/overlays/prod/memory.yaml', true],
      ['manifest', 'k8s/base/web.yaml', false],
      ['new patch', 'k8s/overlays/prod/web-deployment-patch.yaml', false],
    ]);
    const explained = await parley(folder, 'explain', id);
    expect(explained.out).toContain('Where the value comes from');
    expect(explained.out).toMatch(/=> 1 {2}k8s\/overlays\/prod\/memory\.yaml:12 +patch file: spec/);
    expect(explained.out).toContain('It would work, but makes an exception');
    const number = String(candidates.findIndex(({ kind }) => kind === 'new patch') + 1);
    const only = ['--only', id, '--pick'];
    const refused = await parley(folder, 'reconcile', ...flags, '--write', ...only, '2');
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain('does not work');
    const before = readFiles(folder).get('k8s/overlays/prod/memory.yaml');
    const picked = await parley(folder, 'reconcile', ...flags, '--write', ...only, number);

    expect(picked.code).toBe(0);
    const now = readFiles(folder);
    expect(now.get('k8s/overlays/prod/web-deployment-patch.yaml')).toContain('memory: 2Gi');
    expect(now.get('k8s/overlays/prod/memory.yaml')).toEqual(before);
  });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
