import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Hosts and networks of their own, without a way out of this machine. */
export interface Networks {
  /** Adds a host to these networks, where the others know it by its name. */
  join(host: string, name: string, networks: readonly string[]): Host;
  remove(): void;
}

export interface Host {
  /** Name of its network namespace. */
  readonly namespace: string;
  /** IP addresses by network. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Path of its /etc/hosts, which is updated as hosts join. */
  readonly hosts: string;
}

const ip = (...args: readonly string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });

/**
 * Creates a bridge for each network; this machine has an address on those that are not internal, as
 * Docker arranges it.
 */
export function createNetworks(
  folder: string,
  networks: Readonly<Record<string, { readonly internal?: boolean }>>,
): Networks {
  const mark = process.pid.toString(36);
  const bridges = Object.entries(networks).map(([name, { internal = false }], at) => {
    const bridge = `pb${mark}${at}`;
    const prefix = `10.213.${at}`;
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('link', 'set', bridge, 'up');
    if (!internal) ip('addr', 'add', `${prefix}.1/24`, 'dev', bridge);
    return [name, { bridge, prefix, at }] as const;
  });
  const known = new Map(bridges);
  const joined: { host: string; name: string; addresses: Readonly<Record<string, string>> }[] = [];
  const files = join(folder, 'hosts');
  mkdirSync(files);

  const notifyAll = (): void => {
    for (const { host, addresses } of joined) {
      const lines = joined.flatMap((other) =>
        Object.entries(other.addresses).flatMap(([network, address]) =>
          network in addresses ? [`${address} ${other.name}`] : [],
        ),
      );
      writeFileSync(join(files, host), `127.0.0.1 localhost\n${lines.join('\n')}\n`);
    }
  };
  return {
    join(host, name, wanted) {
      const number = joined.length + 10;
      const namespace = `parley-${mark}-${host}`;
      ip('netns', 'add', namespace);
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
      const addresses = Object.fromEntries(
        wanted.map((network) => {
          const { bridge, prefix, at } = known.get(network) ?? { bridge: '', prefix: '', at: 0 };
          const [here, there] = [`pv${mark}${number}${at}`, `eth${at}`];
          const end = ['peer', 'name', there, 'netns', namespace];
          ip('link', 'add', here, 'type', 'veth', ...end);
          ip('link', 'set', here, 'master', bridge, 'up');
          ip('-n', namespace, 'addr', 'add', `${prefix}.${number}/24`, 'dev', there);
          ip('-n', namespace, 'link', 'set', there, 'up');
          return [network, `${prefix}.${number}`];
        }),
      );
      joined.push({ host, name, addresses });
      notifyAll();
      return { namespace, addresses, hosts: join(files, host) };
    },
    remove() {
      for (const { host } of joined) ip('netns', 'del', `parley-${mark}-${host}`);
      for (const [, { bridge }] of bridges) ip('link', 'del', bridge);
      rmSync(files, { recursive: true, force: true });
    },
  };
}
