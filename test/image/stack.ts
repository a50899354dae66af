import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ComposeService, readCompose } from '../deploy/compose-file.ts';
import { type Container, type Mount, startContainer } from './container.ts';
import type { Image } from './image.ts';
import { createNetworks, type Host } from './network.ts';
import { type DataServer, startPostgresService, startRedisService } from './servers.ts';

export interface StackOptions {
  readonly image: Image;
  /** Contents of `.env`. */
  readonly env: Readonly<Record<string, string>>;
  /** Contents of `parley.yaml`. */
  readonly settings: string;
  /** Further mounts, such as a repository on this machine. */
  readonly mounts?: readonly Mount[];
}

/** The services of docker-compose.yml on this machine, without Docker. */
export interface Stack {
  readonly folder: string;
  /**
   * Starts a service without waiting for it, with another command if one is given. The second one
   * of a name is another replica.
   */
  up(service: string, command?: readonly string[]): Started;
  data(service: 'postgres' | 'redis'): DataServer;
  service(name: string): ComposeService;
  remove(): Promise<void>;
}

export interface Started extends Container {
  readonly host: Host;
}

const owner = 1000;

export function createStack({ image, env, settings, mounts = [] }: StackOptions): Stack {
  const folder = mkdtempSync(join(tmpdir(), 'parley-stack-'));
  chmodSync(folder, 0o755);
  const config = join(folder, 'parley.yaml');
  writeFileSync(config, settings, { mode: 0o644 });
  const values: Readonly<Record<string, string>> = { PARLEY_CONFIG: config, ...env };
  const compose = readCompose((name) => values[name]);
  const networks = createNetworks(folder, compose.networks);
  const containers: Container[] = [];
  const servers: DataServer[] = [];
  let count = 0;

  const service = (name: string): ComposeService => {
    const found = compose.services[name];
    if (found === undefined) throw new Error(`There is no service ${name}.`);
    return found;
  };
  /** Parses `from:to:ro`; a volume gets a new folder. */
  const mountOf = (text: string): Mount => {
    const [from = '', to, mode] = text.split(':');
    if (to !== undefined && from.startsWith('/')) return { from, to, isReadOnly: mode === 'ro' };
    count += 1;
    const made = join(folder, `volume-${count}`);
    mkdirSync(made);
    chownSync(made, owner, owner);
    return { from: made, to: to ?? from, isReadOnly: false };
  };
  return {
    folder,
    service,
    up(name, instead) {
      const {
        command = image.config.Cmd,
        environment = {},
        networks: wanted,
        volumes,
      } = service(name);
      const host = networks.join(`${name}${containers.length}`, name, wanted);
      const container = startContainer({
        image,
        host,
        command: instead ?? command,
        env: { ...env, ...environment },
        mounts: [...volumes.map(mountOf), ...mounts],
      });
      containers.push(container);
      return { ...container, host };
    },
    data(name) {
      const host = networks.join(name, name, service(name).networks);
      const begin = name === 'redis' ? startRedisService : startPostgresService;
      const server = begin(service(name), host, join(folder, name));
      servers.push(server);
      return server;
    },
    async remove() {
      await Promise.all(containers.map((one) => one.kill()));
      await Promise.all(servers.map((one) => one.stop()));
      networks.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
