import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../../model/result.ts';
import { hasErrorCode } from '../../../../model/system-error.ts';
import { privateFolder } from './private-folder.ts';
import { lifeSign, sweepFolder } from './sweep.ts';

/** A folder for data that no other user may read, such as a copy of a state. */
export interface Scratch {
  /** Absolute, with links resolved; mode 0700. */
  readonly folder: string;
  /** Deletes the folder and its content. */
  close(): Promise<void>;
}

/**
 * Maximum length in bytes of a socket path, the smallest limit of all systems. Node truncates
 * longer paths.
 */
const longestSocket = 103;
/** A longer path leaves no room for the names of the providers' sockets. */
const longestTemporary = 64;

/**
 * Where programs that run in a scratch folder may put temporary files such as packages and sockets,
 * so that they are deleted with it. Undefined for other folders.
 */
export function temporaryFolder(dir: string): string | undefined {
  const [, scratch] = /^(.*\/parley-\w+\/copy-\w{6})\//.exec(dir) ?? [];
  if (scratch === undefined || scratch.length + 4 > longestTemporary) return undefined;
  return `${scratch}/tmp`;
}

/**
 * How often to try again if another process removes the new folder as dead before its sign of life
 * exists.
 */
const attempts = 5;

/**
 * Creates a folder in the private one below `tempDir`, and removes those there whose processes are
 * gone. It is deleted when it is closed, and when this process ends in any way that leaves other
 * processes running; otherwise, the next process that opens one deletes it.
 */
export async function openScratch(tempDir: string): Promise<Result<Scratch>> {
  const home = await privateFolder(tempDir);
  if (!home.ok) return home;
  if (Buffer.byteLength(join(home.value, 'copy-XXXXXX', lifeSign)) > longestSocket) {
    return fail(tooLong(home.value));
  }
  await sweepFolder(home.value);
  // Windows has no sockets in folders and no shell.
  if (process.platform === 'win32') return ok(plain(await mkdtemp(join(home.value, 'copy-'))));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return ok(await begin(home.value));
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT') || attempt === attempts) throw error;
    }
  }
}

function plain(folder: string): Scratch {
  return { folder, close: () => rm(folder, { recursive: true, force: true }) };
}

/** The folder gets its final name and content only after its sign of life exists. */
async function begin(home: string): Promise<Scratch> {
  const fresh = await mkdtemp(join(home, 'new-'));
  const server = await listen(join(fresh, lifeSign));
  const folder = join(dirname(fresh), basename(fresh).replace('new-', 'copy-'));
  try {
    await mkdir(join(fresh, 'tmp'));
    await rename(fresh, folder);
  } catch (error) {
    server.close();
    throw error;
  }
  const remover = startRemover(folder);
  return {
    folder,
    async close() {
      await rm(folder, { recursive: true, force: true });
      remover.kill('SIGKILL');
      server.close();
    },
  };
}

/**
 * A socket accepts connections as long as its process exists, however busy it is, and only on this
 * machine.
 */
function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });
}

/**
 * Programs still writing when the process ends are killed at the same moment or slightly later, so
 * removal is repeated.
 */
const removal = `trap '' INT TERM HUP
read -r _
for pause in 0.1 0.3 1 3 0; do
  rm -rf -- "$1" && sleep "$pause"
  [ -e "$1" ] || exit 0
done`;

/**
 * Waits until this process is gone, by reading from it. It has its own session, so that no terminal
 * ends it.
 */
function startRemover(folder: string): ChildProcess {
  const remover = spawn('/bin/sh', ['-c', removal, 'sh', folder], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without it, the next process that opens a folder removes this one.
  remover.on('error', () => undefined);
  remover.stdin.on('error', () => undefined);
  if ('unref' in remover.stdin && typeof remover.stdin.unref === 'function') remover.stdin.unref();
  remover.unref();
  return remover;
}

function tooLong(folder: string) {
  return {
    code: 'temporary-folder',
    message: 'The path of the folder for temporary files is too long for a socket.',
    place: { file: folder },
    hint: 'Set TMPDIR to a folder with a shorter path.',
  };
}
