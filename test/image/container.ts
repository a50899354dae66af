import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Image } from './image.ts';
import type { Host } from './network.ts';

export interface ContainerOptions {
  readonly image: Image;
  readonly host: Host;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly Mount[];
}

export interface Mount {
  readonly from: string;
  readonly to: string;
  readonly isReadOnly: boolean;
}

export interface Container {
  /** Lines of stdout and stderr, in order of arrival. */
  readonly lines: readonly string[];
  readonly ended: Promise<number | null>;
  /** Runs a command inside, and returns its exit code and output. */
  exec(command: readonly string[]): { readonly code: number | null; readonly said: string };
  /**
   * Sends SIGTERM to the first process; the exit code, undefined if it takes longer than `seconds`.
   */
  stop(seconds: number): Promise<number | null | undefined>;
  kill(): Promise<void>;
}

/**
 * Starts an image as Compose starts the services of Parley: with a read-only root, a /tmp in memory
 * from which nothing can be executed, a network and processes of its own, and a user without
 * capabilities and without a way to gain any.
 */
export function startContainer(options: ContainerOptions): Container {
  const { image, host, command, env, mounts } = options;
  for (const { from, to } of mounts) placeFor(join(image.folder, to), statSync(from).isDirectory());
  const inside = inItsPlace(image, env);
  const child = spawn(
    'ip',
    [
      ...['netns', 'exec', host.namespace],
      ...['unshare', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'],
      ...['bash', '-euc', script(image.folder, host, mounts), 'container'],
      ...['chroot', image.folder, ...inside, ...image.config.Entrypoint, ...command],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] ?? '' } },
  );
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => lines.push(line));
  }
  const ended = once(child, 'close').then(() => child.exitCode);
  return {
    lines,
    ended,
    exec(wanted) {
      const target = ['--target', String(firstOf(child)), '--mount', '--net', '--pid', '--root'];
      const line = [...target, '--wd=/', ...inside, ...wanted];
      const { status, stdout, stderr } = spawnSync('nsenter', line, { encoding: 'utf8' });
      return { code: status, said: `${stdout}${stderr}` };
    },
    async stop(seconds) {
      process.kill(firstOf(child), 'SIGTERM');
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), seconds * 1000);
      });
      const code = await Promise.race([ended, late]);
      clearTimeout(timer);
      return code;
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs as the image's user, with the image's environment and no further privileges. */
function inItsPlace({ config }: Image, env: Readonly<Record<string, string>>): readonly string[] {
  const [user = '', group = ''] = config.User.split(':');
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [
    ...['setpriv', '--reuid', user, '--regid', group, '--clear-groups', '--no-new-privs'],
    ...['--inh-caps=-all', '--bounding-set=-all'],
    ...['env', '--ignore-environment', '--chdir', config.WorkingDir, ...config.Env, ...variables],
  ];
}

function script(folder: string, { hosts }: Host, mounts: readonly Mount[]): string {
  const at = (path: string): string => quoted(join(folder, path));
  const bind = ({ from, to, isReadOnly }: Mount): readonly string[] => [
    `mount --bind ${quoted(from)} ${at(to)}`,
    ...(isReadOnly ? [`mount -o remount,bind,ro ${at(to)}`] : []),
  ];
  const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];
  return [
    'mount --make-rprivate /',
    `mount --bind ${quoted(folder)} ${quoted(folder)}`,
    `mount -o remount,bind,ro ${quoted(folder)}`,
    `mount -t tmpfs -o size=1g,mode=1777,noexec,nosuid,nodev tmpfs ${at('tmp')}`,
    `mount -t tmpfs -o mode=755 tmpfs ${at('dev')}`,
    ...devices.flatMap((name) => [
      `touch ${at(`dev/${name}`)}`,
      `mount --bind /dev/${name} ${at(`dev/${name}`)}`,
    ]),
    `mount -t proc proc ${at('proc')}`,
    ...[{ from: hosts, to: 'etc/hosts', isReadOnly: true }, ...mounts].flatMap(bind),
    'exec "$@"',
  ].join('\n');
}

/** Creates a mount point, as Docker does. */
function placeFor(path: string, isFolder: boolean): void {
  if (existsSync(path)) return;
  mkdirSync(isFolder ? path : dirname(path), { recursive: true });
  if (!isFolder) writeFileSync(path, '');
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}

/** Process id of the first process inside, as this machine counts. */
function firstOf({ pid = 0 }: ChildProcess): number {
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  const found = Number(first);
  if (!(found > 0)) throw new Error('There is no process in it.');
  return found;
}
