export interface Reading {
  readonly url: string;
  readonly token: string;
  readonly readers: number;
  readonly seconds: number;
}

/** Requests pages as people do, and prints the time to the first byte for each kind. */
export async function read({ url, token, readers, seconds }: Reading): Promise<void> {
  const cookie = await signIn(url, token);
  const open = await links(url, cookie);
  await readAlone(url, cookie, open);
  const times = new Map<string, number[]>();
  const memory: number[] = [];
  const end = performance.now() + seconds * 1000;
  const before = process.cpuUsage();
  const sampling = setInterval(() => memory.push(process.memoryUsage.rss() / 2 ** 20), 1000);
  const reader = async (own: number): Promise<void> => {
    await pause((own / readers) * 1000);
    for (let turn = own; performance.now() < end; turn += 1) {
      const [kind, path] = pageOf(turn, open);
      const began = performance.now();
      const took = await firstByte(url + path, cookie);
      times.set(kind, [...(times.get(kind) ?? []), took]);
      await pause(Math.max(1000 - (performance.now() - began), 0));
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, own) => reader(own)));
  clearInterval(sampling);
  for (const [kind, all] of [...times].sort()) print(kind, all);
  const whole = [...times.values()].flat();
  print('all', whole);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(
    `processor time of the process, readers and scans included: ${((user + system) / 1000 / whole.length).toFixed(1)} ms a page\n`,
  );
  const half = Math.floor(memory.length / 2);
  process.stdout.write(
    `memory of the process: up to ${most(memory.slice(0, half))} MB in the first half, ${most(memory.slice(half))} MB in the second\n`,
  );
}

/** Requests each page alone, several times, because the first request loads and compiles code. */
async function readAlone(url: string, cookie: string, open: readonly string[]): Promise<void> {
  const pages = pagesOf(0, open);
  for (const [kind] of pages) {
    const times: number[] = [];
    let before = process.cpuUsage();
    for (let turn = 0; turn < 8; turn += 1) {
      if (turn === 1) before = process.cpuUsage();
      const [, path = '/ui'] = pagesOf(turn, open).find(([one]) => one === kind) ?? [];
      times.push(await firstByte(url + path, cookie));
    }
    const { user, system } = process.cpuUsage(before);
    const [first = 0, ...rest] = times;
    process.stdout.write(
      `${kind.padEnd(18)} alone, first byte: ${Math.min(...rest).toFixed(0)} to ${most(rest)} ms, ${first.toFixed(0)} ms the first time; ${((user + system) / 1000 / rest.length).toFixed(1)} ms of processor time\n`,
    );
  }
}

/** Milliseconds. */
async function firstByte(url: string, cookie: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, { headers: { cookie } });
  const took = performance.now() - began;
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  return took;
}

type Asked = readonly [kind: string, path: string];

function pageOf(turn: number, open: readonly string[]): Asked {
  const pages = pagesOf(turn, open);
  return pages[turn % pages.length] ?? ['inbox', '/ui'];
}

/** All pages, and the variants of the inbox. */
function pagesOf(turn: number, open: readonly string[]): readonly Asked[] {
  const intents = open.slice(0, -1);
  const intent = intents[turn % intents.length] ?? '/ui';
  const [, stack = '', id = ''] = /\/stacks\/([^/]+)\/intents\/([^/]+)/.exec(intent) ?? [];
  const address = `aws_lambda_function.this["${Number.parseInt(id.slice(2), 16)}"]`;
  return [
    ['inbox', '/ui'],
    ['intent', intent],
    ['intent, answer', `${intent}/answer?action=accept`],
    ['inbox, next part', open.at(-1) ?? '/ui'],
    ['inbox, one stack', '/ui?stack=stack-3'],
    ['inbox, text', `/ui?text=alice-${turn % 97}`],
    ['inbox, harm', '/ui?dimension=security'],
    ['answers of ten', `/ui/answers?action=hold&${intents.slice(0, 10).map(itemOf).join('&')}`],
    ['resource', `/ui/stacks/${stack}/resource?address=${encodeURIComponent(address)}`],
    ['timeline, day', '/ui/timeline?range=day'],
    ['timeline, week', '/ui/timeline?range=week'],
    ['policy', '/ui/policy?stack=stack-1'],
    ['policy, copy', '/ui/policy/copy?stack=stack-1'],
    ['stacks', '/ui/stacks'],
  ];
}

function itemOf(intent: string): string {
  const [, stack, id] = /\/stacks\/([^/]+)\/intents\/([^/]+)/.exec(intent) ?? [];
  return `i=${encodeURIComponent(`${stack} ${id} q`)}`;
}

async function signIn(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/ui/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Intents of the first part of the inbox, and the link to the next part. */
async function links(url: string, cookie: string): Promise<readonly string[]> {
  const page = await (await fetch(`${url}/ui`, { headers: { cookie } })).text();
  const intents = [...page.matchAll(/<h3><a href="([^"]+)"/g)].map(([, path = '']) => path);
  const next = /rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  return [...intents, next ?? '/ui'];
}

function print(kind: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  process.stdout.write(
    `${kind.padEnd(18)} ${String(sorted.length).padStart(6)} pages, first byte: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms\n`,
  );
}

function most(values: readonly number[]): string {
  return Math.max(0, ...values).toFixed(0);
}

function pause(time: number): Promise<void> {
  return new Promise((done) => setTimeout(done, time));
}
