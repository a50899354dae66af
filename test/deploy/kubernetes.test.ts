import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { ConfigFile } from '../../src/config/schema.ts';
import { readYamlFile } from '../../src/text/yaml-file.ts';
import { program } from '../entry/cli/program.ts';
import { imageFacts, kustomization, list, type Manifest, manifests, pods, read } from './files.ts';

const { kinds, definitions } = JSON.parse(read('fixtures/deploy/kubernetes.json'));
const image = imageFacts();

const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
const strayings = ({ file, ...manifest }: Manifest): readonly unknown[] => {
  const schema = kinds[`${manifest.apiVersion} ${manifest.kind}`];
  const check = new Ajv({ allowUnionTypes: true, allErrors: true }).compile({
    ...schema,
    definitions,
  });
  check(manifest);
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

describe('deploy/kubernetes', () => {
  it.each(manifests.map((one) => [nameOf(one), one] as const))(
    '%s conforms to the published schema',
    (_, one) => {
      expect(strayings(one)).toEqual([]);
    },
  );

  it('would not conform with a mistake', () => {
    const server = manifests.find((one) => nameOf(one) === 'Deployment parley-server');
    if (server === undefined) throw new Error('There is no server.');
    const { selector, ...spec } = server.spec ?? {};
    const slip: Manifest = JSON.parse(JSON.stringify(server).replace('"httpGet"', '"httpget"'));

    expect(selector).toBeDefined();
    expect(strayings({ ...server, spec })).not.toEqual([]);
    expect(strayings(slip)).not.toEqual([]);
    expect(strayings({ ...server, spec: { ...server.spec, replicas: '2' } })).not.toEqual([]);
  });

  it('lists everything in the kustomization, once, in one namespace', () => {
    const names = manifests.map(nameOf);

    expect([...kustomization.resources, 'kustomization.yaml'].sort()).toEqual(
      list('deploy/kubernetes'),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const { kind, metadata } of manifests) {
      expect(kind === 'Namespace' ? metadata.name : metadata.namespace).toBe('parley');
    }
  });

  it('contains settings that are valid, and no secret', () => {
    const settings =
      manifests.find(({ kind }) => kind === 'ConfigMap')?.data?.['parley.yaml'] ?? '';

    expect(readYamlFile(settings, 'parley.yaml', ConfigFile)).toMatchObject({ ok: true });
    expect(settings).not.toMatch(/(?:token|secret|password|key): (?!"?\$\{)\S/);
    expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
  });

  it('has pods that the namespace admits', () => {
    const namespace = manifests.find(({ kind }) => kind === 'Namespace');

    expect(namespace?.metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
    expect(pods.map(([name]) => name).sort()).toEqual([
      'parley-migrate',
      'parley-server',
      'parley-worker',
    ]);
  });

  /* The restricted level of https://kubernetes.io/docs/concepts/security/pod-security-standards. */
  it.each(pods)('%s has few privileges', (_, { pod }) => {
    const [user, group] = image.user.split(':').map(Number);

    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: group,
      fsGroup: group,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(pod.automountServiceAccountToken).toBe(false);
    for (const { securityContext } of pod.containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    for (const volume of pod.volumes) {
      expect(Object.keys(volume).sort()).toEqual(
        expect.toBeOneOf([
          ['configMap', 'name'],
          ['emptyDir', 'name'],
        ]),
      );
    }
    for (const taken of ['hostNetwork', 'hostPID', 'hostIPC'])
      expect(pod).not.toHaveProperty(taken);
  });

  it.each(pods)('%s runs the image, with its settings and writable folders', (_, { pod }) => {
    const names = manifests.map(nameOf);

    expect(names).toContain(`ServiceAccount ${pod.serviceAccountName}`);
    expect(pod.containers).toHaveLength(1);
    for (const { image: name, args, volumeMounts, envFrom, resources } of pod.containers) {
      expect(kustomization.images.map((one) => one.name)).toContain(name);
      const places = volumeMounts.map(({ mountPath }) => mountPath);
      expect(places).toEqual(['/etc/parley', image.volume, '/tmp']);
      expect(args).toContain(`--dir=${image.folder}`);
      expect(args).toContain('--config=/etc/parley/parley.yaml');
      expect(envFrom).toEqual([{ secretRef: { name: 'parley' } }]);
      expect(Object.keys(resources['limits'] ?? {})).toContain('memory');
      const volumes = pod.volumes.map((one) => one['name']);
      for (const { name: volume } of volumeMounts) expect(volumes).toContain(volume);
    }
  });

  it.each(pods)('%s runs an existing command with flags that it has', (_, { pod }) => {
    const [name = '', ...flags] = pod.containers[0]?.args ?? [];
    const command = program.commands.find((one) => one.name() === name);
    const known = (command?.options ?? []).map(({ long }) => long);

    expect(image.entrypoint).toEqual(['tini', '--', 'parley']);
    expect(command?.name()).toBe(name);
    for (const flag of flags) expect(known).toContain(flag.split('=')[0]);
  });

  it.each(pods.filter(([name]) => name !== 'parley-migrate'))(
    '%s is probed where it answers, and given time to stop',
    (_, { pod }) => {
      const [{ args, ports, startupProbe, livenessProbe, readinessProbe } = {}] = pod.containers;
      const port = /--(?:health-)?port=(\d+)/.exec((args ?? []).join(' '))?.[1];
      const host = /--(?:health-)?host=(\S+)/.exec((args ?? []).join(' '))?.[1];

      expect(ports).toEqual([{ name: 'http', containerPort: image.port }]);
      expect([Number(port), host]).toEqual([image.port, '0.0.0.0']);
      for (const [probe, path] of [
        [startupProbe, '/healthz'],
        [livenessProbe, '/healthz'],
        [readinessProbe, '/readyz'],
      ] as const) {
        expect(probe?.httpGet).toEqual({ path, port: 'http' });
      }
      // Running jobs get 30 seconds to end.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(30 + 10);
    },
  );
});
