import { html } from 'hono/html';
import type { PageHtml } from './look/layout.ts';

export function signInPage(problem?: string): PageHtml {
  return html`<h1>Sign in</h1>
${problem === undefined ? '' : html`<p class="note" role="alert">${problem}</p>`}
<p>Use a token of <code>server.tokens</code>. What it may do over the API, you may do here.</p>
<form class="stack" method="post" action="/ui/sign-in">
<label>Token <input name="token" type="password" autocomplete="current-password" required></label>
<p><button>Sign in</button></p>
</form>`;
}
