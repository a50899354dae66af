import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A change to the files of a repository; `null` removes a file. */
export type Files = Readonly<Record<string, string | null | { readonly link: string }>>;

export interface TestRepository {
  /** Clone URL, without credentials. */
  readonly url: string;
  /** The bare repository on this machine. */
  readonly path: string;
  /** Commits on a branch, which is created if missing, and returns the commit. */
  commit(
    files: Files,
    options?: { readonly branch?: string; readonly message?: string; readonly author?: string },
  ): string;
  /** Tip of a branch. */
  head(branch?: string): string | undefined;
  /** Sorted names. */
  branches(): readonly string[];
  /** Content of a file at a revision. */
  read(path: string, revision?: string): string | undefined;
  /** Merges as a person does: with a merge commit on `into`. */
  merge(branch: string, into?: string): string;
  deleteBranch(branch: string): void;
  /** Runs any git command in the bare repository. */
  git(...args: readonly string[]): string;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

export interface GitServerOptions {
  /** Passwords by user; without it, no credentials are asked for. */
  readonly users?: Readonly<Record<string, string>>;
  /** Returns true if it answered the request itself. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly port?: number;
  /** Number of bytes after which a response stalls and never ends. */
  readonly stall?: (request: IncomingMessage) => number | undefined;
  /** Called when a response has stalled. */
  readonly stalled?: () => void;
}

export interface GitServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Creates an empty repository called `owner/name`. */
  create(name: string): TestRepository;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

/** Serves repositories over HTTP with git's own server. */
export async function startGitServer(options: GitServerOptions = {}): Promise<GitServer> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-git-server-'));
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    requests.push({ method, path, authorization: headers.authorization });
    if (options.intercept?.(request, response)) return;
    const user = userOf(headers.authorization, options.users);
    if (user === undefined) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
      return;
    }
    const max = options.stall?.(request) ?? Number.POSITIVE_INFINITY;
    serve(folder, user, request, response, max, options.stalled);
  });
  await new Promise<void>((listening) => {
    server.listen(options.port ?? 0, '127.0.0.1', listening);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    create: (name) => createRepository(join(folder, `${name}.git`), `${url}/${name}.git`),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function userOf(header: string | undefined, users: GitServerOptions['users']): string | undefined {
  if (users === undefined) return 'anybody';
  const [kind, text = ''] = (header ?? '').split(' ');
  if (kind?.toLowerCase() !== 'basic') return undefined;
  const [user = '', ...password] = Buffer.from(text, 'base64').toString().split(':');
  return users[user] !== undefined && users[user] === password.join(':') ? user : undefined;
}

/** CGI: the output is headers, an empty line, and the body. */
function serve(
  folder: string,
  user: string,
  request: IncomingMessage,
  response: ServerResponse,
  max: number,
  stalled: (() => void) | undefined,
): void {
  let sent = 0;
  const write = (chunk: Buffer): void => {
    const rest = chunk.subarray(0, Math.max(0, max - sent));
    if (sent < max && sent + chunk.length >= max) stalled?.();
    sent += chunk.length;
    if (rest.length > 0) response.write(rest);
  };
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const { headers } = request;
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: user,
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: headers['content-type'] ?? '',
      ...(headers['content-length'] && { CONTENT_LENGTH: headers['content-length'] }),
      ...(headers['content-encoding'] && { HTTP_CONTENT_ENCODING: headers['content-encoding'] }),
      ...(headers['git-protocol'] && { GIT_PROTOCOL: String(headers['git-protocol']) }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  response.on('close', () => child.kill());
  request.pipe(child.stdin);
  let head = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    if (response.headersSent) {
      write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const lines = head.subarray(0, end).toString().split('\r\n');
    const fields = lines.map((line) => line.split(/:\s*/, 2) as [string, string]);
    const status = fields.find(([name]) => name.toLowerCase() === 'status')?.[1] ?? '200';
    const rest = fields.filter(([name]) => name.toLowerCase() !== 'status');
    response.writeHead(Number.parseInt(status, 10), Object.fromEntries(rest));
    write(head.subarray(end + 4));
  });
  child.stdout.on('end', () => {
    if (sent < max) response.end();
  });
}

/** Creates a repository that is on this machine only. */
export function createRepository(path: string, url: string): TestRepository {
  mkdirSync(path, { recursive: true });
  const env = {
    PATH: process.env['PATH'] ?? '',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
    GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  };
  const run = (args: readonly string[], more: Record<string, string> = {}, input?: string) =>
    execFileSync('git', ['--git-dir', path, ...args], {
      env: { ...env, ...more },
      input: input ?? '',
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  const quiet = (args: readonly string[]) => {
    try {
      return run(args);
    } catch {
      return undefined;
    }
  };
  const by = (author: string) => ({
    GIT_AUTHOR_NAME: author,
    GIT_AUTHOR_EMAIL: `${author}@example.com`,
    GIT_COMMITTER_NAME: author,
    GIT_COMMITTER_EMAIL: `${author}@example.com`,
  });
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', path], { env });
  run(['config', 'http.receivepack', 'true']);
  run(['config', 'uploadpack.allowAnySHA1InWant', 'true']);
  const head = (branch = 'main') => tipIn(path, branch);
  const texts = new Map<string, string | undefined>();
  /** Cached, since commits never change and tests read often. */
  const textAt = (commit: string, file: string) => {
    const key = `${commit}:${file}`;
    if (!texts.has(key)) texts.set(key, quiet(['cat-file', 'blob', key]));
    return texts.get(key);
  };
  return {
    url,
    path,
    head,
    commit(files, { branch = 'main', message = 'change', author = 'dev' } = {}) {
      const scratch = mkdtempSync(join(tmpdir(), 'parley-commit-'));
      const index = { GIT_INDEX_FILE: join(scratch, 'index') };
      const parent = head(branch) ?? head();
      if (parent !== undefined) run(['read-tree', parent], index);
      for (const [file, content] of Object.entries(files)) {
        if (content === null) {
          run(['update-index', '--index-info'], index, `0 ${'0'.repeat(40)}\t${file}\n`);
          continue;
        }
        const [mode, text] =
          typeof content === 'string' ? ['100644', content] : ['120000', content.link];
        const blob = run(['hash-object', '-w', '--stdin'], {}, text).trim();
        run(['update-index', '--add', '--cacheinfo', `${mode},${blob},${file}`], index);
      }
      const tree = run(['write-tree'], index).trim();
      rmSync(scratch, { recursive: true });
      const parents = parent === undefined ? [] : ['-p', parent];
      const commit = run(['commit-tree', tree, ...parents, '-m', message], by(author)).trim();
      run(['update-ref', `refs/heads/${branch}`, commit]);
      return commit;
    },
    branches: () =>
      run(['for-each-ref', '--format=%(refname:short)', 'refs/heads'])
        .split('\n')
        .filter((line) => line !== '')
        .sort(),
    read(file, revision = 'main') {
      const commit = head(revision);
      return commit === undefined
        ? quiet(['cat-file', 'blob', `${revision}:${file}`])
        : textAt(commit, file);
    },
    merge(branch, into = 'main') {
      const [ours, theirs] = [head(into), head(branch)];
      if (ours === undefined || theirs === undefined) throw new Error('nothing to merge');
      const tree = run(['merge-tree', '--write-tree', ours, theirs]).split('\n')[0] ?? '';
      const args = ['commit-tree', tree, '-p', ours, '-p', theirs, '-m', `Merge ${branch}`];
      const commit = run(args, by('dev')).trim();
      run(['update-ref', `refs/heads/${into}`, commit]);
      return commit;
    },
    deleteBranch: (branch) => void run(['update-ref', '-d', `refs/heads/${branch}`]),
    git: (...args) => run(args),
  };
}

/**
 * The tip of a branch, read from the files of the repository. The forges of the tests look it up
 * for every pull request that they list, and starting git each time would hold up everything that
 * this process serves.
 */
function tipIn(path: string, branch: string): string | undefined {
  const name = `refs/heads/${branch}`;
  const loose = textOf(join(path, name))?.trim();
  if (loose !== undefined && /^[0-9a-f]{40,64}$/.test(loose)) return loose;
  const packed = textOf(join(path, 'packed-refs'))?.split('\n') ?? [];
  return packed.find((line) => line.endsWith(` ${name}`))?.split(' ')[0];
}

/** Undefined if there is no such file. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
