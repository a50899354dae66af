import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpaCommand } from '../../../src/adapters/opa/cli.ts';
import { createOpaServer } from '../../../src/adapters/opa/http.ts';
import { createOpaModule } from '../../../src/adapters/opa/wasm.ts';
import { moduleThatAnswers } from './module.ts';

const veto = {
  decisions: [{ intent: 'i-1', drift: 'd-1', action: 'veto', because: 'Not on a Friday.' }],
};

let folder: string;
let server: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-opa-'));
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function serve(
  answer: (path: string, body: string, headers: Record<string, unknown>) => string | undefined,
): Promise<string> {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const text = answer(request.url ?? '', body, request.headers);
      if (text !== undefined) response.end(text);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('an OPA server', () => {
  it('is asked for the document, and names its bundles', async () => {
    const asked: unknown[] = [];
    const url = await serve((path, body, headers) => {
      asked.push([path, JSON.parse(body), headers['authorization']]);
      return JSON.stringify({
        result: veto,
        provenance: { bundles: { b: { revision: '2' }, a: { revision: '7' } } },
      });
    });
    const judge = createOpaServer({ url, path: 'parley/decision', timeout: 5000, token: 't' });

    expect(await judge.ask({ a: 1 })).toEqual({
      ok: true,
      value: { name: `opa ${url}`, digest: 'a@7, b@2', answer: veto },
    });
    expect(asked).toEqual([
      ['/v1/data/parley/decision?provenance=true', { input: { a: 1 } }, 'Bearer t'],
    ]);
  });

  it.each<[string, () => string | undefined, RegExp]>([
    ['has no such document', () => '{}', /no document parley\/decision/],
    ['answers in another form', () => '{"result":{"allow":true}}', /does not have the form/],
    [
      'approves',
      () =>
        JSON.stringify({
          result: { decisions: [{ intent: 'i', drift: 'd', action: 'accept', because: 'x' }] },
        }),
      /does not have the form/,
    ],
    ['talks', () => '<html>', /JSON/],
    ['is silent', () => undefined, /timeout|aborted/],
  ])('that %s gives no answer', async (_, answer, message) => {
    const url = await serve(answer);
    const judge = createOpaServer({ url, path: 'parley/decision', timeout: 300 });

    expect(await judge.ask({})).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(message) },
    });
  });

  it('that is not running gives no answer', async () => {
    const judge = createOpaServer({ url: 'http://127.0.0.1:9', path: 'a', timeout: 1000 });

    expect(await judge.ask({})).toMatchObject({
      ok: false,
      error: { code: 'external-policy-unreachable' },
    });
  });
});

describe('the opa program', () => {
  const program = (body: string): string => {
    const file = join(folder, 'opa');
    writeFileSync(file, `#!/usr/bin/env node\n${body}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const env = { PATH: process.env['PATH'] ?? '' };
  const ask = (binary: string, timeout = 20_000) => {
    const data = join(folder, 'policy.rego');
    writeFileSync(data, 'package parley\n');
    const judge = createOpaCommand({ binary, data, path: 'parley/decision', timeout, env });
    return judge.ask({ a: 1 });
  };

  it('gets the question, and its files are identified by digest', async () => {
    const echo = `
      let input = '';
      process.stdin.on('data', (chunk) => (input += chunk)).on('end', () => {
        const because = process.argv.slice(2, 6).join(' ') + ' ' + process.argv.at(-1) + input;
        const value = { decisions: [{ intent: 'i', drift: 'd', action: 'veto', because }] };
        console.log(JSON.stringify({ result: [{ expressions: [{ value }] }] }));
      });`;
    const reply = await ask(program(echo));

    expect(reply).toMatchObject({
      ok: true,
      value: {
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        answer: {
          decisions: [{ because: 'eval --format json --stdin-input data.parley.decision{"a":1}' }],
        },
      },
    });
  });

  it.each([
    ['fails', 'console.error("rego_parse_error"); process.exit(1);', 20_000, /rego_parse_error/],
    ['hangs', 'setInterval(() => {}, 1000);', 500, /took too long/],
    ['says something else', 'console.log("hello");', 20_000, /does not have the form/],
  ])('that %s gives no answer', async (_, body, timeout, message) => {
    expect(await ask(program(body), timeout)).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(message) },
    });
  });

  it('that is not installed gives no answer', async () => {
    expect(await ask(join(folder, 'nothing'))).toMatchObject({ ok: false });
  });
});

describe('a policy module', () => {
  it('is evaluated in this process, and identified by digest', async () => {
    const file = join(folder, 'policy.wasm');
    const bytes = await moduleThatAnswers(veto);
    writeFileSync(file, bytes);
    const judge = createOpaModule({ file, path: 'parley/decision' });

    expect(await judge.ask({ a: 1 })).toEqual({
      ok: true,
      value: {
        name: 'opa wasm',
        digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
        answer: veto,
      },
    });
  });

  it.each([
    ['another entry point', 'other/rule', /not valid/],
    ['another answer', 'parley/decision', /does not have the form/],
  ])('with %s gives no answer', async (_, path, message) => {
    const file = join(folder, 'policy.wasm');
    writeFileSync(file, await moduleThatAnswers({ allow: true }));

    expect(await createOpaModule({ file, path }).ask({})).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(message) },
    });
  });

  it.each([
    ['no module', Buffer.from('hello')],
    ['no file', undefined],
  ])('that is %s gives no answer', async (_, bytes) => {
    const file = join(folder, 'policy.wasm');
    if (bytes !== undefined) writeFileSync(file, bytes);

    expect(await createOpaModule({ file, path: 'a' }).ask({})).toMatchObject({ ok: false });
  });
});
