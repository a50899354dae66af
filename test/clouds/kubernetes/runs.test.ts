import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import {
  demo,
  demoFlags,
  newFolder,
  newProject,
  parley,
  removeFolders,
} from '../../entry/cli/parley.ts';
import { auditEvent, autoscaler, lines, scale, setImage } from './audit.ts';
import { autoscaling, settings, web } from './manifests.ts';
import { dispositions, outcomes, reconcile } from './reconcile.ts';

afterEach(removeFolders);

describe('a run', () => {
  it('covers Terraform code and manifests, each patched in its own files', async () => {
    const folder = newProject();
    mkdirSync(join(folder, 'k8s'));
    writeFileSync(join(folder, 'k8s', 'web.yaml'), web);
    const log = join(newFolder(), 'audit.log');
    writeFileSync(log, lines(setImage('web:2')));
    const report = join(newFolder(), 'report.json');

    const flags = [...demoFlags, log, '--manifests', 'k8s', '--report', report];
    const all = ['--write', '--policy', 'accept-all', ...flagsFor(flags, log)];
    const { code, err } = await parley(folder, 'reconcile', ...all);

    expect([code, err.includes('error')]).toEqual([0, false]);
    const { patches } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const files = new Set(patches.flatMap((patch) => patch.files.map(({ path }) => path)));
    expect(files.has('k8s/web.yaml')).toBe(true);
    expect([...files].some((path) => path.endsWith('.tf') || path.endsWith('.tfvars'))).toBe(true);
    expect(readFileSync(join(folder, 'k8s', 'web.yaml'), 'utf8')).toContain('image: "web:2"');
  });

  it('ignores manifests that are not requested', async () => {
    const folder = newFolder();
    cpSync(join(demo, 'project'), folder, { recursive: true });
    writeFileSync(join(folder, 'web.yaml'), web);
    const log = join(newFolder(), 'audit.log');
    writeFileSync(log, lines(setImage('web:2')));

    const { code } = await parley(folder, 'reconcile', '--write', ...flagsFor(demoFlags, log));

    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'web.yaml'), 'utf8')).toBe(web);
  });

  it('does not run Terraform for manifests', async () => {
    const done = await reconcile({
      files: { 'k8s/web.yaml': web },
      events: [setImage('web:2')],
      flags: ['--manifests', 'k8s', '--verify', 'validate'],
    });

    expect(done.report.patches[0]?.verification).toEqual({
      level: 'evaluate',
      passed: true,
      notes: [],
    });
    expect(done.changed).toHaveLength(2);
  });

  it('refuses manifests outside of the project', async () => {
    const { code, err } = await parley(
      newFolder(),
      'scan',
      '--events',
      'x',
      '--manifests',
      '../k8s',
    );

    expect(code).toBe(1);
    expect(err).toContain('are outside of the project');
  });
});

/** The flags with the log added to their `--events`. */
function flagsFor(flags: readonly string[], log: string): readonly string[] {
  const all = flags.filter((one) => one !== log);
  const at = all.indexOf('--events') + 2;
  return [...all.slice(0, at), log, ...all.slice(at)];
}

describe('clusters', () => {
  const files = {
    'eu/web.yaml': web,
    'us/web.yaml': web.replace('replicas: 3', 'replicas: 4'),
    'parley.yaml': `kubernetes:
  - {path: eu, cluster: eu}
  - {path: us, cluster: us}
`,
  };
  const wrapped = (cluster: string): string => {
    const records = [
      {
        time: '2026-03-14T10:00:01Z',
        resourceId: `/SUBSCRIPTIONS/S/RESOURCEGROUPS/G/PROVIDERS/MICROSOFT.CONTAINERSERVICE/MANAGEDCLUSTERS/${cluster}`,
        category: 'kube-audit',
        operationName: 'Microsoft.ContainerService/managedClusters/diagnosticLogs/Read',
        properties: { log: JSON.stringify(scale(6)), stream: 'stdout', pod: 'kube-apiserver-1' },
      },
    ];
    return `${JSON.stringify({ records })}\n`;
  };

  it('each have their own manifests', async () => {
    const found = await reconcile({ files, events: wrapped('us'), flags: [] });
    const [drift] = found.report.drifts;

    expect(drift?.address).toBe('us:apps/Deployment/prod/web');
    expect(found.changed).toEqual([
      'us/web.yaml: -  replicas: 4   # enough for a quiet day',
      'us/web.yaml: +  replicas: 6   # enough for a quiet day',
    ]);
  });

  it('without manifests have no drift', async () => {
    const done = await reconcile({ files, events: wrapped('asia'), flags: [] });

    expect(done.report.drifts).toEqual([]);
    expect(dispositions(done)[0]).toContain('unmanaged');
  });
});

describe('namespaces', () => {
  const open = web.replace('  namespace: prod\n', '');

  it('are taken from the log if a manifest names none', async () => {
    const done = await reconcile({ files: { 'k8s/web.yaml': open }, events: [scale(6)] });

    expect(done.report.drifts.map(({ address }) => address)).toEqual(['apps/Deployment/prod/web']);
    expect(done.changed).toHaveLength(2);
  });

  it('determine the environment', async () => {
    const files = {
      'k8s/web.yaml': web,
      'parley.yaml': `kubernetes: [{path: k8s}]
environments: [{name: staging, tag: namespace, values: [prod]}]
`,
    };
    const done = await reconcile({ files, events: [scale(0)], policy: 'default', flags: [] });

    expect(outcomes(done)).toEqual(['escalate lesser-harm']);
  });

  it('with an object declared twice are unresolved', async () => {
    const files = { 'k8s/a.yaml': web, 'k8s/b.yaml': web };
    const done = await reconcile({ files, events: [scale(6)] });

    expect(done.report.unresolved.map(({ code }) => code)).toEqual(['manifest-ambiguous']);
    expect(done.changed).toEqual([]);
  });
});

describe('manifest texts', () => {
  it('are edited in place within a List', async () => {
    const list = `apiVersion: v1
kind: List
items:
  # first
  - apiVersion: v1
    kind: ConfigMap
    metadata: {name: settings, namespace: prod}
    data: {mode: fast}
  - apiVersion: v1
    kind: ConfigMap
    metadata: {name: other, namespace: prod}
    data: {mode: fast}
`;
    const event = auditEvent({
      verb: 'patch',
      resource: 'core/configmaps',
      name: 'other',
      query: 'fieldManager=kubectl-patch',
      body: { data: { mode: 'slow' } },
    });
    const done = await reconcile({ files: { 'k8s/list.yaml': list }, events: [event] });

    expect(done.changed).toEqual([
      'k8s/list.yaml: -    data: {mode: fast}',
      'k8s/list.yaml: +    data: {mode: slow}',
    ]);
  });

  it('keep CRLF, a byte order mark and a missing final newline', async () => {
    const text = `\uFEFF${settings.trimEnd().replaceAll('\n', '\r\n')}`;
    const event = auditEvent({
      verb: 'patch',
      resource: 'core/configmaps',
      name: 'settings',
      query: 'fieldManager=kubectl-patch',
      body: { data: { mode: 'slow' } },
    });
    const done = await reconcile({ files: { 'k8s/s.yaml': text }, events: [event] });

    const after = readFileSync(join(done.folder, 'k8s/s.yaml'), 'utf8');
    expect(after).toBe(text.replace('mode: fast', 'mode: slow'));
  });

  it('with an anchor that is used elsewhere are left alone', async () => {
    const text = settings.replace('mode: fast', 'mode: &mode fast\n  other: *mode');
    const event = auditEvent({
      verb: 'patch',
      resource: 'core/configmaps',
      name: 'settings',
      query: 'fieldManager=kubectl-patch',
      body: { data: { mode: 'slow' } },
    });
    const done = await reconcile({ files: { 'k8s/s.yaml': text }, events: [event] });

    expect(done.changed).toEqual([]);
    expect(done.report.unresolved.map(({ code, place }) => [code, place?.file])).toEqual([
      ['manifest-anchor', 'k8s/s.yaml'],
    ]);
  });

  it('are unchanged by a second run', async () => {
    const files = { 'k8s/web.yaml': web, 'k8s/hpa.yaml': autoscaling };
    const events = [scale(7, { user: autoscaler }), setImage('web:2', { minute: 2 })];
    const first = await reconcile({ files, events, policy: 'default' });
    const after = readFileSync(join(first.folder, 'k8s/web.yaml'), 'utf8');
    const second = await reconcile({
      files: { ...files, 'k8s/web.yaml': after },
      events,
      policy: 'default',
    });

    // The change of the image is escalated in both runs.
    expect(first.changed).toHaveLength(1);
    expect(second.changed).toEqual([]);
    expect(outcomes(second)).toEqual(['escalate unclear-harm']);
    expect(dispositions(second)).toEqual([
      'automation apps/Deployment/prod/web',
      'drift apps/Deployment/prod/web',
    ]);
  });
});
