import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { limits } from '../../src/notify/slack/blocks/kit.ts';
import { readAsk } from '../../src/notify/slack/command.ts';
import { rights, SlackPermissions } from '../../src/notify/slack/permissions.ts';
import { WebhookV1 } from '../../src/notify/webhook/schema.ts';

function pageOf(name: string): string {
  return readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
}

describe('docs/slack.md', () => {
  const page = pageOf('slack.md');
  const [manifest, permissions] = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) =>
    parse(text),
  );

  it('has settings that are read, and names every right in them', () => {
    const read = SlackPermissions.parse(permissions);

    expect(Object.keys(read.grants).sort()).toEqual([...rights].sort());
  });

  it('asks for the scopes that the table explains, and no others', () => {
    const explained = [...page.matchAll(/^\| `([a-z:]+)` \| (?:post|be asked)/gm)].map(
      ([, scope]) => scope,
    );

    expect(manifest.oauth_config.scopes.bot).toEqual(explained);
    expect(manifest.features.slash_commands).toHaveLength(1);
  });

  it('has commands that are understood', () => {
    const rows = [...page.matchAll(/^\| `\/parley ([^`]+)`/gm)].map(([, words = '']) => words);
    const kinds = rows.map((words) => {
      const text = words
        .replaceAll(/[[\]]/g, '')
        .replace('STACK', 'prod')
        .replace('INTENT', 'i-0123456789ab');
      return readAsk(text, ['prod']);
    });

    expect(kinds.map(({ kind }) => kind)).toEqual([
      'scan',
      'status',
      'explain',
      'reconcile',
      'usage',
    ]);
    expect(kinds.at(-1)).toEqual({ kind: 'usage' });
  });

  it('tells the limits that are kept', () => {
    expect(page).toContain(
      `${limits.blocks} blocks a message, ${limits.text} characters a text and ${limits.button} a button`,
    );
    expect(page).toContain(`below ${limits.total.toLocaleString('en-US')} characters`);
  });
});

describe('docs/webhooks.md', () => {
  it('has every event', () => {
    const events = WebhookV1.options.map(({ shape }) => shape.event.value);
    const rows = [...pageOf('webhooks.md').matchAll(/^\| `([a-z]+\.[a-z]+)` \|/gm)];

    expect(rows.map(([, event]) => event)).toEqual(events);
  });
});
