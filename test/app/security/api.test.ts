import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import { openProgram, type Program } from '../harness/program.ts';
import { changeRecord, stackFiles } from '../harness/project.ts';
import { setUps } from '../harness/set-ups.ts';
import { projectSettings, settingsFor } from '../harness/settings.ts';
import { createWorld, type Described, type ListOf, secrets, type World } from '../harness/world.ts';

let program: Program;
let world: World;

/** Only `default` has a stack with records; that of `other` has none. */
beforeAll(async () => {
  program = openProgram();
  const [, start] = setUps[0] ?? [];
  if (start === undefined) throw new Error('The embedded set-up is always there.');
  world = await createWorld({
    program,
    setUp: await start(),
    settings: (there) =>
      settingsFor(there, [{ name: 'acme-vault' }, { name: 'plain', tenant: 'other' }]),
  });
  for (const name of ['acme-vault', 'plain']) {
    world.hub.repository.commit(stackFiles(`stacks/${name}`, name, 1, projectSettings));
  }
  await world.startServer();
  const time = Date.now() - 3_600_000;
  const change = {
    id: 'e1',
    stack: 'acme-vault',
    queue: 0,
    timeout: 60,
    time,
    user: 'user-of-acme',
  };
  await world.call('POST', '/api/v1/events/trail', { body: changeRecord(change) });
  await eventually(async () => {
    const { body } = await world.call<ListOf<object>>('GET', '/api/v1/proposals');
    expect(body.items).toHaveLength(1);
  });
});
afterAll(async () => {
  await world?.stop();
  program?.remove();
});

type Found = ListOf<{ readonly id?: string; readonly intent?: { readonly id: string } }>;

/** Every path of the API, filled in with what `default` has. */
async function paths(method: string): Promise<readonly string[]> {
  const { body } = await world.call<Described>('GET', '/openapi.json');
  const scans = await world.call<Found>('GET', '/api/v1/stacks/acme-vault/scans');
  const intents = await world.call<Found>('GET', '/api/v1/intents?stack=acme-vault');
  const values: Readonly<Record<string, string>> = {
    stack: 'acme-vault',
    scan: scans.body.items[0]?.id ?? expect.fail('There is no scan.'),
    intent: intents.body.items[0]?.intent?.id ?? expect.fail('There is no intent.'),
    source: 'trail',
    queue: 'reconcile',
    id: 'none',
    forge: 'hub',
  };
  return Object.entries(body.paths)
    .filter(([path, methods]) => path.startsWith('/api/') && method in methods)
    .map(([path]) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name));
}

/** Matches what only `default` has. */
const owned = /acme-vault|user-of-acme|intent-|trail"/;

describe('a tenant', () => {
  it('has something to hide', async () => {
    const { body } = await world.call<ListOf<object>>('GET', '/api/v1/proposals');

    expect(JSON.stringify(body)).toMatch(owned);
  });

  it('never reads what belongs to another', async () => {
    const asked = await paths('get');
    expect(asked.length).toBeGreaterThan(8);
    for (const path of asked) {
      for (const query of ['', '?stack=acme-vault', '?stack=plain']) {
        const { status, body } = await world.call('GET', `${path}${query}`, {
          token: secrets.OTHER_TOKEN,
        });

        expect([200, 400, 404], path).toContain(status);
        expect(JSON.stringify(body), path).not.toMatch(owned);
      }
    }
  });

  it('never does anything to what belongs to another', async () => {
    const before = await world.call('GET', '/api/v1/stacks/acme-vault/scans');
    for (const path of await paths('post')) {
      if (path.includes('/webhooks') || path.endsWith('/incidents') || path.includes('/tickets/'))
        continue;
      const { status } = await world.call('POST', path, {
        token: secrets.OTHER_TOKEN,
        body: { action: 'hold' },
      });

      expect([400, 404, 422], path).toContain(status);
    }
    const after = await world.call('GET', '/api/v1/stacks/acme-vault/scans');
    expect(after.body).toEqual(before.body);
  });

  it('needs a token for every path that is not open', async () => {
    const open = /\/webhooks|\/incidents$|\/events\/|\/tickets\//;
    for (const method of ['get', 'post', 'delete'] as const) {
      for (const path of await paths(method)) {
        if (open.test(path)) continue;
        for (const token of ['', 'wrong-token-of-some-length', `${secrets.API_TOKEN}x`]) {
          const { status } = await world.call(method.toUpperCase(), path, { token });

          expect(status, `${method} ${path}`).toBe(401);
        }
      }
    }
  });
});

/** Sends bytes as they are, and returns what comes back until the server is done. */
function raw(text: string): Promise<string> {
  const { port } = new URL(world.url);
  return new Promise((done) => {
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('close', () => done(answer));
    socket.on('error', () => done(answer));
    socket.write(text);
  });
}

/** Endpoints that read a body before they know that the sender is genuine, and one with a token. */
const doors: readonly (readonly [path: string, type: string])[] = [
  ['/api/v1/events/trail', 'application/json'],
  ['/api/v1/forges/hub/webhooks', 'application/json'],
  ['/api/v1/slack/commands', 'application/x-www-form-urlencoded'],
  ['/api/v1/slack/interactions', 'application/x-www-form-urlencoded'],
];

const head = ([path, type]: (typeof doors)[number], length: number): string =>
  [
    `POST ${path} HTTP/1.1`,
    'host: x',
    ...(path.includes('/events/') ? [`authorization: Bearer ${secrets.API_TOKEN}`] : []),
    `content-type: ${type}`,
    `content-length: ${length}`,
    '',
    '',
  ].join('\r\n');

describe('bodies', () => {
  it.each(['/api/v1/events/trail', '/api/v1/forges/hub/webhooks'])(
    'of %s that are too large are refused',
    async (path) => {
      const answer = await world
        .call('POST', path, { body: { x: 'x'.repeat(8 * 1024 * 1024) } })
        // The server may hang up before everything is sent.
        .catch(() => ({ status: 413 }));

      expect(answer.status).toBe(413);
    },
  );

  it.each(doors)('of %s that only claim to be large are refused', async (...door) => {
    expect(await raw(head(door, 10 ** 9))).toMatch(/^HTTP\/1.1 413 /);
  });

  it('that never arrive time out', async () => {
    const answers = await Promise.all(doors.map((door) => raw(`${head(door, 1000)}{"Records":[`)));

    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('that are nested without end, or are not JSON, are refused', async () => {
    for (const text of ['['.repeat(100_000), '{"Records": [', '\0']) {
      const answer = await fetch(`${world.url}/api/v1/events/trail`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secrets.API_TOKEN}`,
          'content-type': 'application/json',
        },
        body: text,
      });

      expect(answer.status).toBe(400);
    }
    expect(await world.call('GET', '/healthz')).toMatchObject({ status: 200 });
  });

  it('headers without end are refused', async () => {
    expect(await raw(`GET /healthz HTTP/1.1\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    );
  });
});
