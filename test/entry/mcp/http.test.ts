import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Log, LogFields } from '../../../src/adapters/telemetry/log.ts';
import { ok } from '../../../src/model/result.ts';
import { silentLog } from '../../adapters/telemetry/silent-log.ts';
import { code, planOf } from '../../app/propose/stage.ts';
import { type TestApi, type TokenName, testApis } from '../api/api.ts';
import { driftId, intentId, markedProposal, markedRun } from '../api/runs.ts';
import { ask } from './client.ts';
import { connectTo, wish } from './world.ts';

const open = testApis();
const lines: (LogFields & { readonly message: string })[] = [];
const keep = (message: string, fields: LogFields = {}) => void lines.push({ message, ...fields });
const log: Log = { ...silentLog, info: keep, warn: keep, error: keep };
let api: TestApi;

beforeAll(async () => {
  api = open({ log });
  const prod = { tenant: api.shop, stack: 'shop/prod' };
  const run = await api.store.runs.keep(prod, markedRun('mark', 3), () => []);
  await api.store.runs.keep({ tenant: api.other, stack: 'theirs' }, markedRun('theirs'), () => []);
  await api.store.proposals.put({ ...markedProposal(prod, 'mark'), run: run.id });
});

function connect(token: TokenName): Promise<Client> {
  return connectTo(api, token);
}

const reading = ['list_drift', 'explain', 'blame', 'check_ownership'];
const writing = ['declare_intent', 'propose_change', 'answer'];

describe('the tools over HTTP', () => {
  it.each<readonly [TokenName, readonly string[]]>([
    ['read', reading],
    ['write', writing],
    ['approver', writing],
    ['other', [...reading, ...writing]],
  ])('are listed for the scopes of %s, and no others can be called', async (token, names) => {
    const client = await connect(token);
    const { tools } = await client.listTools();

    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual(
      names.map((name) => reading.includes(name)),
    );
    for (const { inputSchema } of tools) expect(inputSchema['additionalProperties']).toBe(false);
    for (const name of [...reading, ...writing].filter((one) => !names.includes(one))) {
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(/no tool/);
    }
  });

  it.each<TokenName>(['events', 'metrics', 'admin', 'stacks'])(
    'are not available with the scope of %s',
    async (token) => {
      await expect(connect(token)).rejects.toThrow(/scope/);
    },
  );

  it('show drift in pages, and the reasons of the decisions', async () => {
    const client = await connect('read');
    const first = await ask(client, 'list_drift', { stack: 'shop/prod', limit: 2 });
    const rest = await ask(client, 'list_drift', {
      stack: 'shop/prod',
      limit: 2,
      cursor: first.data['next'],
    });
    const drifts = [first, rest].flatMap(({ data }) => data['drifts'] as { id: string }[]);
    const why = await ask(client, 'explain', { stack: 'shop/prod', id: intentId('mark') });

    expect(drifts.map(({ id }) => id)).toEqual([0, 1, 2].map((n) => driftId('mark', n)).sort());
    expect(rest.data['next']).toBeUndefined();
    expect(why.data).toMatchObject({
      intents: [{ summary: 'Raised the delay of mark', who: { class: 'human' } }],
      decisions: [{ verdict: { outcome: 'accept', rule: 'people' } }],
    });
    expect(why.texts[0]).toContain('not an instruction');
  });

  it('show nothing of another tenant', async () => {
    const theirs = await connect('other');
    const mine = await connect('read');
    const id = intentId('mark');
    const all = await ask(theirs, 'list_drift');
    const problems = [
      await ask(theirs, 'explain', { stack: 'shop/prod', id }),
      await ask(theirs, 'explain', { stack: 'theirs', id }),
      await ask(theirs, 'answer', { stack: 'theirs', id, answer: 'accept' }),
      await ask(theirs, 'blame', { stack: 'theirs', address: 'aws_sqs_queue.mark_0' }),
      await ask(mine, 'explain', { stack: 'theirs', id: intentId('theirs') }),
    ];

    expect(all.data['drifts']).toMatchObject([{ stack: 'theirs' }]);
    expect(JSON.stringify(all)).not.toContain('mark_0');
    expect(problems.map(({ problem }) => problem)).toEqual([
      'which-stack',
      'unknown-id',
      'intent-unknown',
      'unknown-address',
      'which-stack',
    ]);
    for (const { texts } of problems.slice(0, 4)) expect(texts.join()).not.toContain('mark_1');
  });

  it('say who owns a field, and since when', async () => {
    const client = await connect('read');
    const address = 'aws_sqs_queue.mark_0';
    const owned = await ask(client, 'blame', { stack: 'shop/prod', address });
    const free = await ask(client, 'check_ownership', {
      stack: 'shop/prod',
      address,
      field: 'name',
      principal: wish.principal,
    });

    expect(owned.data['fields']).toMatchObject([
      { field: 'name', owners: [{ who: { id: 'code' } }], history: [{ change: 'set' }] },
    ]);
    expect(free.data['standing']).toBe('free');
  });

  it("store an intent as an agent's, with token and client", async () => {
    const client = await connect('write');
    const tried = await ask(client, 'declare_intent', { ...wish, dry_run: true });
    const before = await declared();
    const kept = await ask(client, 'declare_intent', wish);

    expect(tried.data).toMatchObject({ kept: false, concerns: [{ drift: driftId('mark') }] });
    expect(before).toEqual([]);
    expect(kept.data).toMatchObject({ kept: true, id: tried.data['id'] });
    expect(await declared()).toMatchObject([
      {
        by: wish.principal,
        class: 'agent',
        name: 'agent:write (client some-editor 1.2.3)',
        until: wish.until,
      },
    ]);
  });

  it.each<readonly [string, TokenName, object, string | undefined]>([
    ['a person', 'write', { principal: 'sam@example.com' }, 'in-the-name-of-a-person'],
    [
      'a person of a directory',
      'write',
      {
        principal:
          'arn:aws:iam::111122223333:role/aws-reserved/sso.amazonaws.com/Ops_0123456789abcdef',
      },
      'in-the-name-of-a-person',
    ],
    ['an account of a service', 'write', { principal: 'bot@p.iam.gserviceaccount.com' }, undefined],
    ['an account of a cluster', 'write', { principal: 'system:serviceaccount:ops:bot' }, undefined],
    ['an application', 'write', { principal: '0f8fad5b-d9cb-469f-a165-70867728950e' }, undefined],
    ['root', 'write', { principal: 'arn:aws:iam::111122223333:root' }, 'in-the-name-of-a-person'],
    ['anybody', 'write', { principal: '*' }, 'arguments-invalid'],
    ['an approver', 'write', { approver: 'sam', ticket: 'T-1' }, 'approver-not-yours'],
    ['an approver, by a token that may', 'approver', { approver: 'sam', ticket: 'T-1' }, undefined],
    ['an approval without a ticket', 'approver', { approver: 'sam' }, 'arguments-invalid'],
    ['a class', 'write', { class: 'human' }, 'arguments-invalid'],
    ['a name', 'write', { name: 'sam' }, 'arguments-invalid'],
    ['another tenant', 'write', { tenant: 'other' }, 'arguments-invalid'],
    ['a stack of another tenant', 'write', { stack: 'theirs' }, 'which-stack'],
    ['no constraint', 'write', { want: {} }, 'arguments-invalid'],
    ['a window that ends first', 'write', { from: '2026-04-01T00:00:00Z' }, 'arguments-invalid'],
  ])('declare for %s only if that is allowed', async (_, token, more, problem) => {
    const client = await connect(token);
    const reported = await ask(client, 'declare_intent', { ...wish, ...more, dry_run: true });

    expect(reported.problem).toBe(problem);
  });

  it("store an answer as an agent's, and trigger a scan", async () => {
    const client = await connect('write');
    const id = intentId('mark', 1);
    const ways = { stack: 'shop/prod', id, answer: 'hold', value: '24h', because: 'a freeze' };
    const reported = await ask(client, 'answer', ways);
    const again = await ask(client, 'answer', ways);
    const answers = await api.store.answers.list({ tenant: api.shop, stack: 'shop/prod' });

    expect(reported.data).toMatchObject({ intent: id, repeated: false });
    expect(again.data).toMatchObject({ repeated: true });
    expect(answers).toMatchObject([
      {
        intent: id,
        action: 'hold',
        by: 'agent:write (client some-editor 1.2.3)',
        note: 'a freeze',
      },
    ]);
    expect(await api.jobs()).toContainEqual(expect.objectContaining({ queue: 'reconcile' }));
  });

  it.each([
    [{ stack: 'shop/prod' }, undefined],
    [{ stack: 'theirs' }, 'which-stack'],
    [{ stack: 'shop/prod', value: undefined }, 'arguments-invalid'],
    [{ stack: 'shop/prod', field: '..' }, 'arguments-invalid'],
  ])('try a change if the code is available: %j', async (more, problem) => {
    const world = open({
      settings: api.deps.settings,
      tryChange: async () => ok({ fields: [], patched: [], unresolved: [] }),
    });
    const client = await connectTo(world, 'read');
    const reported = await ask(client, 'what_would_happen', {
      ...{ address: 'q.a', field: 'delay', value: 1, principal: 'arn:aws:iam::1:role/a', ...more },
    });

    expect(reported.problem).toBe(problem);
    if (problem === undefined) expect(reported.data).toMatchObject({ inCode: true, files: [] });
  });

  it('have the time of a trial, too', async () => {
    const world = open({
      settings: api.deps.settings,
      limits: { answerTime: 1, trialTime: 60_000 },
      tryChange: async () => {
        await sleep(50);
        return ok({ fields: [], patched: [], unresolved: [] });
      },
    });
    const client = await connectTo(world, 'read');
    const change = { address: 'q.a', field: 'delay', value: 1, principal: 'arn:aws:iam::1:role/a' };
    const reported = await ask(client, 'what_would_happen', { stack: 'shop/prod', ...change });

    expect(reported.data).toMatchObject({ inCode: true });
  });

  it('propose what the latest scan planned, and nothing else', async () => {
    const client = await connect('write');
    const reported = await ask(client, 'propose_change', {
      stack: 'shop/prod',
      id: intentId('mark'),
    });

    expect(reported.problem).toBe('nothing-planned');
  });

  it('record in the propose job who asked for it', async () => {
    const world = open({});
    const prod = { tenant: world.shop, stack: 'shop/prod' };
    const planned = [{ ...planOf({ name: 'a', value: 5 }, code), intent: intentId('mark') }];
    await world.store.runs.keep(prod, { ...markedRun('mark'), planned }, () => []);
    const client = await connectTo(world, 'write');
    const reported = await ask(client, 'propose_change', {
      stack: 'shop/prod',
      id: intentId('mark'),
    });
    const by = 'agent:write (client some-editor 1.2.3)';

    expect(reported.data).toMatchObject({ intent: intentId('mark') });
    expect(await world.jobs()).toContainEqual({
      queue: 'propose',
      job: expect.objectContaining({ ...prod, intent: intentId('mark'), by }),
    });
  });

  it('are logged with tool, token and client, and without their content', async () => {
    const client = await connect('read');
    lines.length = 0;
    await ask(client, 'explain', { stack: 'shop/prod', id: 'i-secretlookingthing' });

    expect(lines).toContainEqual(
      expect.objectContaining({
        message: 'tool called',
        tool: 'explain',
        tenant: api.shop,
        caller: 'read',
        class: 'agent',
        client: 'some-editor 1.2.3',
        problem: 'unknown-id',
      }),
    );
    expect(JSON.stringify(lines)).not.toContain('secretlooking');
  });
});

async function declared() {
  const project = api.store.project({ tenant: api.shop, stack: 'shop/prod' });
  return (await project.declaredIntents()).map(({ body }) => body);
}
