import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { serve } from '@hono/node-server';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOidcProvider } from '../../../src/adapters/oidc/provider.ts';
import { keepModelUse } from '../../../src/app/reconcile/model-use.ts';
import { SignIn } from '../../../src/config/service/sign-in.ts';
import { answersIn } from '../../../src/entry/service/answering.ts';
import { lastSeenKeys } from '../../../src/ports/store/state/keys.ts';
import {
  type IdentityProvider,
  startIdentityProvider,
} from '../../adapters/oidc/identity-provider.ts';
import { noReceipts } from '../../adapters/receipt/no-receipts.ts';
import { freePort } from '../../app/servers/port.ts';
import { fakeQueues, type TestApi, testApis, tokens } from '../api/api.ts';
import type { FlatApi } from '../api/flat-api.ts';
import { hasBrowser } from '../github-app/browser.ts';
import {
  adminToken,
  fillWeb,
  mariaToken,
  opsToken,
  scanAgain,
  webDeps,
  webNow,
  webStack,
} from './world.ts';

const isThere = hasBrowser();
const shots = process.env['PARLEY_SHOTS'];
/** Folder for the pictures in the documentation: `npm run pictures`. */
const pictures = process.env['PARLEY_PICTURES'];
const open = testApis();
const openWeb = (): TestApi => open(webDeps());

let api: TestApi;
let url: string;
let browser: Browser;
let provider: IdentityProvider;
let close: () => Promise<void>;
/** Signed in once for most tests; each opens its own windows with it. */
let session: Awaited<ReturnType<BrowserContext['storageState']>>;
/** A path to every kind of page. */
let paths: readonly string[];
/** Errors and dialogs in the browsers, and requests to other origins. */
const complaints: string[] = [];

beforeAll(async () => {
  if (!isThere) return;
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  provider = await startIdentityProvider([`${url}/ui/sign-in/sso/callback`]);
  api = open(await signInDeps());
  await fillWeb(api);
  const server = serve({ fetch: api.app.fetch, port, hostname: '127.0.0.1' });
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  close = async () => {
    await browser.close();
    await provider.close();
    await new Promise((done) => server.close(done));
  };
  const page = await signIn();
  session = await page.context().storageState();
  paths = await pathsFrom(page);
  await page.context().close();
});
afterAll(() => close?.());

/** The settings of the other tests, with more ways to sign in, and fast live updates. */
async function signInDeps(): Promise<Partial<FlatApi>> {
  const deps = webDeps();
  const { settings } = deps;
  const { store } = open();
  if (settings === undefined) throw new Error('There are no settings.');
  const { tenant } = settings.stacks[0] ?? {};
  const signIn = SignIn.parse({
    oidc: [
      {
        ...{ name: 'sso', title: 'Acme', issuer: provider.issuer, loopback: true },
        ...{ client_id: provider.clientId, client_secret: '${SSO_SECRET}' },
      },
    ],
    proxy: {},
    grants: [
      { group: 'platform', tenant, role: 'reviewer' },
      { group: 'viewers', tenant, role: 'viewer' },
      { person: 'maria@example.com', tenant: 'lab', role: 'viewer' },
    ],
  });
  const [sso] = signIn.oidc;
  const server = { ...settings.server, public_url: url, sign_in: signIn };
  const secret = { client_secret: provider.clientSecret };
  return {
    ...deps,
    settings: { ...settings, server: { ...server, trusted_proxies: ['127.0.0.1'] } },
    // Answers as the real service does, so that nobody can approve their own change.
    ...answersIn(store, { ...settings, slack: [], approvers: [] }, nextSecond, noReceipts),
    limits: { livePause: 100, liveBeat: 500 },
    oidc: sso === undefined ? [] : [createOidcProvider({ ...sso, ...secret }, () => 0)],
  };
}

let seconds = 0;
/** A time one second later on each call, so that answers have an order. */
function nextSecond(): string {
  seconds += 1;
  return new Date(Date.parse(webNow) + seconds * 1000).toISOString();
}

/** Takes a screenshot if PARLEY_SHOTS asks for them. */
async function shoot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}

/** A window of a signed-in person, at the inbox. */
async function signedIn(more: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage({ storageState: session, ...more });
  await page.goto('/ui');
  return page;
}

async function signIn(more: BrowserContextOptions = {}, token = opsToken): Promise<Page> {
  const page = await openPage(more);
  await page.goto('/');
  await page.getByText('With a token').click();
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/ui');
  return page;
}

async function openPage(more: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: true, ...more });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`A dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== url) complaints.push(`Asked ${request.url()}`);
  });
  return page;
}

/** Examines each theme in one of the two layouts; other widths would find the same. */
function isExamined(colorScheme: 'light' | 'dark', width: number): boolean {
  return colorScheme === 'light' ? width === 1920 : width === 360;
}

/** Counts the clicks in a window, across pages. */
async function countClicks(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('click', (event) => {
    if (event.isTrusted && event.detail > 0) {
      sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1));
    }
  }, true);`);
}

async function clicksIn(page: Page): Promise<number> {
  return Number(await page.evaluate('sessionStorage.getItem("clicks")'));
}

/** The violations that axe rates as serious or critical. */
async function seriousIn(page: Page): Promise<readonly unknown[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [page.url(), id, nodes[0]?.html]);
}

/** A path to every kind of page, for items from the inbox. */
async function pathsFrom(page: Page): Promise<readonly string[]> {
  await page.goto('/ui?text=lambda');
  const intent = await page.locator('.card h3 a').first().getAttribute('href');
  await page.goto(intent ?? '');
  const resource = await page.locator('.field a').first().getAttribute('href');
  const record = await page.locator('#evidence ~ ul a').first().getAttribute('href');
  await page.goto('/ui');
  const marks = await page
    .locator('input[name="i"]')
    .evaluateAll((all) =>
      all.slice(0, 4).map((one) => `i=${encodeURIComponent(one.getAttribute('value') ?? '')}`),
    );
  const copy = `/ui/policy/copy?stack=${encodeURIComponent(webStack)}`;
  return [
    '/ui',
    '/ui/timeline?range=month',
    '/ui/stacks',
    intent ?? '',
    `${intent}?diff=split`,
    `${intent}/answer?action=delegate`,
    resource ?? '',
    record ?? '',
    `/ui/answers?action=hold&${marks.join('&')}`,
    `/ui/policy?stack=${encodeURIComponent(webStack)}`,
    copy,
    '/ui?text=nothing-of-that-name',
  ];
}

describe.skipIf(!isThere)('the pages, in a browser', () => {
  const widths = [360, 1024, 1920, 3840];

  it.each(['light', 'dark'] as const)('are legible and accessible, %s', async (colorScheme) => {
    const page = await signedIn({ colorScheme });
    for (const [at, path] of paths.entries()) {
      await page.goto(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        if (isExamined(colorScheme, width)) expect(await seriousIn(page)).toEqual([]);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([path, width, overflow]).toEqual([path, width, 0]);
        if (shots !== undefined) {
          mkdirSync(shots, { recursive: true });
          const title = (await page.title()).replaceAll(/\W+/g, '-').toLowerCase().slice(0, 40);
          const file = join(shots, `${at}-${title}-${colorScheme}-${width}.jpg`);
          await page.screenshot({ path: file, type: 'jpeg', quality: 70, fullPage: true });
        }
      }
    }
    await page.context().close();
  });

  it('are legible when there is nothing yet, and for an admin', async () => {
    const nobody = await signIn({ viewport: { width: 1024, height: 700 } }, tokens.other);
    for (const [at, path] of ['/ui', '/ui/timeline', '/ui/policy', '/ui/stacks'].entries()) {
      await nobody.goto(path);
      expect(await seriousIn(nobody)).toEqual([]);
      await shoot(nobody, `empty-${at}`);
    }
    await nobody.context().close();
    const admin = await signIn({ viewport: { width: 1240, height: 900 } }, adminToken);
    await admin.goto('/ui/stacks');
    expect(await seriousIn(admin)).toEqual([]);
    await shoot(admin, 'admin');
    await admin.setViewportSize({ width: 360, height: 900 });
    const overflow = await admin.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBe(0);
    await shoot(admin, 'admin-360');
    await admin.context().close();
  });

  it.skipIf(pictures === undefined)('are drawn for the documentation', async () => {
    const page = await signedIn({ viewport: { width: 1240, height: 800 } });
    const drawn = [
      ['inbox', paths[0], 800],
      ['intent', paths[4], 1240],
      ['timeline', '/ui/timeline?range=week', 700],
      ['policy', paths[9], 800],
      ['resource', paths[6], 800],
    ] as const;
    for (const [name, path, height] of drawn) {
      await page.setViewportSize({ width: 1240, height });
      await page.goto(path ?? '');
      await page.screenshot({ path: join(pictures ?? '', `${name}.png`) });
    }
    await page.context().close();
  });

  it('work without scripts, from the inbox to an answer and its record', async () => {
    const page = await signIn({ javaScriptEnabled: false });
    await page.getByLabel('Text').fill('8443');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.locator('.card h3 a').click();
    await page.getByRole('link', { name: 'Hold' }).click();
    expect(await page.locator('main').innerText()).toContain('Nothing is done about it until');
    await page.getByLabel('Days').fill('2');
    await page.getByLabel('Why').fill('The vendor is asked.');
    await page.getByRole('button', { name: 'Hold' }).click();

    expect(await page.getByRole('status').innerText()).toContain('Noted');
    expect(await page.locator('main').innerText()).toContain('Hold by web:ops');
    const [answer] = await api.store.answers.list({ tenant: api.shop, stack: webStack });
    expect(answer).toMatchObject({ action: 'hold', by: 'web:ops', note: 'The vendor is asked.' });
    await page.getByRole('button', { name: /Sign out/ }).click();
    await page.goto('/ui');
    expect(page.url()).toBe(`${url}/ui/sign-in`);
    await page.context().close();
  });

  it('answer many intents at once, after showing the effect on each', async () => {
    const page = await signedIn({ javaScriptEnabled: false });
    await page.goto('/ui?text=desired');
    const card = page.locator('.card').first();
    await card.getByRole('checkbox').check();
    await page.getByLabel('With the selected intents:').selectOption('wrong');
    await page.getByRole('button', { name: 'Show what it would do' }).click();
    expect(await page.locator('tbody tr').innerText()).toContain('rules learn from it');
    await page.getByLabel('Why').fill('It is the test.');
    await page.getByRole('button', { name: 'Wrong it' }).click();
    expect(await page.locator('h1').innerText()).toBe('Wrong: 1 of 1 taken');
    await page.locator('.panel a').first().click();
    expect(await page.locator('#talk ~ ol').innerText()).toContain('Wrong by web:ops');
    await page.getByRole('link', { name: 'Take back' }).click();
    await page.getByRole('button', { name: 'Take back' }).click();

    const answers = await api.store.answers.list({ tenant: api.shop, stack: webStack });
    const given = answers.filter(({ action }) => action === 'wrong' || action === 'reopen');
    expect(given.map(({ action, by }) => [action, by])).toEqual([
      ['wrong', 'web:ops'],
      ['reopen', 'web:ops'],
    ]);
    await page.context().close();
  });

  it('can pick another place to edit, as `--pick` does', async () => {
    const page = await signedIn({ javaScriptEnabled: false });
    const key = { tenant: api.shop, stack: webStack };
    const all = await api.store.shown.inbox(
      { tenant: api.shop, stacks: [webStack] },
      { limit: 50 },
    );
    const details = await Promise.all(
      all.items.map(({ intent }) => api.store.shown.find(key, intent)),
    );
    const several = details.find((one) =>
      one?.detail.patch?.candidates.some(({ chosen }) => !chosen),
    );
    await page.goto(`/ui/stacks/${encodeURIComponent(webStack)}/intents/${several?.intent}`);
    await page.getByRole('link', { name: 'Edit here instead' }).first().click();
    expect(await page.locator('main').innerText()).toContain('It is written at');
    await page.getByRole('button', { name: 'Accept' }).click();

    const answer = (await api.store.answers.list(key)).find(({ action }) => action === 'accept');
    const other = several?.detail.patch?.candidates.find(({ chosen }) => !chosen);
    expect(answer?.place).toMatchObject({
      file: other?.file,
      line: other?.line,
      kind: other?.kind,
    });
    await page.context().close();
  });

  it('check, simulate and propose a policy', async () => {
    const page = await signedIn({ javaScriptEnabled: false });
    await page.goto(`/ui/policy/copy?stack=${encodeURIComponent(webStack)}`);
    const rule = (when: string) =>
      `apiVersion: parley/v1\nname: ours\nextends: default\nrules:\n  - id: stop-all\n    tier: record\n    when: ${when}\n    verdict: reject\n    because: No.\n`;
    await page.getByLabel('Policy', { exact: true }).fill(rule('actor.klass == "human"'));
    await page.getByRole('button', { name: 'Check and simulate' }).click();
    expect(await page.locator('main').innerText()).toMatch(/error line \d+/);
    await page.getByLabel('Policy', { exact: true }).fill(rule('actor.class == "human"'));
    await page.getByRole('button', { name: 'Check and simulate' }).click();
    expect(await page.locator('#changed').innerText()).toMatch(
      /[1-9]\d* of \d+ recorded verdicts would change/,
    );
    await page.getByRole('button', { name: 'Propose' }).click();
    expect(await page.getByRole('status').innerText()).toContain('parley/policy-');

    const run = await api.store.runs.latestHead({ tenant: api.shop, stack: webStack });
    const planned = await api.store.runs.planned(
      { tenant: api.shop, stack: webStack },
      run?.id ?? '',
    );
    expect(planned.at(-1)?.files).toMatchObject([{ path: 'parley.policy.yaml' }]);
    await page.context().close();
  });

  it('show the records of an intent', async () => {
    const page = await signedIn();
    const shown = paths.filter((one) => one.includes('/evidence/'));
    expect(shown).not.toEqual([]);
    for (const path of shown) {
      await page.goto(path);
      expect(await page.locator('pre').innerText()).toContain('"eventID"');
    }
    await page.context().close();
  });

  it('can be operated with single keys', async () => {
    const page = await signedIn();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await page.locator('.card.current').count()).toBe(1);
    await page.keyboard.press('?');
    expect(await page.locator('#keys').getAttribute('open')).not.toBeNull();
    await page.keyboard.press('/');
    await page.keyboard.type('jo');
    expect(await page.getByLabel('Text').inputValue()).toBe('jo');
    await page.goto('/ui');
    await page.keyboard.press('j');
    await page.keyboard.press('h');
    await page.waitForURL('**/answer?action=hold');
    await page.goto('/ui');
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await page.waitForURL('**/intents/**');
    await page.keyboard.press('d');
    await page.waitForURL('**/answer?action=delegate');
    await page.context().close();
  });

  it('show deployments on the timeline, and zoom into a dragged range', async () => {
    const page = await signedIn({ viewport: { width: 1300, height: 900 } });
    await page.goto('/ui/timeline?range=month');
    for (const name of ['INC-7', 'spring-sale']) {
      expect(await page.locator('svg.chart').textContent()).toContain(name);
    }
    const [deployed] = await page.locator('svg rect.deployment title').allTextContents();
    expect(deployed).toBe('deployment role/terraform-deploy, 2026-03-14 00:40 to 01:20 UTC');
    expect(await page.locator('#windows ~ .wide tbody').innerText()).toContain(
      'role/terraform-deploy',
    );
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('header.top').isVisible()).toBe(false);
    expect(await page.locator('form.filters').isVisible()).toBe(false);
    for (const part of ['svg.chart', '#table', '#windows'])
      expect(await page.locator(part).first().isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' });
    const moving = await page.evaluate(`(() => {
      document.querySelector('[data-part]').classList.add('changed');
      const of = (selector) => getComputedStyle(document.querySelector(selector));
      return [of('.changed').animationName, of('html').scrollBehavior];
    })()`);
    expect(moving).toEqual(['none', 'auto']);
    const box = await page.locator('svg[data-brush]').boundingBox();
    const { x, y, width } = box ?? { x: 0, y: 0, width: 0 };
    await page.mouse.move(x + width * 0.3, y + 6);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, y + 6);
    await page.mouse.up();
    await page.waitForURL('**from=*');
    expect(new URL(page.url()).searchParams.get('to')).toMatch(/^2026-/);
    await page.context().close();
  });

  it('can be navigated with the keyboard alone', async () => {
    const page = await signedIn();
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

  it('update live: new intents wait, take five clicks, and others change in place', async () => {
    const page = await signedIn({ viewport: { width: 1240, height: 700 } });
    await countClicks(page);
    await page.goto('/ui?stack=tools');
    const cards = page.locator('.card');
    const before = await cards.count();
    await cards.first().getByRole('checkbox').check();
    await page.keyboard.press('j');
    const focus = "document.activeElement.getAttribute('href')";
    const focused = await page.evaluate(focus);

    await scanAgain(api, 6, '2026-03-15T09:00:00.000Z');
    const bar = page.locator('.livebar');
    await bar.getByText(/^\d+ new since you opened this page\.$/).waitFor();
    const reported = Number.parseInt(await bar.innerText(), 10);
    expect(await cards.count()).toBe(before);
    expect(await cards.first().getByRole('checkbox').isChecked()).toBe(true);
    expect(focused).toContain('/intents/');
    expect(await page.evaluate(focus)).toBe(focused);
    expect(await page.locator('h1').innerText()).toMatch(/wait/);
    await shoot(page, 'live-inbox');
    expect(await seriousIn(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Show' }).click();
    expect(await cards.count()).toBe(before + reported);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
    expect(await bar.innerText()).toBe('');

    // From here on as a person who was just notified: opens it and answers.
    const fresh = page.locator('.card', { hasNot: page.locator('input:checked') }).last();
    await fresh.locator('h3 a').click();
    await page.getByRole('link', { name: 'Put back', exact: true }).click();
    expect(await page.locator('main').innerText()).toContain('The code stays');
    await page.getByRole('button', { name: 'Put back', exact: true }).click();
    expect(await page.getByRole('status').innerText()).toContain('Noted');
    expect(await clicksIn(page)).toBeLessThanOrEqual(5);
    await page.goto('/ui?stack=tools');

    await scanAgain(api, 1, '2026-03-15T09:30:00.000Z');
    await page.locator('.card.gone').first().waitFor();
    expect(await cards.count()).toBe(before + reported);
    await shoot(page, 'live-gone');
    await page.context().close();
  });

  it('update live with answers of others, and say when the session ends', async () => {
    const page = await signIn();
    await page.goto('/ui?text=lambda');
    await page.locator('.card h3 a').first().click();
    await page.locator('#evidence').waitFor();
    const path = new URL(page.url()).pathname;
    const stack = decodeURIComponent(path.split('/')[3] ?? '');
    const opened = page.locator('[data-part="beside"] details').first();
    const hasDetails = (await opened.count()) > 0;
    if (hasDetails) await opened.locator('summary').click();
    const answered = await api.deps.answer(
      { tenant: api.shop, stack },
      {
        intent: path.split('/').at(-1) ?? '',
        action: 'wrong',
        by: 'slack:T1/U2',
        note: 'Not now.',
      },
    );
    expect(answered.ok).toBe(true);
    await page.getByText('Wrong by slack:T1/U2').waitFor();
    if (hasDetails) expect(await opened.getAttribute('open')).not.toBeNull();
    await shoot(page, 'live-intent');

    const other = await page.context().newPage();
    await other.goto('/ui/stacks');
    await other.getByRole('button', { name: /Sign out/ }).click();
    await page.bringToFront();
    await page.getByText('You are signed out').waitFor();
    await shoot(page, 'live-signed-out');
    await page.context().close();
  });

  it('of resources, policies and the timeline also update after a scan', async () => {
    await scanAgain(api, 3, '2026-03-15T09:40:00.000Z');
    const first = await signedIn();
    await first.goto('/ui?stack=tools');
    await first.locator('.card h3 a').first().click();
    const resource = await first.locator('.field a').first().getAttribute('href');
    const looked = [
      ['/ui/timeline?range=month&stack=tools', '[data-part="tables"]'],
      ['/ui/policy?stack=tools', '[data-part="rules"]'],
      [resource ?? '', '[data-part="beside"]'],
    ] as const;
    const open = await Promise.all(
      looked.map(async ([path, part]) => {
        const page = await first.context().newPage();
        await page.goto(path);
        return { page, part };
      }),
    );
    await scanAgain(api, 12, '2026-03-15T09:50:00.000Z');
    await scanAgain(api, 0, '2026-03-15T09:55:00.000Z');
    for (const { page, part } of open) {
      await page.bringToFront();
      await shoot(page, `live-${looked.findIndex(([, one]) => one === part)}`);
      await page
        .locator(`${part}.changed`)
        .or(page.locator('.livebar button'))
        .first()
        .waitFor({ timeout: 60_000 });
    }
    await first.context().close();
  });

  it('complete words in the policy editor, and list them without scripts', async () => {
    const page = await signedIn({ viewport: { width: 1240, height: 900 } });
    await page.goto(`/ui/policy/copy?stack=${encodeURIComponent(webStack)}`);
    const text = page.getByLabel('Policy', { exact: true });
    const list = page.locator('#complete');
    await text.fill('apiVersion: parley/v1\nname: ours\n');
    await text.press('Control+End');
    const type = async (typed: string, word: string, key = 'Tab') => {
      await page.keyboard.type(typed);
      await list.getByRole('option', { name: word }).first().waitFor();
      if (word === 'actor.class a text') {
        await shoot(page, 'complete');
        expect(await seriousIn(page)).toEqual([]);
      }
      await page.keyboard.press(key);
      expect(await list.isVisible()).toBe(false);
    };
    await type('ext', 'extends');
    await type(': def', 'default', 'Enter');
    await page.keyboard.type('\nrules:\n  - id: ours\n');
    await type('    ver', 'verdict');
    await type(': rej', 'reject');
    await page.keyboard.type('\n    when: ');
    await type('actor.cl', 'actor.class a text');
    await type(' == "hu', 'human');
    await page.keyboard.type('"');
    await type(' && harm.dim', 'harm.dimension');
    await page.keyboard.type(' == "');
    await page.keyboard.press('Control+Space');
    expect(await list.getByRole('option').allInnerTexts()).toContain('availability harm.dimension');
    await page.keyboard.press('Escape');

    expect(await text.inputValue()).toBe(
      'apiVersion: parley/v1\nname: ours\nextends: default\nrules:\n  - id: ours\n    verdict: reject\n    when: actor.class == "human" && harm.dimension == "',
    );
    // The text area is no keyboard trap.
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).not.toBe('text');
    await page.context().close();
    const bare = await signedIn({ javaScriptEnabled: false });
    await bare.goto(`/ui/policy/copy?stack=${encodeURIComponent(webStack)}`);
    await bare.getByText('Words of a policy').click();
    expect(await bare.locator('[data-word="actor.class"]').innerText()).toContain('human');
    expect(await bare.locator('#complete-keys').isVisible()).toBe(false);
    await bare.context().close();
  });

  it('and the API let nobody approve their own change', async () => {
    const key = { tenant: api.shop, stack: webStack };
    const ask = { tenant: api.shop, stacks: [webStack], text: 'maria@example.com' };
    const { items } = await api.store.shown.inbox(ask, { limit: 9 });
    const own = items.find(({ actor }) => actor === 'maria@example.com');
    const call = (action: string) =>
      api.app.request(`/api/v1/intents/${own?.intent}/answers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mariaToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ action, stack: webStack }),
      });
    const refused = await call('accept');

    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'own-change' });
    const answers = await api.store.answers.list(key);
    expect(answers.filter(({ by }) => by.includes('maria'))).toEqual([]);
  });

  it('record in the job who asked to refresh a pull request', async () => {
    const page = await signedIn({ javaScriptEnabled: false });
    const [proposal] = await api.store.proposals.list(
      { tenant: api.shop, stack: webStack },
      'open',
    );
    await page.goto(`/ui/stacks/${encodeURIComponent(webStack)}/intents/${proposal?.intent}`);
    await page.getByRole('button', { name: 'Refresh the pull request' }).click();
    expect(await page.getByRole('status').innerText()).toContain('being written');
    const jobs = (await api.jobs()).filter(({ queue }) => queue === 'propose');
    expect(jobs.at(-1)?.job).toMatchObject({ intent: proposal?.intent, by: 'web:ops' });
    await page.context().close();
  });

  it('let people sign in by provider and by proxy, with the rights of their role', async () => {
    const context = await browser.newContext({ baseURL: url });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto('/ui?text=lambda');
    await shoot(page, 'sign-in');
    expect(await seriousIn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sign in with Acme' }).click();
    await page.waitForURL('**/ui?text=lambda');
    expect(await page.locator('header').innerText()).toContain('Sign out maria@example.com');
    await page.locator('.card h3 a').first().click();
    await page.getByRole('link', { name: 'Hold', exact: true }).waitFor();
    const refused = await page.locator('.refused').innerText();
    expect(refused).toContain('Not yours: Accept, Delegate, Dismiss.');
    expect(refused).toContain('their own change. Ask somebody else');
    expect(await page.getByRole('link', { name: 'Accept', exact: true }).count()).toBe(0);
    await shoot(page, 'signed-in-sso');
    const own = new URL(page.url()).pathname;
    await page.goto(`${own}/answer?action=accept`);
    expect(await page.getByRole('alert').innerText()).toContain('their own change');
    const sent = page.waitForResponse((one) => one.request().method() === 'POST');
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    expect((await sent).status()).toBe(409);
    expect(await page.getByRole('alert').innerText()).toContain('their own change');
    // Browsers log each error response.
    complaints.splice(
      complaints.findIndex((one) => one.includes('409')),
      1,
    );
    await page.getByLabel('Tenant').selectOption('lab');
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    await page.waitForURL('**/ui');
    expect(await page.locator('.card').count()).toBe(0);
    await context.close();

    const headers = { 'x-forwarded-email': 'li@example.com', 'x-forwarded-groups': 'viewers' };
    const behind = await browser.newContext({ baseURL: url, extraHTTPHeaders: headers });
    const shown = await behind.newPage();
    await shown.goto('/ui?text=lambda');
    await shown.locator('.card h3 a').first().click();
    expect(await shown.locator('main').innerText()).toContain(
      'signed in as li@example.com and may not answer',
    );
    await shoot(shown, 'signed-in-proxy');
    await behind.close();
  });

  it('show hostile names as text on every page, and call no other origin', async () => {
    const page = await signedIn();
    await page.goto('/ui?text=onerror');
    const hostile = (await page.locator('.card h3 a').first().getAttribute('href')) ?? '';
    const own = ['', '?diff=split', '/answer?action=accept'].map((more) => `${hostile}${more}`);
    for (const path of [...paths, ...own]) {
      await page.goto(path);
      const text = await page.locator('body').innerText();
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not reach a page
      expect([path, /[\u001b\u202a-\u202e\u2066-\u2069]/.test(text)]).toEqual([path, false]);
      expect([path, text.length < 200_000]).toEqual([path, true]);
      expect(await page.locator('img, main script, [href^="javascript"]').count()).toBe(0);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([path, overflow]).toEqual([path, 0]);
    }
    for (const path of ['/ui', '/ui/timeline?range=month', hostile]) {
      await page.goto(path);
      expect(await page.locator('main').innerText()).toContain('<img src=x onerror=alert(1)>');
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

  const cookieOf = async ({ app }: Pick<TestApi, 'app'>, token: string) => {
    const body = new URLSearchParams({ token });
    const entered = await app.request('/ui/sign-in', { method: 'POST', body });
    return entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  };

  it('are only for people with a token', async () => {
    const fresh = openWeb();
    const anybody = await fresh.app.request('/ui');
    const wrong = await enter('guess-guess-guess-guess');

    expect([anybody.status, anybody.headers.get('location')]).toEqual([303, '/ui/sign-in']);
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('set-cookie')).toBeNull();
  });

  it('start a session with a cookie that neither scripts nor other sites can use', async () => {
    const response = await enter(opsToken);

    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Lax/);
    expect(response.headers.get('set-cookie')).not.toContain(opsToken);
  });

  it.each([
    ['without its proof', {}, () => ''],
    ['with a wrong proof', {}, () => '0'.repeat(32)],
    ['from another site', { origin: 'https://evil.example' }, proofOn],
  ])('refuse a form %s', async (_, headers, proofIn) => {
    const { app } = openWeb();
    const entered = await app.request('/ui/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ token: opsToken }),
    });
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const page = await (await app.request('/ui', { headers: { cookie } })).text();
    const answer = (fields: Record<string, string>, more: Record<string, string>) =>
      app.request('/ui/stacks/tools/intents/i-1/answer', {
        method: 'POST',
        body: new URLSearchParams({ action: 'wrong', digest: '', ...fields }),
        headers: { cookie, ...more },
      });

    expect((await answer({ proof: proofIn(page) }, headers)).status).toBe(403);
    expect((await answer({ proof: proofOn(page) }, {})).status).not.toBe(403);
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

  it('mark what is new since the last visit, not counting automatic refreshes', async () => {
    let time = '2026-03-15T08:00:00.000Z';
    const fresh = open({ ...webDeps(), now: () => time });
    const cookie = await cookieOf(fresh, opsToken);
    const look = async (path = '/ui', headers: Record<string, string> = {}) => {
      const page = await (
        await fresh.app.request(path, { headers: { cookie, ...headers } })
      ).text();
      return [page.match(/class="tag new"/g)?.length ?? 0, page.match(/data-key=/g)?.length ?? 0];
    };
    await scanAgain(fresh, 2, '2026-03-15T07:00:00.000Z');
    const [, known = 0] = await look();
    expect(await look()).toEqual([0, known]);
    time = '2026-03-15T09:00:00.000Z';
    await scanAgain(fresh, 9, '2026-03-15T08:55:00.000Z');
    await look('/ui', { 'x-parley-page': 'refresh' });
    const [added = 0, all = 0] = await look();
    expect([added > 0, added + known]).toEqual([true, all]);
    // It stays new during a visit.
    time = '2026-03-15T09:20:00.000Z';
    expect(await look()).toEqual([added, all]);
    expect(await look('/ui?age=new')).toEqual([added, added]);
    time = '2026-03-15T10:00:00.000Z';
    expect(await look()).toEqual([0, all]);
  });

  it.each([
    ['a stack that was never looked at', tokens.other, 'No scan has ended yet'],
    ['no stack at all', opsToken, 'No stack is set up yet'],
  ])('tell %s from being in sync', async (_, token, said) => {
    const deps = webDeps();
    const { settings } = deps;
    const stacks = token === opsToken ? [] : (settings?.stacks ?? []);
    const fresh = open({ ...deps, ...(settings && { settings: { ...settings, stacks } }) });
    const cookie = await cookieOf(fresh, token);
    for (const path of ['/ui', '/ui/timeline', '/ui/policy', '/ui/stacks']) {
      const page = await fresh.app.request(path, { headers: { cookie } });
      expect([path, page.status]).toEqual([path, 200]);
      if (path === '/ui') expect(await page.text()).toContain(said);
    }
  });

  it('retry and remove dead jobs, for an admin only', async () => {
    const problem = { code: 'forge-gone', message: 'It is <gone>.', hint: 'Look.' };
    const letter = (id: string, tenant: string) => ({
      ...({ queue: 'propose', id, attempts: 24, problem, time: '2026-03-15T09:00:00Z' } as const),
      job: { tenant, stack: 'tools', forge: 'github', run: 'r-1' },
    });
    const deps = webDeps();
    const { tenant = '' } = deps.settings?.stacks[0] ?? {};
    const queues = fakeQueues([letter('a', tenant), letter('b', tenant), letter('c', 'else')]);
    const fresh = open({ ...deps, queues });
    const send = async (token: string, id: string, act: string) => {
      const cookie = await cookieOf(fresh, token);
      const page = await (await fresh.app.request('/ui/stacks', { headers: { cookie } })).text();
      const body = new URLSearchParams({ proof: proofOn(page), queue: 'propose', id, do: act });
      return fresh.app.request('/ui/jobs', { method: 'POST', headers: { cookie }, body });
    };
    const shown = async () => {
      const cookie = await cookieOf(fresh, adminToken);
      const page = await (await fresh.app.request('/ui/stacks', { headers: { cookie } })).text();
      expect(page).not.toContain('<gone>');
      return [...page.matchAll(/name="id" value="(\w+)"/g)].map(([, id]) => id);
    };

    expect(await shown()).toEqual(['a', 'b']);
    expect((await send(opsToken, 'a', 'retry')).status).toBe(404);
    expect((await send(adminToken, 'c', 'retry')).status).toBe(404);
    const retried = await send(adminToken, 'a', 'retry');
    expect(retried.headers.get('location')).toBe('/ui/stacks?notice=retry');
    expect((await send(adminToken, 'b', 'forget')).status).toBe(303);
    expect(await shown()).toEqual([]);
  });

  it('show spending on a model, unknown operations and the checkpoint of receipts', async () => {
    const fresh = open({
      ...webDeps(),
      receipts: (_, work) => work({ checkpoint: async () => 'log.example\n7\nAAAA\n' } as never),
    });
    const key = { tenant: fresh.shop, stack: 'tools' };
    const { lastSeen } = fresh.store;
    for (const day of ['14', '15', '15']) {
      const tokens = { prompt: 100, completion: 10 };
      await keepModelUse(lastSeen, key, { tokens }, `2026-03-${day}T08:00:00.000Z`);
    }
    const unknown = { value: { operations: 2, calls: 31 }, until: '2027-01-01T00:00:00.000Z' };
    await lastSeen.put(fresh.shop, lastSeenKeys.unknown('tools'), unknown);
    const cookie = await cookieOf(fresh, opsToken);
    const page = await (await fresh.app.request('/ui/stacks', { headers: { cookie } })).text();

    expect(page).toMatch(
      /tools<\/th><td role="cell" class="number" data-head="Tokens of prompts">300<\/td><td role="cell" class="number" data-head="Tokens of answers">30<\/td>/,
    );
    expect(page).toContain('31 of 2 operations');
    expect(page).toMatch(/<dd>7<\/dd>.*AAAA/);
    const calls = await fresh.app.request('/ui/stacks/tools/calls', { headers: { cookie } });
    expect(calls.status).toBe(200);
  });

  it('load nothing but their own style and script', async () => {
    const { app } = openWeb();
    const page = await app.request('/ui/sign-in');

    const policy = page.headers.get('content-security-policy') ?? '';
    const again = await app.request('/ui/sign-in');
    expect(policy).toMatch(/default-src 'none'; style-src 'self'; script-src 'nonce-[\w-]{24}';/);
    expect(again.headers.get('content-security-policy')).not.toBe(policy);
    expect(await page.text()).not.toContain('<script');
  });
});

/** The proof that the forms of a page contain. */
function proofOn(page: string): string {
  return /name="proof" value="(\w+)"/.exec(page)?.[1] ?? '';
}
