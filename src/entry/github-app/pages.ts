import { html } from 'hono/html';
import type { Manifest } from '../../adapters/forge/github/manifest.ts';

/** Allows no loading and no scripts. The form may be sent only to GitHub. */
export function pageHeaders(form: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `default-src 'none'; form-action ${form}; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/** The form that takes the manifest to GitHub, where a person reviews and confirms it. */
export function formPage(manifest: Manifest, target: URL) {
  const rights = Object.entries(manifest.default_permissions).map(
    ([name, right]) => html`<li>${name.replaceAll('_', ' ')}: ${right}</li>`,
  );
  return page(
    'A GitHub App for Parley',
    html`<p>GitHub will show the app <b>${manifest.name}</b>, which notifies
${manifest.hook_attributes.url} of pull requests, comments and pushes, and may:</p>
<ul>${rights}</ul>
<form method="post" action="${target.href}">
<input type="hidden" name="manifest" value="${JSON.stringify(manifest)}">
<button type="submit">Go on to ${target.host}</button>
</form>`,
  );
}

export function donePage(slug: string) {
  return page(
    'The app was made',
    html`<p>The secrets of <b>${slug}</b> are on this machine. What is to be done next is in the terminal.</p>`,
  );
}

export function failedPage(message: string) {
  return page('That did not work', html`<p>${message}</p>`);
}

function page(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1>
${body}
</body>
</html>
`;
}
