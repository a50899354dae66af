import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/store/database.ts';
import { eventually } from '../../eventually.ts';
import { openProgram, type Program } from '../harness/program.ts';
import { setUps } from '../harness/set-ups.ts';
import { settingsFor } from '../harness/settings.ts';
import { createWorld, type Described, type ListOf, type World } from '../harness/world.ts';
import { filesBelow, readTools, readWebPages, signedToo, textOfFile } from './canary-readers.ts';
import { canaryFiles, canaryRecords, inCode, leaksIn, samples } from './canary-stack.ts';
import { toolNames, useTools } from './canary-writers.ts';

const stack = 'canary';
const addresses = ['aws_sqs_queue.canary', 'aws_lambda_function.api', 'aws_instance.web'];

/*
 * Credentials of every kind arrive in events, in every place where a caller may put them.
 * Everything that leaves the service is then searched for them.
 */
describe('credentials in what callers do', () => {
  let program: Program;
  let world: World;
  let rows: ReadonlyMap<string, string>;
  const pages = new Map<string, string>();
  let webPages: ReadonlyMap<string, string>;
  let toolAnswers: ReadonlyMap<string, string>;
  let wordsOfTools: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const [, start] = setUps.find(([name]) => name === 'embedded') ?? [];
    if (start === undefined) throw new Error('It needs nothing but a folder.');
    program = openProgram();
    world = await createWorld({
      program,
      setUp: await start(),
      // On a busy machine an agent waits longer for its answer.
      settings: (there) =>
        settingsFor(there, [{ name: stack }], { limits: { trial: { time: '10m' } } }),
    });
    world.hub.repository.commit(canaryFiles(`stacks/${stack}`));
    await world.startServer(['--log-level', 'debug']);
    const records = canaryRecords(Date.now());
    for (let at = 0; at < records.length; at += 100) {
      const body = { Records: records.slice(at, at + 100) };
      const answer = await world.call('POST', '/api/v1/events/trail', { body });
      pages.set(`answer to events ${at}`, JSON.stringify(answer));
      expect(answer.status).toBe(202);
    }
    await eventually(async () => {
      const { body } = await world.call<ListOf<object>>('GET', '/api/v1/open-drifts?limit=200');
      expect(body.items.length).toBeGreaterThan(0);
      expect(world.hub.state.pulls.length).toBeGreaterThan(0);
      expect(world.slack.received.length).toBeGreaterThan(0);
      expect(world.receiver.received.length).toBeGreaterThan(0);
    });
    // An earlier scan may have known a part of the records only, and other intents.
    await scanned();
    const shown = await intentsShown();
    const proposed = await eventually(() => proposedOf(shown));
    const [open = ''] = shown.filter((id) => id !== proposed);
    wordsOfTools = await useTools(world, stack, { open, proposed });
    await scanned();
    await world.hub.comment(world.hub.state.pulls[0]?.number ?? 0, 'alice', '/parley why');
    await readPages();
    for (const running of world.processes) await running.stop();
    rows = await readRows();
  });
  afterAll(async () => {
    await world?.stop();
    program?.remove();
  });

  /** Waits for a scan that began when all records were there. */
  async function scanned(): Promise<void> {
    const asked = new Date().toISOString();
    await world.call('POST', `/api/v1/stacks/${stack}/scans`);
    await eventually(async () => {
      const path = `/api/v1/stacks/${stack}/scans?limit=1`;
      const { body } = await world.call<ListOf<{ startedAt: string }>>('GET', path);
      expect((body.items[0]?.startedAt ?? '') >= asked).toBe(true);
    });
  }

  /** One of these intents, for which a pull request is open; throws if there is none. */
  function proposedOf(intents: readonly string[]): string {
    const open = world.hub.state.pulls.filter(({ state }) => state === 'open');
    const ids = open.map(({ body }) => /intent=(\S+)/.exec(body)?.[1] ?? '');
    const found = ids.find((id) => intents.includes(id));
    if (found === undefined) throw new Error(`Proposals are open for ${ids.join(', ')} only.`);
    return found;
  }

  async function intentsShown(): Promise<readonly string[]> {
    const path = `/api/v1/intents?stack=${stack}&limit=200`;
    const { body } = await world.call<ListOf<{ intent: { id: string } }>>('GET', path);
    return body.items.map(({ intent }) => intent.id);
  }

  /** Reads every route that can be read, for everything that the lists name. */
  async function readPages(): Promise<void> {
    const get = (path: string) => world.call('GET', path);
    const { body } = await world.call<Described>('GET', '/openapi.json');
    const idsOf = async (list: string) => {
      type Page = ListOf<{ id: string }>;
      return (await world.call<Page>('GET', `/api/v1/${list}`)).body.items.map(({ id }) => id);
    };
    const values: Readonly<Record<string, readonly string[]>> = {
      stack: [stack],
      scan: await idsOf(`stacks/${stack}/scans`),
      intent: await intentsShown(),
      id: await idsOf('receipts?limit=25'),
    };
    for (const [path, methods] of Object.entries(body.paths)) {
      if (!('get' in methods)) continue;
      const name = /\{(\w+)\}/g.exec(path.replace('{stack}', stack))?.[1] ?? '';
      const whole = (values[name] ?? ['none']).flatMap((value) => {
        const one = path.replace('{stack}', stack).replace(`{${name}}`, value);
        if (!path.endsWith('/ledger')) return [one];
        return addresses.map((address) => `${one}?stack=${stack}&address=${address}`);
      });
      for (const one of whole) pages.set(one, signedToo(JSON.stringify(await get(one))));
    }
    webPages = await readWebPages(world);
    toolAnswers = await readTools(world, stack, (values['intent'] ?? []).slice(0, 40), addresses);
  }

  async function readRows(): Promise<ReadonlyMap<string, string>> {
    const place = { kind: 'folder', path: join(world.folder, '.parley') } as const;
    const opened = await openDatabase(place, { timeout: 0, connections: 1 });
    if (!opened.ok) throw new Error(opened.error.message);
    const { db, close } = opened.value;
    const tables = await sql<{ schema: string; name: string }>`
      select table_schema as schema, table_name as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema')
        and table_type = 'BASE TABLE'`.execute(db);
    const found = new Map<string, string>();
    for (const { schema, name } of tables.rows) {
      const all = await sql<{ row: string }>`
        select row_to_json(t)::text as row from ${sql.table(`${schema}.${name}`)} t`.execute(db);
      found.set(name, all.rows.map(({ row }) => row).join('\n'));
    }
    await close();
    return found;
  }

  const everything = [...samples, inCode];

  it('were received, and are searched for in many places', async () => {
    const openDrifts = pages.get('/api/v1/open-drifts') ?? '';

    expect(rows.get('collected_records')).toContain(samples[0]?.core);
    expect(openDrifts).toContain('"live":{"kind":"redacted"}');
    expect(rows.get('open_drifts')).toContain('user_data');
    expect(world.hub.state.pulls.length).toBeGreaterThan(0);
    expect(rows.size).toBeGreaterThan(15);
    expect(pages.size).toBeGreaterThan(15);
  });

  it('are in no answer of the API', () => {
    for (const [path, text] of pages) expect([path, leaksIn(text, everything)]).toEqual([path, []]);
  });

  it('are on no page', () => {
    expect(webPages.size).toBeGreaterThan(20);
    for (const [path, text] of webPages) {
      expect([path, text.slice(0, 3)]).toEqual([path, '200']);
      expect([path, leaksIn(path + text, everything)]).toEqual([path, []]);
    }
  });

  it('are in no answer of a tool', () => {
    expect(toolAnswers.size).toBeGreaterThan(20);
    for (const [call, text] of toolAnswers) {
      expect([call, text.split('\n')[0]]).toEqual([call, 'undefined']);
      expect([call, leaksIn(text, everything)]).toEqual([call, []]);
    }
  });

  it('are in no answer to an agent that mentions them itself, and does its work', () => {
    const done = [...wordsOfTools.entries()].filter(([, text]) => text.startsWith('undefined'));

    for (const name of toolNames) {
      expect([name, done.some(([call]) => call.endsWith(name))]).toEqual([name, true]);
    }
    for (const [call, text] of wordsOfTools) {
      expect([call, leaksIn(text, everything)]).toEqual([call, []]);
    }
  });

  it('are in no log and no message', () => {
    for (const { lines } of world.processes) {
      expect(leaksIn(lines.join('\n'), everything)).toEqual([]);
    }
    for (const [name, { received }] of Object.entries({
      slack: world.slack,
      webhook: world.receiver,
    })) {
      const text = received.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n');
      expect([name, leaksIn(text, everything)]).toEqual([name, []]);
    }
  });

  // A line of code that is rewritten takes its contents along: to its branch, and into its plan.
  it('are in no proposal, and on no branch except for what the code says', () => {
    const { repository, state } = world.hub;

    expect(leaksIn(JSON.stringify(state.pulls), everything)).toEqual([]);
    expect(leaksIn(repository.branches().join('\n'), everything)).toEqual([]);
    for (const branch of repository.branches()) {
      const text = repository.git('log', '-p', '--unified=0', `main..${branch}`);
      expect([branch, leaksIn(text)]).toEqual([branch, []]);
    }
  });

  it('are in no row except the records as the cloud sent them', () => {
    for (const [name, text] of rows) {
      if (name === 'collected_records') continue;
      const searched = name === 'planned_proposals' ? samples : everything;
      expect([name, leaksIn(text, searched)]).toEqual([name, []]);
    }
  });

  it('are in no file of the service except the database and the copies of the code', () => {
    const files = filesBelow(join(world.folder, '.parley'));
    const others = files.filter((path) => !/\/(?:pgdata|store|repositories)\//.test(path));
    expect(others.filter((path) => /\/receipts\/inputs\//.test(path)).length).toBeGreaterThan(0);
    for (const path of others) {
      expect([path, leaksIn(textOfFile(path), everything)]).toEqual([path, []]);
    }
    for (const path of files) expect([path, leaksIn(path)]).toEqual([path, []]);
  });
});
