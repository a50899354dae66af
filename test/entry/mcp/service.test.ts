import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFiles } from '../../app/git-server.ts';
import { changeRecord, stackFiles } from '../../app/harness/project.ts';
import { projectSettings } from '../../app/harness/settings.ts';
import { eventually } from '../../eventually.ts';
import { newFolder, removeFolders } from '../cli/parley.ts';
import { type Running, serve, settingsFolder } from '../service/process.ts';
import { ask, connectHttp } from './client.ts';

const tokens = {
  AGENT: 'agent-token-0123456789',
  READER: 'reader-token-0123456789',
  EVENTS: 'events-token-0123456789',
  OTHER: 'other-token-0123456789',
};
const queue = 'aws_sqs_queue.q1';
const deployer = 'arn:aws:iam::123456789012:user/deploy-bot';
const began = Date.now() - 3_600_000;

function settings(repository: string): string {
  const token = (name: keyof typeof tokens, tenant: string, scopes: string) =>
    `    - { name: ${name.toLowerCase()}, tenant: ${tenant}, scopes: [${scopes}], token: "\${${name}}" }`;
  return `stacks:
  - { name: shop, tenant: ours, repository: "${repository}", forge: hub, verify: evaluate }
  - { name: shop, tenant: theirs, repository: "${repository}", verify: evaluate }
sources:
  - { name: trail, tenant: ours, kind: push, cloud: aws }
  - { name: their-trail, tenant: theirs, kind: push, cloud: aws }
forges:
  - { name: hub, tenant: ours, kind: local }
server:
  tokens:
${token('AGENT', 'ours', 'read, write')}
${token('READER', 'ours', 'read')}
${token('EVENTS', 'ours', 'events')}
${token('OTHER', 'theirs', 'read, write')}
`;
}

describe('an agent and the running service', () => {
  let repository: string;
  let service: Running;
  let agent: Client;

  const git = (...args: readonly string[]): string => {
    const own = ['-C', repository, '-c', 'user.name=Ben', '-c', 'user.email=b@x.test'];
    return execFileSync('git', [...own, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
  };

  const push = async (number: number, timeout: number, user: string, minute: number) => {
    const time = began + minute * 60_000;
    const id = randomUUID();
    const record = changeRecord({ id, stack: 'shop', queue: number, timeout, time, user });
    const response = await fetch(new URL('/api/v1/events/trail', service.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.EVENTS}`, 'content-type': 'application/json' },
      body: JSON.stringify({ Records: [record] }),
    });
    expect(response.status).toBe(202);
  };

  const listed = async (client: Client) =>
    (await ask(client, 'list_drift')).data['drifts'] as readonly {
      readonly address: string;
      readonly intent: { readonly id: string };
    }[];

  beforeAll(async () => {
    repository = newFolder();
    writeFiles(repository, stackFiles('.', 'shop', 3, projectSettings));
    git('init', '-q', '-b', 'main');
    git('add', '--all');
    git('commit', '-q', '-m', 'code');
    service = await serve(settingsFolder(settings(repository)), { env: tokens });
    agent = await connectHttp(service.url, tokens.AGENT);
  });
  afterAll(async () => {
    await agent?.close();
    await service?.stop();
    removeFolders();
  });

  it('sees drift, and asks why', async () => {
    await push(0, 60, 'maria', 1);
    const drift = await eventually(async () => {
      const [first] = await listed(agent);
      expect(first).toMatchObject({ stack: 'shop', address: 'aws_sqs_queue.q0' });
      return first;
    });
    const why = await ask(agent, 'explain', { id: drift?.intent.id });

    expect(why.data).toMatchObject({
      intents: [{ who: { name: 'maria', class: 'human' } }],
      decisions: [{ verdict: { outcome: 'accept', rule: 'person' } }],
      patches: [{ files: ['main.tf'], passed: true }],
    });
  });

  it('declares an intent, which the next matching call is attributed to', async () => {
    const from = new Date(began).toISOString();
    const until = new Date(began + 24 * 3_600_000).toISOString();
    const declared = await ask(agent, 'declare_intent', {
      ...{ principal: deployer, address: queue, field: 'visibility_timeout_seconds' },
      ...{ want: { min: 60, max: 120 }, because: 'Slow consumers', from, until, ticket: 'OPS-9' },
    });
    await push(1, 90, 'deploy-bot', 2);
    await push(2, 90, 'other-bot', 3);
    await eventually(async () => expect(await listed(agent)).toHaveLength(3));
    const doneAt = async (id: string) => {
      const { data } = await ask(agent, 'explain', { id });
      const intents = data['intents'] as readonly { readonly declared: boolean }[];
      return intents.filter(({ declared: isSaid }) => !isSaid);
    };

    expect(declared.data).toMatchObject({ kept: true });
    expect(await doneAt(queue)).toMatchObject([
      { who: { id: deployer }, announced: declared.data['id'], until },
    ]);
    expect(await doneAt('aws_sqs_queue.q2')).toMatchObject([{ who: { name: 'other-bot' } }]);
    expect(JSON.stringify(await doneAt('aws_sqs_queue.q2'))).not.toContain('announced');
  });

  it('says what would happen, and records nothing about it', async () => {
    const person = 'arn:aws:iam::123456789012:user/ben';
    const asked = { address: 'aws_sqs_queue.q0', field: 'delay_seconds', value: 5 };
    const recorded = async () => {
      const headers = { authorization: `Bearer ${tokens.AGENT}` };
      const paths = ['drifts', 'open-drifts', 'intents', 'decisions'];
      const texts = paths.map(async (path) =>
        (await fetch(new URL(`/api/v1/${path}`, service.url), { headers })).text(),
      );
      return (await Promise.all(texts)).join('\n');
    };
    const reported = await ask(agent, 'what_would_happen', { ...asked, principal: person });
    const stranger = `${person.replace('user/ben', 'role/nobody')}`;
    const unknown = await ask(agent, 'what_would_happen', { ...asked, principal: stranger });
    const nowhere = await ask(agent, 'what_would_happen', {
      ...{ ...asked, address: 'aws_sqs_queue.q9', principal: person },
    });

    expect(reported.data).toMatchObject({
      actor: { class: 'human', name: 'ben' },
      fields: [{ verdict: { outcome: 'accept', rule: 'person' } }],
      files: [{ path: 'main.tf', passed: true }],
    });
    expect(unknown.data).toMatchObject({
      fields: [{ verdict: { rule: 'unknown-actor' } }],
      files: [],
    });
    expect(nowhere.problem).toBe('not-managed');
    expect(nowhere.texts.join()).not.toContain('/tmp');
    expect(await recorded()).toContain('visibility_timeout_seconds');
    expect(await recorded()).not.toContain('delay_seconds');
  });

  it('answers, and asks for a proposal, under the name of its token', async () => {
    const drifts = await listed(agent);
    const id = drifts.find(({ address }) => address === 'aws_sqs_queue.q0')?.intent.id ?? '';
    const proposed = await ask(agent, 'propose_change', { id });
    const branch = await eventually(async () => {
      const { data } = await ask(agent, 'propose_change', { id });
      const [first] = data['proposals'] as readonly { readonly branch: string }[];
      expect(first).toBeDefined();
      return first?.branch ?? '';
    });
    const held = await ask(agent, 'answer', { id, answer: 'hold', value: '2h' });
    const log = service.lines.filter((line) => line.includes('tool called'));

    expect(proposed.data).toMatchObject({ intent: id });
    expect(git('show', `${branch}:main.tf`)).toContain('visibility_timeout_seconds = 60');
    expect(held.data['answeredBy']).toBe('agent:agent (client some-editor 1.2.3)');
    expect(log.join('')).toContain('"client":"some-editor 1.2.3"');
  });

  it('is confined to its tenant and its scopes', async () => {
    const reader = await connectHttp(service.url, tokens.READER);
    const other = await connectHttp(service.url, tokens.OTHER);
    const { tools } = await reader.listTools();
    const theirs = await ask(other, 'list_drift');
    const blamed = await ask(other, 'blame', { address: queue });

    expect(tools.map(({ name }) => name)).not.toContain('answer');
    expect(theirs.data['drifts'] ?? []).toEqual([]);
    expect(blamed.problem).toBe('unknown-address');
    await expect(connectHttp(service.url, 'x'.repeat(30))).rejects.toThrow();
    await Promise.all([reader.close(), other.close()]);
  });

  it('may disconnect during a call, without effect on another client', async () => {
    const gone = await connectHttp(service.url, tokens.AGENT);
    const open = gone.callTool({ name: 'list_drift', arguments: {} });
    await gone.close();
    await expect(open).rejects.toThrow();
    const later = await connectHttp(service.url, tokens.AGENT);

    expect(await listed(later)).toHaveLength(3);
    await later.close();
  });
});
