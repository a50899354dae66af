import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { LivePage } from '../live/page.ts';

/** A part of a page, with all inserted values escaped. */
export type PageHtml = HtmlEscapedString | Promise<HtmlEscapedString>;

export interface PageFrame {
  readonly title: string;
  /** Path of the page in the navigation. */
  readonly path?: string;
  /** The signed-in visitor, with the proof for their forms. */
  readonly visitor?: {
    readonly name: string;
    readonly proof: string;
    readonly tenant: string;
    /** The tenants that the visitor may open. */
    readonly tenants: readonly string[];
  };
  /** Set for a page that is kept up to date. */
  readonly live?: LivePage;
  /** Path of another script of the page. */
  readonly script?: string;
  readonly body: PageHtml;
}

const pages = [
  ['/ui', 'Inbox'],
  ['/ui/timeline', 'Timeline'],
  ['/ui/policy', 'Policy'],
  ['/ui/stacks', 'Stacks'],
] as const;

/**
 * A complete page. It works without its scripts, which `nonce` permits, and loads nothing from
 * elsewhere.
 */
export function framePage(
  { title, path, visitor, live, script, body }: PageFrame,
  nonce: string,
): PageHtml {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Parley</title>
<link rel="stylesheet" href="/ui/style.css">
${visitor === undefined ? '' : html`<script src="/ui/keys.js" nonce="${nonce}" defer></script>`}
${live === undefined ? '' : html`<script src="/ui/live.js" nonce="${nonce}" defer></script>`}
${script === undefined ? '' : html`<script src="${script}" nonce="${nonce}" defer></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="brand" href="/ui">${sign}Parley</a>${visitor === undefined ? '' : navigation(path, visitor)}</header>
<main id="content"${live === undefined ? '' : liveData(live)}>${body}</main>
${visitor === undefined ? '' : keyHelp}
</body>
</html>`;
}

const sign = html`<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><circle class="dot good" cx="7" cy="10" r="6"></circle><circle class="dot ask" cx="13" cy="10" r="6"></circle></svg>`;

const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['o', 'open'],
  ['a', 'accept'],
  ['r', 'put back'],
  ['d', 'delegate'],
  ['h', 'hold'],
  ['/', 'search'],
  ['?', 'these keys'],
] as const;

const keyHelp = html`<footer class="foot"><details id="keys"><summary>Keys</summary>
<ul>${keys.map(([key, does]) => html`<li><kbd>${key}</kbd> ${does}</li>`)}</ul></details></footer>`;

function navigation(
  path: string | undefined,
  { name, proof, tenant, tenants }: NonNullable<PageFrame['visitor']>,
): PageHtml {
  return html`<nav aria-label="Pages">${pages.map(([to, text]) =>
    to === path
      ? html`<a href="${to}" aria-current="page">${text}</a>`
      : html`<a href="${to}">${text}</a>`,
  )}</nav>
${tenants.length < 2 ? '' : html`<form method="post" action="/ui/tenant">${proofField(proof)}<label class="inline">Tenant <select name="tenant">${tenants.map((one) => html`<option${one === tenant ? html` selected` : ''}>${one}</option>`)}</select></label><button>Go</button></form>`}
<form method="post" action="/ui/sign-out">${proofField(proof)}<button>Sign out ${name}</button></form>`;
}

/** The hidden field that proves that a form is one of ours. */
export function proofField(proof: string): PageHtml {
  return html`<input type="hidden" name="proof" value="${proof}">`;
}

function liveData({ path, version, every = 0 }: LivePage): PageHtml {
  return html` data-live="${path}" data-version="${version}" data-every="${every}"`;
}

/**
 * A page may load its style, scripts with its nonce, and data of this site. Its forms can only be
 * sent to this site.
 */
export function noncedHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}
