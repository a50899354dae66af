import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blockLimits } from '../../../src/adapters/notify/slack/blocks/kit.ts';
import { readCommand } from '../../../src/adapters/notify/slack/command.ts';
import { scanFinished } from '../../../src/adapters/notify/webhook/payload.ts';
import { WebhookV1 } from '../../../src/adapters/notify/webhook/schema.ts';
import { sendWebhook } from '../../../src/adapters/notify/webhook/send.ts';
import { ConfigFile } from '../../../src/config/schema.ts';
import { serviceIssues } from '../../../src/config/service/checks.ts';
import { SlackPermissions } from '../../../src/config/service/slack-permissions.ts';
import { fail } from '../../../src/model/result.ts';
import { at, sampleReport } from './sample.ts';

function yamlOf(page: string) {
  return [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => parse(text));
}

function pageOf(name: string): string {
  return readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
}

describe('docs/slack.md', () => {
  const page = pageOf('slack.md');
  const [manifest, settings] = yamlOf(page);

  it('has valid and consistent settings that name every right', () => {
    const read = ConfigFile.parse(settings);

    expect(serviceIssues(read, () => undefined)).toEqual([]);
    expect(Object.keys(read.slack[0]?.permissions.grants ?? {}).sort()).toEqual(
      Object.keys(SlackPermissions.shape.grants.keyType.enum).sort(),
    );
    expect(read.stacks[0]?.notify).toEqual(read.notifications.map(({ name }) => name));
  });

  it('asks for the scopes that the table explains, and no others', () => {
    const explained = [...page.matchAll(/^\| `([a-z:]+)` \| (?:post|be asked)/gm)].map(
      ([, scope]) => scope,
    );

    expect(manifest.oauth_config.scopes.bot).toEqual(explained);
    expect(manifest.features.slash_commands).toHaveLength(1);
  });

  it('has only commands that are understood', () => {
    const rows = [...page.matchAll(/^\| `\/parley ([^`]+)`/gm)].map(([, words = '']) => words);
    const kinds = rows.map((words) => {
      const text = words
        .replaceAll(/[[\]]/g, '')
        .replace('STACK', 'prod')
        .replace('INTENT', 'i-0123456789ab');
      const form = { team_id: 'T0123', channel_id: 'C0123', user_id: 'U0123', command: '/parley' };
      const response_url = 'https://hooks.slack.com/commands/T0123/1/x';
      const body = new URLSearchParams({ ...form, response_url, text }).toString();
      const read = readCommand(body, ['prod']);
      return read.ok ? read.value.ask.kind : read.error.code;
    });

    expect(kinds).toEqual(['scan', 'status', 'explain', 'reconcile', 'usage']);
    expect(kinds.at(-1)).toBe('usage');
  });

  it('states the limits that are enforced', () => {
    expect(page).toContain(
      `${blockLimits.blocks} blocks a message, ${blockLimits.text} characters a text and ${blockLimits.button} a button`,
    );
    expect(page).toContain(`below ${blockLimits.total.toLocaleString('en-US')} characters`);
  });
});

describe('docs/webhooks.md', () => {
  const page = pageOf('webhooks.md');

  it('has valid and consistent settings', () => {
    const [settings] = yamlOf(page);
    const read = ConfigFile.parse(settings);

    expect(serviceIssues(read, () => undefined)).toEqual([]);
    expect(read.notifications).toHaveLength(1);
  });

  it('has a receiver that handles each delivery once, and only deliveries of Parley', async () => {
    const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'parley-receiver-'));
    const file = join(folder, 'receiver.mjs');
    writeFileSync(file, code);
    const { createReceiver } = await import(pathToFileURL(file).href);
    const received: unknown[] = [];
    const server = createReceiver('the-secret', (event: unknown) => received.push(event));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const payload = scanFinished(sampleReport(), { at, stack: 'prod' });
    const ports = {
      resolve: async () => fail('none'),
      timer: { sleep: async () => undefined, random: () => 1 },
      now: () => Date.now(),
      timeout: 10_000,
    };
    const url = `http://127.0.0.1:${server.address().port}/`;
    const send = (secret: string) =>
      sendWebhook(payload, { url, secret, rules: { loopback: true } }, ports);

    expect(await send('the-secret')).toEqual({ ok: true, value: undefined });
    expect(await send('the-secret')).toEqual({ ok: true, value: undefined });
    expect(await send('a-guess')).toMatchObject({ error: { passing: false } });
    expect(received).toEqual([payload]);

    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  it('describes every event', () => {
    const events = WebhookV1.options.map(({ shape }) => shape.event.value);
    const rows = [...page.matchAll(/^\| `([a-z]+\.[a-z]+)` \|/gm)];

    expect(rows.map(([, event]) => event)).toEqual(events);
  });
});
