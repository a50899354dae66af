import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { queueLocation } from '../../src/adapters/queue/location.ts';
import { storeLocation } from '../../src/adapters/store/location.ts';
import { program } from '../entry/cli/program.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

interface Service {
  readonly image: string;
  readonly build?: { readonly args: Readonly<Record<string, string>> };
  readonly command: readonly string[];
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly env_file?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const composeText = read('docker-compose.yml');
const compose: Compose = parse(composeText, { merge: true });
const services = Object.entries(compose.services);
const own = services.filter(([, { image }]) => image.startsWith('parley:'));
const dockerfile = read('Dockerfile');
const image = {
  command: JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as readonly string[],
  folder: /^VOLUME (.*)$/m.exec(dockerfile)?.[1] ?? '',
  port: /^EXPOSE (\d+)$/m.exec(dockerfile)?.[1] ?? '',
};

const { commands } = program;

function flagOf(command: readonly string[], flag: string): string | undefined {
  const at = command.indexOf(flag);
  return at < 0 ? undefined : command[at + 1];
}

describe('docker-compose.yml', () => {
  it('has a server, workers, their data servers, and one service that needs none', () => {
    expect(services.map(([name]) => name).sort()).toEqual(
      ['embedded', 'postgres', 'redis', 'serve', 'worker'].sort(),
    );
    expect(compose.services['embedded']).toMatchObject({ profiles: ['embedded'] });
    expect(compose.services['embedded']).not.toHaveProperty('depends_on');
  });

  it.each<readonly [string, readonly string[]]>([
    ...own.map(([name, { command }]) => [name, command] as const),
    ['Dockerfile', image.command],
  ])('%s runs an existing command with flags that it has', (_, [name = '', ...rest]) => {
    const command = commands.find((each) => each.name() === name);
    const known = (command?.options ?? []).map(({ long }) => long);

    expect(command?.name()).toBe(name);
    for (const flag of rest.filter((word) => word.startsWith('--'))) expect(known).toContain(flag);
  });

  it.each(own.filter(([, { ports }]) => ports !== undefined))(
    '%s listens on the published port and is probed there',
    (_, { command, ports = [], healthcheck }) => {
      expect(flagOf(command, '--port')).toBe(image.port);
      expect(flagOf(command, '--host')).toBe('0.0.0.0');
      expect(ports).toEqual([`127.0.0.1:\${PARLEY_PORT:-8080}:${image.port}`]);
      // The health check of the image applies.
      expect(healthcheck).toBeUndefined();
    },
  );

  it('probes a worker on its health port', () => {
    const { command = [], healthcheck } = compose.services['worker'] ?? {};

    expect(flagOf(command, '--health-port')).toBe(image.port);
    expect(healthcheck).toBeUndefined();
  });

  it('leaves the jobs to workers where there are some', () => {
    expect(compose.services['serve']?.command).toContain('--no-workers');
    expect(compose.services['embedded']?.command).not.toContain('--no-workers');
  });

  it.each(own)('%s has its settings and one writable folder', (_, { command, volumes }) => {
    const folder = flagOf(command, '--dir') ?? '';

    expect(`${folder}/.parley`).toBe(image.folder);
    expect(volumes).toContain(`\${PARLEY_CONFIG:-./parley.yaml}:${folder}/parley.yaml:ro`);
    expect(volumes.filter((volume) => volume.endsWith('/.parley'))).toHaveLength(1);
  });

  it.each(own)('%s has few privileges', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      env_file: '.env',
    });
    expect(service).not.toHaveProperty('user', 'root');
    expect(service).not.toHaveProperty('privileged');
  });

  it('names stores and queues that the program understands', () => {
    for (const name of ['serve', 'worker']) {
      const { PARLEY_STORE, PARLEY_QUEUE } = compose.services[name]?.environment ?? {};
      const queue = queueLocation(PARLEY_QUEUE, () => {
        throw new Error('This is a queue of its own.');
      });

      expect(storeLocation('/', PARLEY_STORE)).toMatchObject({ kind: 'server' });
      expect(queue).toMatchObject({ ok: true, value: { kind: 'redis' } });
    }
  });

  it('waits for servers that report when they are ready', () => {
    for (const [, { depends_on = {} }] of services) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(condition).toBe('service_healthy');
        expect(compose.services[name]?.healthcheck?.test).toBeDefined();
      }
    }
    const asked = compose.services['postgres']?.healthcheck?.test?.join(' ');
    expect(asked).toContain('--host=127.0.0.1');
  });

  it('keeps data on volumes, and on a network without a way out', () => {
    for (const name of ['redis', 'postgres']) {
      const { networks = [], volumes = [], ports } = compose.services[name] ?? {};
      const [volume = ''] = volumes[0]?.split(':') ?? [];

      expect(networks.map((network) => compose.networks[network]?.internal)).toEqual([true]);
      expect(Object.keys(compose.volumes)).toContain(volume);
      expect(ports).toBeUndefined();
    }
    const redis = compose.services['redis']?.command.join(' ');
    expect(redis).toContain('--maxmemory-policy noeviction');
    expect(redis).toContain('--appendonly yes');
  });

  it('contains no password', () => {
    const withValue = /(?:PASSWORD|TOKEN|SECRET|KEY)\w*: (?!\$\{)\S/;

    expect(composeText).not.toMatch(withValue);
    expect(composeText).not.toMatch(/\$\{\w*(?:PASSWORD|TOKEN|SECRET)\w*:-[^}]/);
    expect(read('.env.example')).not.toMatch(/(?:PASSWORD|TOKEN|SECRET|KEY)=./);
  });
});

describe('.env.example', () => {
  const names = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(
    ([, name = '']) => name,
  );
  /** Variables that the SDKs of the clouds read themselves. */
  const ofClients = /^(?:AWS|AZURE|GOOGLE)_/;
  const pages = ['operations', 'configuration', 'slack', 'forges', 'webhooks']
    .map((name) => read(`docs/${name}.md`))
    .join('\n');

  it.each(names.filter((name) => !ofClients.test(name)))('%s is used', (name) => {
    const reference = `\${${name}`;

    expect(composeText.includes(reference) || pages.includes(reference)).toBe(true);
  });

  it('lists every variable of docker-compose.yml without a usable default', () => {
    const used = [...composeText.matchAll(/(?<!\$)\$\{(\w+)(?::-([^}]*))?\}/g)];
    const open = used.filter(([, , otherwise = '']) => otherwise === '');

    for (const [, name] of open) expect(names).toContain(name);
  });
});

describe('Dockerfile', () => {
  const ignore = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' '),
  );
  const manifest: {
    readonly bin: { readonly parley: string };
    readonly files: readonly string[];
    readonly imports?: Readonly<Record<string, string>>;
  } = JSON.parse(read('package.json'));

  it('copies paths that exist, and exactly those that the builder is sent', () => {
    for (const path of copied) expect(existsSync(join(root, path)), path).toBe(true);
    expect([...new Set(copied)].sort()).toEqual([...new Set(ignore)].sort());
  });

  it('contains every folder of the package, and links its program', () => {
    for (const path of manifest.files) {
      expect(path === 'dist' || copied.includes(path), path).toBe(true);
    }
    expect(dockerfile).toContain(`/app/${manifest.bin.parley} /usr/local/bin/parley`);
  });

  it('runs as an unprivileged user, with git installed', () => {
    expect([...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)).toEqual([
      '1000:1000',
    ]);
    expect(dockerfile).toContain('useradd --uid 1000 --gid 1000 ');
    expect(dockerfile.lastIndexOf('\nUSER ')).toBeGreaterThan(dockerfile.lastIndexOf('\nRUN '));
    expect(dockerfile).toMatch(/apt-get install .* git\b/);
  });

  it('takes no secret as an argument or variable', () => {
    expect(dockerfile).not.toMatch(/^(?:ARG|ENV) \w*(?:TOKEN|SECRET|PASSWORD|KEY)/m);
  });

  it('names its base images in arguments, as every builder supports', () => {
    const froms = [...dockerfile.matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)];
    const names = [...dockerfile.matchAll(/^ARG (\w+)=\S+$/gm)].map(([, name]) => name);

    // A builder without BuildKit cannot select a stage by an argument, and builds every stage.
    for (const [, from = ''] of froms) expect(names).toContain(/^\$\{(\w+)\}$/.exec(from)?.[1]);
    expect(dockerfile.indexOf('\nARG ')).toBeLessThan(dockerfile.indexOf('\nFROM '));
    expect(dockerfile.lastIndexOf('\nARG ')).toBeLessThan(dockerfile.indexOf('\nFROM '));
    for (const [, { build }] of own) {
      for (const name of Object.keys(build?.args ?? {})) expect(names).toContain(name);
    }
  });

  it('copies only from stages that exist, and needs no BuildKit', () => {
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
    const taken = [...dockerfile.matchAll(/--from=(\S+)/g)].map(([, name]) => name);

    expect([...new Set(taken)].sort()).toEqual([...stages].sort());
    expect(dockerfile).not.toMatch(/--mount=|<<|^# syntax=|--chmod|--link/m);
  });

  it('names no package registry and no custom certificate', () => {
    expect(dockerfile).not.toMatch(/npmrc|registry|cafile|https:/);
  });

  it('is probed where the program answers', () => {
    const [, port, path] = /127\.0\.0\.1:(\d+)(\/\w+)/.exec(dockerfile) ?? [];

    expect(port).toBe(image.port);
    expect(path).toBe('/healthz');
    expect(flagOf(image.command, '--port')).toBe(image.port);
  });
});
