import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { serve } from '@hono/node-server';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenSettings } from '../../../src/config/service/server.ts';
import { plansOf, runDemo, stackRunOf } from '../../app/plan/demo-plans.ts';
import { freePort } from '../../app/servers/port.ts';
import { secrets, settingsOf, type TestApi, testApis, tokens } from '../api/api.ts';
import { hasBrowser } from '../github-app/browser.ts';

const isThere = hasBrowser();
const shots = process.env['PARLEY_SHOTS'];
const open = testApis();
/** Of somebody who looks and answers. */
const opsToken = 'ops-token-0123456789';
/** Of somebody who keeps the service running, too. */
const adminToken = 'keeper-token-0123456789';

let worlds = 0;

function openWeb(): TestApi {
  worlds += 1;
  const settings = settingsOf(`web-${worlds}`, `web-other-${worlds}`);
  const { tenant = '' } = settings.stacks[0] ?? {};
  const more: readonly TokenSettings[] = [
    { name: 'ops', tenant, scopes: ['read', 'write'], token: '${TOKEN_OPS}' },
    { name: 'keeper', tenant, scopes: ['read', 'admin'], token: '${TOKEN_KEEPER}' },
  ];
  const server = { ...settings.server, tokens: [...settings.server.tokens, ...more] };
  const own = new Map([
    ['${TOKEN_OPS}', opsToken],
    ['${TOKEN_KEEPER}', adminToken],
  ]);
  return open({
    settings: { ...settings, server },
    resolve: (reference) => own.get(reference) ?? secrets[reference.slice(2, -1)],
  });
}

let api: TestApi;
let url: string;
let browser: Browser;
let close: () => Promise<void>;
/** What browsers complained of, and what they asked of others. */
const complaints: string[] = [];

beforeAll(async () => {
  if (!isThere) return;
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  api = openWeb();
  const result = await runDemo();
  const { record } = stackRunOf(result);
  const hostile = withHostileNames(record);
  const key = { tenant: api.shop, stack: 'shop/prod' };
  const of = { revision: 'a'.repeat(40), findings: 'f', planned: plansOf(result) };
  await api.store.runs.keep(key, { ...of, record: hostile }, () => []);
  const server = serve({ fetch: api.app.fetch, port, hostname: '127.0.0.1' });
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  close = async () => {
    await browser.close();
    await new Promise((done) => server.close(done));
  };
}, 120_000);
afterAll(() => close?.());

type RunRecord = ReturnType<typeof stackRunOf>['record'];

/** Names of callers are whatever callers choose. */
const hostileName = '<img src=x onerror=alert(1)>\u202e"><script>alert(2)</script>';

function withHostileNames(record: RunRecord): RunRecord {
  const intents = record.report.intents.map((intent, at) =>
    at === 0 ? { ...intent, actor: { ...intent.actor, name: hostileName.repeat(20) } } : intent,
  );
  return { ...record, report: { ...record.report, intents } };
}

async function signedIn(
  more: Parameters<Browser['newContext']>[0] = {},
  token: string = opsToken,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: true, ...more });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`A dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== url) complaints.push(`Asked ${request.url()}`);
  });
  await page.goto('/');
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/ui');
  return page;
}

describe.skipIf(!isThere)('the pages, in a browser', () => {
  const views = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [360, 1024, 1920].map((width) => [colorScheme, width] as const),
  );

  it.each(views)('are legible and accessible, %s at %i', async (colorScheme, width) => {
    const page = await signedIn({ colorScheme, viewport: { width, height: 900 } }, opsToken);
    const intent = await page.locator('.card h3 a').first().getAttribute('href');
    const paths = [
      '/ui',
      '/ui/timeline?range=month',
      '/ui/stacks',
      intent ?? '',
      `${intent}/answer?action=delegate`,
    ];
    for (const [at, path] of paths.entries()) {
      await page.goto(path);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => [path, id, nodes[0]?.html]);
      expect(serious).toEqual([]);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([path, overflow]).toEqual([path, 0]);
      if (shots !== undefined) {
        mkdirSync(shots, { recursive: true });
        const file = join(shots, `${at}-${colorScheme}-${width}.png`);
        await page.screenshot({ path: file, fullPage: true });
      }
    }
    await page.context().close();
  });

  it('work without scripts, from the inbox to an answer and to what is known of it', async () => {
    const page = await signedIn({ javaScriptEnabled: false }, opsToken);
    await page.getByLabel('Text').fill('8443');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('.card h3 a').click();
    await page.getByRole('link', { name: 'Hold' }).click();
    expect(await page.locator('main').innerText()).toContain('Nothing is done about it until');
    await page.getByLabel('Days').fill('2');
    await page.getByLabel('Why').fill('The vendor is asked.');
    await page.getByRole('button', { name: 'Hold' }).click();

    expect(await page.getByRole('status').innerText()).toContain('Noted');
    expect(await page.locator('main').innerText()).toContain('Hold by web:ops');
    const [answer] = await api.store.answers.list({ tenant: api.shop, stack: 'shop/prod' });
    expect(answer).toMatchObject({ action: 'hold', by: 'web:ops', note: 'The vendor is asked.' });
    await page.getByRole('button', { name: /Sign out/ }).click();
    await page.goto('/ui');
    expect(page.url()).toBe(`${url}/ui/sign-in`);
    await page.context().close();
  });

  it('are walked with the keyboard alone', async () => {
    const page = await signedIn({}, opsToken);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    const seen: unknown[] = [];
    for (let at = 0; at < 40; at += 1) {
      await page.keyboard.press('Tab');
      seen.push(await page.evaluate('document.activeElement.getAttribute("href")'));
    }
    expect(seen.filter((href) => String(href).includes('/intents/')).length).toBeGreaterThan(3);
    await page.context().close();
  });

  it('show hostile names as text, and ask nobody else', async () => {
    const page = await signedIn({}, opsToken);
    for (const path of ['/ui', '/ui/timeline?range=month']) {
      await page.goto(path);
      expect(await page.locator('main').innerText()).toContain('<img src=x onerror=alert(1)>');
      expect(await page.locator('main img, main script').count()).toBe(0);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('the pages', () => {
  const enter = async (token: string) => {
    const form = new URLSearchParams({ token });
    const response = await openWeb().app.request('/ui/sign-in', { method: 'POST', body: form });
    return response;
  };

  it('are for who has a token', async () => {
    const fresh = openWeb();
    const anybody = await fresh.app.request('/ui');
    const wrong = await enter('guess-guess-guess-guess');

    expect([anybody.status, anybody.headers.get('location')]).toEqual([303, '/ui/sign-in']);
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('set-cookie')).toBeNull();
  });

  it('begin a session that scripts cannot read, and that no other page can use', async () => {
    const response = await enter(opsToken);

    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/);
    expect(response.headers.get('set-cookie')).not.toContain(opsToken);
  });

  it.each([
    ['without its proof', { action: 'wrong', digest: '' }, {}, 403],
    ['from another page', { action: 'wrong', digest: '' }, { origin: 'https://evil.example' }, 403],
  ])('take no form %s', async (_, fields, headers, status) => {
    const { app } = openWeb();
    const entered = await app.request('/ui/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ token: opsToken }),
    });
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const response = await app.request('/ui/stacks/tools/intents/i-1/answer', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie, ...headers },
    });

    expect(response.status).toBe(status);
  });

  it('show nothing of other tenants', async () => {
    const { app } = openWeb();
    const entered = await app.request('/ui/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ token: tokens.other }),
    });
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const page = await app.request('/ui/stacks/shop%2Fprod/intents/i-1', { headers: { cookie } });

    expect(page.status).toBe(404);
  });

  it.each([
    ['an admin', 'admin', true],
    ['others', 'ops', false],
  ])('show the queues of all tenants to %s: %s', async (_, name, isShown) => {
    const { app } = openWeb();
    const token = name === 'ops' ? opsToken : adminToken;
    const entered = await app.request('/ui/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ token }),
    });
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const page = await (await app.request('/ui/stacks', { headers: { cookie } })).text();

    expect(page).toContain('shop/prod');
    expect(page.includes('Given up')).toBe(isShown);
  });

  it('run nothing, and load nothing but their style', async () => {
    const { app } = openWeb();
    const page = await app.request('/ui/sign-in');

    expect(page.headers.get('content-security-policy')).toContain("style-src 'self'");
    expect(await page.text()).not.toContain('<script');
  });
});
