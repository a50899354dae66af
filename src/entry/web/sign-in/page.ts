import { html } from 'hono/html';
import type { OidcProvider } from '../../../ports/oidc.ts';
import type { PageHtml } from '../look/layout.ts';

export interface SignInView {
  readonly providers: readonly Pick<OidcProvider, 'name' | 'title'>[];
  /** Whether there are tokens to sign in with. */
  readonly hasTokens: boolean;
  /** The page to continue with. */
  readonly next: string;
  /** The user that the reverse proxy authenticated. */
  readonly proxied?: string;
  readonly problem?: string;
}

export function signInPage({ providers, hasTokens, next, proxied, problem }: SignInView): PageHtml {
  const query = new URLSearchParams({ next }).toString();
  return html`<h1>Sign in</h1>
${problem === undefined ? '' : html`<p class="note" role="alert">${problem}</p>`}
${
  proxied === undefined
    ? ''
    : html`<p>You come through a proxy that knows you as <strong>${proxied}</strong>.</p><p><a class="button primary" href="${next}">Go on</a></p>`
}
${
  providers.length === 0
    ? ''
    : html`<ul class="plain signin">${providers.map(
        ({ name, title }) =>
          html`<li><a class="button primary" href="/ui/sign-in/${name}?${query}">Sign in with ${title}</a></li>`,
      )}</ul>`
}
${hasTokens ? tokenForm(next, providers.length > 0) : ''}`;
}

function tokenForm(next: string, isSecond: boolean): PageHtml {
  const form = html`<p>Use a token of <code>server.tokens</code>. What it may do over the API, you may do here.</p>
<form class="stack" method="post" action="/ui/sign-in">
<input type="hidden" name="next" value="${next}">
<label>Token <input name="token" type="password" autocomplete="current-password" required></label>
<p><button>Sign in</button></p>
</form>`;
  return isSecond
    ? html`<details class="panel"><summary>With a token</summary>${form}</details>`
    : form;
}
