import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'undici';

const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('chromium');

/** Whether this machine has Chromium; throws if it is missing and PARLEY_REQUIRE names it. */
export function hasBrowser(): boolean {
  const found = spawnSync('chromium', ['--version']).status === 0;
  if (!found && required) throw new Error('PARLEY_REQUIRE names chromium; it is not here');
  return found;
}

export interface Browser {
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page. */
  look<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

/** Chromium with one page, via https://chromedevtools.github.io/devtools-protocol. */
export async function startBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-browser-'));
  const quiet = ['background-networking', 'component-update', 'sync', 'gpu', 'quic'];
  const child = spawn(
    'chromium',
    [
      ...['--headless', '--no-sandbox', '--no-first-run', '--remote-debugging-port=0'],
      ...[...quiet.map((name) => `--disable-${name}`), `--user-data-dir=${folder}`, 'about:blank'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'close');
  const address = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error('Chromium ended.')));
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, found] = /DevTools listening on (\S+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const list = `http://${new URL(address).host}/json/list`;
  const pages = (await (await fetch(list)).json()) as readonly Readonly<Record<string, string>>[];
  const page = pages.find(({ type }) => type === 'page');
  const socket = new WebSocket(page?.['webSocketDebuggerUrl'] ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const call = createCaller(socket);
  return {
    open: async (url) => void (await call('Page.navigate', { url })),
    async look<T>(expression: string) {
      const answer = await call('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      // The caller knows the type of its expression.
      return (answer as { readonly result: { readonly value: T } }).result.value;
    },
    async close() {
      socket.close();
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Call = (method: string, params: object) => Promise<unknown>;

function createCaller(socket: WebSocket): Call {
  const waiting = new Map<number, (answer: unknown) => void>();
  let count = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  return (method, params) =>
    new Promise((resolve) => {
      count += 1;
      waiting.set(count, resolve);
      socket.send(JSON.stringify({ id: count, method, params }));
    });
}
