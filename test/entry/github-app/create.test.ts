import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ConfigFile } from '../../../src/config/schema.ts';
import { readYamlFile } from '../../../src/text/yaml-file.ts';
import { made } from './github.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const create = (...more: readonly string[]) => scene.create(...more);
const page = () => scene.page();
const text = (path: string) => scene.text(path);

/** The form on the page, as a browser would submit it. */
async function formOf(url: string) {
  const answer = await fetch(url);
  const text = (await answer.text()).replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(text) ?? [];
  const [, manifest = ''] = /name="manifest" value="(\{.*\})"/.exec(text) ?? [];
  return { answer, action, manifest };
}

/** Confirms at GitHub, and returns the URL that the browser is sent back to. */
async function confirm(url: string): Promise<URL> {
  const { action, manifest } = await formOf(url);
  const shown = await fetch(action, { method: 'POST', body: new URLSearchParams({ manifest }) });
  const [, back = ''] = /href="([^"]+)"/.exec(await shown.text()) ?? [];
  return new URL(back.replaceAll('&amp;', '&'));
}

const mode = (path: string) => (statSync(join(scene.cwd, path)).mode & 0o777).toString(8);

describe('parley github-app create', () => {
  it('asks for what Parley needs, and keeps the secrets to itself', async () => {
    const done = create('--organization', 'acme', '--forge', 'hub');
    const back = await confirm(await page());
    const shown = await fetch(back);

    expect(await done).toBe(0);
    expect(shown.status).toBe(200);
    expect(scene.github.wishes).toMatchObject([
      {
        path: '/organizations/acme/settings/apps/new',
        manifest: {
          name: 'parley',
          public: false,
          hook_attributes: { url: 'https://parley.example.com/api/v1/forges/hub/webhooks' },
          default_events: ['pull_request', 'issue_comment', 'push'],
        },
      },
    ]);
    expect(scene.github.wishes[0]?.manifest['default_permissions']).toEqual({
      metadata: 'read',
      contents: 'write',
      pull_requests: 'write',
      checks: 'write',
      issues: 'read',
    });
    expect(scene.github.strayings).toEqual([]);
    expect(text('github-app/private-key.pem')).toBe(made.pem);
    expect(text('github-app/webhook-secret')).toBe(made.webhook_secret);
    expect(
      ['github-app', 'github-app/private-key.pem', 'github-app/webhook-secret'].map(mode),
    ).toEqual(['700', '600', '600']);
    for (const secret of [made.pem, made.webhook_secret, 'bm90IGEga2V5']) {
      expect(`${scene.said()}${await shown.text().catch(() => '')}`).not.toContain(secret);
    }
  });

  it('prints valid settings, with the address of GitHub Enterprise', async () => {
    const done = create('--workflows');
    await fetch(await confirm(await page()));
    expect(await done).toBe(0);
    const [, settings = ''] = /(forges:[\s\S]*?)\n\nThe environment/.exec(scene.said()) ?? [];
    const stack = { name: 's', repository: 'https://x.test/a/b.git', forge: 'github' };

    expect(parse(settings).forges[0]).toEqual({
      name: 'github',
      kind: 'github',
      url: scene.github.api,
      app: { id: String(made.id), private_key: '${GITHUB_APP_KEY}' },
      webhook_secret: '${GITHUB_WEBHOOK_SECRET}',
    });
    const whole = JSON.stringify({ version: 1, stacks: [stack], ...parse(settings) });
    expect(readYamlFile(whole, 'parley.yaml', ConfigFile)).toMatchObject({ ok: true });
    expect(scene.said()).toContain(
      `${new URL(scene.github.api).origin}/github-apps/${made.slug}/installations/new`,
    );
    expect(scene.github.wishes[0]?.manifest['default_permissions']).toMatchObject({
      actions: 'write',
    });
  });

  it('accepts no callback that it did not start', async () => {
    const done = create();
    const url = await page();
    const back = await confirm(url);
    const other = new URL(back);
    other.searchParams.set('state', 'x'.repeat(43));
    const without = new URL(back);
    without.searchParams.delete('state');

    expect((await fetch(other)).status).toBe(403);
    expect((await fetch(without)).status).toBe(403);
    expect(scene.github.code()).not.toBe('');
    // DNS rebinding: a foreign host name that resolves to this server.
    expect(await statusAs(url, 'evil.example.com')).toBe(404);
    expect((await fetch(back)).status).toBe(200);
    expect(await done).toBe(0);
  });

  it('shows a page that loads and runs nothing', async () => {
    const done = create();
    const url = await page();
    const { answer } = await formOf(url);
    const policy = answer.headers.get('content-security-policy') ?? '';

    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action ${new URL(scene.github.api).origin}`);
    expect(policy).toContain("frame-ancestors 'none'");
    await fetch(await confirm(url));
    expect(await done).toBe(0);
  });

  it("reports GitHub's answer to an invalid code, and leaves no empty files", async () => {
    const done = create();
    const back = await confirm(await page());
    const code = back.searchParams.get('code') ?? '';
    back.searchParams.set('code', 'another');

    expect((await fetch(back)).status).toBe(502);
    expect(await done).toBe(1);
    expect(scene.said()).toMatch(/404/);
    expect(scene.said()).not.toContain(code);
    expect(readdirSync(join(scene.cwd, 'github-app'))).toEqual([]);
  });

  it('overwrites no secret', async () => {
    const first = create();
    await fetch(await confirm(await page()));
    await first;
    writeFileSync(join(scene.cwd, 'github-app/webhook-secret'), 'of another app');
    scene.forget();

    expect(await create()).toBe(1);
    expect(scene.said()).toContain('is there already');
    expect(text('github-app/webhook-secret')).toBe('of another app');
    expect(scene.github.wishes).toHaveLength(1);
  });

  it.each([
    ['an address without TLS', ['--public-url', 'http://parley.example.com']],
    ['an API that is none of GitHub', ['--url', 'https://git.example.com']],
    ['an API without TLS', ['--url', 'http://git.example.com/api/v3']],
    ['a metadata service', ['--url', 'https://169.254.169.254/api/v3']],
    ['an organization that is a path', ['--organization', '../x']],
    ['a forge that is a path', ['--forge', '../x']],
    ['a name with markup', ['--name', '<b>parley']],
  ])('refuses %s', async (_, flags) => {
    expect(await create(...flags)).toBe(1);
    expect(existsSync(join(scene.cwd, 'github-app'))).toBe(false);
    expect(scene.said()).not.toContain('Open http');
  });
});

/** The status of a request with this Host header. */
function statusAs(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject);
    asked.end();
  });
}
