import { html } from 'hono/html';
import { mentionsSecret } from '../../../model/credential/name.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { parsedDocument, parsedJson } from '../../../model/parsed-json.ts';
import { scrubbed, scrubText } from '../../../model/scrub.ts';
import { displayText } from '../../../model/text.ts';
import type { PageHtml } from '../look/layout.ts';

/** Characters of a record that are shown. */
const longest = 100_000;

/** A record of the log as it was received, without what may be a secret. */
export function recordPage(event: string, raw: string | undefined, back: string): PageHtml {
  return html`<p><a href="${back}">Back to the intent</a></p><h1>Record <code>${displayText(event, 120)}</code></h1>
${
  raw === undefined
    ? html`<p>The record is no longer kept here, or it did not come from a source of the service.</p>`
    : html`<p class="lead">As the log has it, without what may be a secret.</p><pre tabindex="0">${shownRecord(raw)}</pre>`
}`;
}

function shownRecord(raw: string): string {
  const record = parsedJson(raw);
  // A text that is not JSON is shown as text.
  const shown = record === undefined ? scrubText(raw) : record;
  const text = JSON.stringify(withoutSecrets(shown), null, 2);
  const visible = text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return visible.length > longest ? `${visible.slice(0, longest)}\n…` : visible;
}

/** Removes members whose names suggest secrets, and credentials within texts. */
function withoutSecrets(value: Json): Json {
  if (typeof value === 'string') return withoutSecretText(value);
  if (isJsonArray(value)) return value.map(withoutSecrets);
  if (!isJsonObject(value)) return value;
  const named = namedSecret(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isHidden =
        mentionsSecret(name) ||
        (named && valueNames.has(name.toLowerCase())) ||
        (value['kind'] === 'Secret' && /^(?:data|stringData)$/.test(name));
      return [name, isHidden && member !== null ? scrubbed : withoutSecrets(member)];
    }),
  );
}

const valueNames: ReadonlySet<string> = new Set(['value', 'parametervalue', 'valuefrom']);

/** True for a pair of name and value whose name suggests that the value is a secret. */
function namedSecret(value: Readonly<Record<string, Json>>): boolean {
  const { name, Name, key, Key, parameterName } = value;
  return [name, Name, key, Key, parameterName].some(
    (one) => typeof one === 'string' && mentionsSecret(one),
  );
}

/** A text may itself be a JSON document. */
function withoutSecretText(text: string): string {
  const document = parsedDocument(text);
  return document === undefined ? scrubText(text) : JSON.stringify(withoutSecrets(document));
}
