import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReportV1 } from '../../../src/model/report.ts';
import {
  demoFlags,
  initProject,
  newProject,
  parley,
  readFiles,
  removeFolders,
} from '../cli/parley.ts';
import { ask, programFlags, someClient, startStdio } from './client.ts';
import { eventsWith, settings } from './night.ts';

afterAll(removeFolders);

const group = 'module.web.aws_autoscaling_group.this';
const account = 'arn:aws:iam::123456789012';
const loadTest = `${account}:role/load-test`;

describe('parley mcp', () => {
  let project: string;
  let reader: Client;
  let said: () => string;

  beforeAll(async () => {
    project = newProject();
    await initProject(project);
    expect(await parley(project, 'scan', ...demoFlags)).toMatchObject({ code: 0 });
    ({ client: reader, said } = await startStdio(project, settings));
  });
  afterAll(() => reader.close());

  it('only reads, unless writing is allowed', async () => {
    const { tools } = await reader.listTools();

    expect(tools.map(({ name }) => name)).toEqual([
      'list_drift',
      'explain',
      'blame',
      'check_ownership',
      'what_would_happen',
    ]);
    await expect(
      reader.callTool({ name: 'answer', arguments: { id: group, answer: 'accept' } }),
    ).rejects.toThrow(/no tool answer/);
  });

  it('shows drift and the reasons of decisions, as the commands do', async () => {
    const drift = await ask(reader, 'list_drift', { address: 'module.web' });
    const why = await ask(reader, 'explain', { id: group });
    const command = JSON.parse((await parley(project, 'explain', group, '--json')).out);
    const owned = await ask(reader, 'check_ownership', {
      ...{ address: group, field: 'desired_capacity', principal: loadTest },
    });

    expect(drift.data['drifts']).toContainEqual(
      expect.objectContaining({
        address: group,
        field: 'desired_capacity',
        intent: expect.objectContaining({ who: expect.objectContaining({ class: 'controller' }) }),
        verdict: expect.objectContaining({ outcome: 'delegate', rule: 'controller-scales' }),
      }),
    );
    expect(why.data['decisions']).toMatchObject([
      { explanation: command.decisions[0].explanation, verdict: { rule: 'controller-scales' } },
    ]);
    expect(owned.data['standing']).toBe('taken');
  });

  it('says what would happen, and writes nothing', async () => {
    const before = readFiles(project);
    const reported = await ask(reader, 'what_would_happen', {
      address: 'aws_sqs_queue.orders',
      field: 'visibility_timeout_seconds',
      value: 90,
      principal: `${account}:role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_OnCall_4f2a9b81c07d`,
      session: 'maria@example.com',
    });
    const after = [...readFiles(project)].filter(([path]) => !path.startsWith('.parley/'));

    expect(reported.data).toMatchObject({
      inCode: false,
      actor: { class: 'human', evidence: 'trusted' },
      fields: [{ verdict: { outcome: 'accept', rule: 'person' }, live: { value: 90 } }],
      files: [{ path: 'variables.tf', verification: 'evaluate', passed: true }],
    });
    expect(after).toEqual([...before].filter(([path]) => !path.startsWith('.parley/')));
  });

  it.each<readonly [string, string, object, string]>([
    ['an id that is not there', 'explain', { id: 'i-000000000000' }, 'unknown-id'],
    ['an address that is not there', 'blame', { address: 'aws_nix.a' }, 'unknown-address'],
    ['a stack where there is none', 'explain', { id: group, stack: 'shop' }, 'which-stack'],
    [
      'a path that is none',
      'what_would_happen',
      { ...{ address: group, field: '..' } },
      'arguments-invalid',
    ],
    ['an argument too many', 'explain', { id: group, __proto: 1 }, 'arguments-invalid'],
    ['a number', 'explain', { id: 7 }, 'arguments-invalid'],
    ['hidden text', 'explain', { id: 'i-\u001b[2J\u202e{}' }, 'unknown-id'],
    ['a cursor that no list gave', 'list_drift', { cursor: 'e30' }, 'cursor'],
    ['a long text', 'explain', { id: 'x'.repeat(2000) }, 'arguments-invalid'],
  ])('answers %s with a problem and the next step', async (_, name, args, problem) => {
    const reported = await ask(reader, name, args);

    expect(reported.problem).toBe(problem);
    expect(reported.texts.join()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('logs the calls, without their content', async () => {
    await ask(reader, 'explain', { id: 'some-quiet-id' });

    expect(said()).toContain('"agent":"agent:user:tester (client some-editor 1.2.3)"');
    expect(said()).toContain('"problem":"unknown-id"');
    expect(said()).not.toContain('some-quiet-id');
  });

  it('stores what an agent declares, and attributes the call that follows to it', async () => {
    const { client } = await startStdio(project, ['--allow-writes', ...settings]);
    const wish = {
      principal: loadTest,
      address: group,
      field: 'desired_capacity',
      want: { min: 4, max: 6 },
      because: 'Load test of the checkout',
      from: '2026-03-15T08:00:00Z',
      until: '2026-03-15T20:00:00Z',
      ticket: 'OPS-71',
    };
    const kept = await ask(client, 'declare_intent', wish);
    const approved = await ask(client, 'declare_intent', { ...wish, approver: 'sam' });
    const flags = ['--events', eventsWith(6), ...settings];
    const scan = await parley(project, 'scan', '--json', ...flags);
    const { intents } = ReportV1.parse(JSON.parse(scan.out));
    const why = await ask(client, 'explain', { id: group });
    await client.close();
    const done = intents.find(({ actor, declared }) => actor.principal === loadTest && !declared);
    const shown = await parley(project, 'receipt', 'show', '--json');
    const receipts = JSON.parse(shown.out) as readonly { readonly statement: object }[];

    expect(kept.data).toMatchObject({
      kept: true,
      declaredBy: 'agent:user:tester (client some-editor 1.2.3)',
    });
    expect(receipts.map(({ statement }) => statement)).toContainEqual(
      expect.objectContaining({
        kind: 'declaration',
        predicate: expect.objectContaining({
          about: expect.objectContaining({
            by: 'agent:user:tester (client some-editor 1.2.3)',
            id: kept.data['id'],
          }),
        }),
      }),
    );
    expect(approved.problem).toBe('approver-not-yours');
    expect(done).toMatchObject({ announced: kept.data['id'], expires: '2026-03-15T20:00:00.000Z' });
    expect(why.data['intents']).toContainEqual(
      expect.objectContaining({ id: done?.id, announced: kept.data['id'] }),
    );
    expect(why.data['intents']).toContainEqual(
      expect.objectContaining({ id: kept.data['id'], declared: true, ticket: 'OPS-71' }),
    );
  });

  it('answers only as an agent, which the next run reports', async () => {
    const { client } = await startStdio(project, ['--allow-writes', ...settings]);
    const id = 'aws_dynamodb_table.orders';
    const reported = await ask(client, 'answer', { id, answer: 'reject', because: 'keep backups' });
    await client.close();
    const scan = await parley(project, 'scan', '--json', ...demoFlags);
    const { answers } = ReportV1.parse(JSON.parse(scan.out));

    expect(reported.data).toMatchObject({
      repeated: false,
      message: expect.stringContaining('next'),
    });
    expect(answers).toContainEqual(
      expect.objectContaining({
        intent: reported.data['intent'],
        by: 'agent:user:tester (client some-editor 1.2.3)',
      }),
    );
  });

  it('proposes what a scan would, on a branch for people', async () => {
    const own = newProject();
    const git = (...args: readonly string[]): string => {
      const flags = ['-C', own, '-c', 'user.name=Ben', '-c', 'user.email=b@x.test'];
      return execFileSync('git', [...flags, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
    };
    await initProject(own);
    git('init', '-q', '-b', 'main');
    git('add', '--all');
    git('commit', '-q', '-m', 'code');
    expect(await parley(own, 'scan', ...demoFlags)).toMatchObject({ code: 0 });
    const { client } = await startStdio(own, ['--allow-writes', ...demoFlags]);
    const id = 'aws_sqs_queue.orders';
    const reported = await ask(client, 'propose_change', { id });
    const refused = await ask(client, 'propose_change', { id: 'aws_dynamodb_table.orders' });
    await client.close();
    const [proposal] = reported.data['proposals'] as readonly { readonly branch: string }[];
    const receipts = JSON.parse((await parley(own, 'receipt', 'show', '--json')).out);
    const commit = git('rev-parse', proposal?.branch ?? '');

    expect(reported.problem).toBeUndefined();
    expect(git('show', '--stat', proposal?.branch ?? '')).toContain('variables.tf');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('branch', '--list', 'parley/*').split('\n')).toHaveLength(1);
    expect(refused.problem).toBe('nothing-planned');
    const written = receipts.filter(
      ({ statement }: { readonly statement: { readonly kind: string } }) =>
        statement.kind === 'write',
    );
    expect(written).toMatchObject([
      {
        statement: {
          predicate: { about: { commit }, by: 'agent:user:tester (client some-editor 1.2.3)' },
        },
      },
    ]);
  });

  it('answers many calls at once, and continues after an invalid one', async () => {
    const change = { address: 'aws_sqs_queue.orders', field: 'delay_seconds', principal: loadTest };
    const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`);
    const reported = await Promise.all([
      ask(reader, 'blame', { address: group }),
      ask(reader, 'list_drift', { limit: 1 }),
      ask(reader, 'blame', { address: 'aws_sqs_queue.orders' }),
      ask(reader, 'what_would_happen', { ...change, value: 'x'.repeat(200_000) }),
      ask(reader, 'what_would_happen', { ...change, value: 7 }),
    ]);
    const lost = await ask(reader, 'what_would_happen', { ...change, value: deep });
    const after = await ask(reader, 'list_drift', { limit: 1 });

    expect(reported.map(({ problem }) => problem)).toEqual(Array(5).fill(undefined));
    expect(JSON.stringify(reported).length).toBeLessThan(100_000);
    expect(lost.problem).toBe('arguments-invalid');
    expect(after.problem).toBeUndefined();
  });

  it('ends with its client, however that ends', async () => {
    const { client, pid } = await startStdio(project, settings);
    const own = pid();
    const open = client.callTool({
      name: 'what_would_happen',
      arguments: { address: group, field: 'desired_capacity', value: 9, principal: loadTest },
    });
    await client.close();
    await expect(open).rejects.toThrow();
    expect(own).toBeGreaterThan(0);
    expect(() => process.kill(own, 0)).toThrow();

    const child = spawn(process.execPath, [...programFlags, 'mcp', ...settings], {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: project },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: someClient };
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\nno JSON\n`,
    );
    await once(child.stdout, 'data');
    child.stdin.end();
    expect((await once(child, 'exit'))[0]).toBe(0);
    expect(existsSync(join(project, '.parley', 'daemon.json'))).toBe(false);
  });
});
