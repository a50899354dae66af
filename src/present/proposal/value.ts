import { renderHclValue } from '../../code/hcl/edit/render.ts';
import { mentionsSecret } from '../../model/credential/name.ts';
import type { DriftValue } from '../../model/drift.ts';
import { isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { compareText } from '../../model/text.ts';
import { displayWithoutSecrets } from '../../model/without-secrets.ts';
import { markdownCode, markdownProse } from './markdown.ts';

const longest = 200;

/**
 * One side of a drift for a table cell. Secrets are hidden, even if they appear as plain values.
 */
export function markdownSide(side: DriftValue, name = ''): string {
  switch (side.kind) {
    case 'value':
      return mentionsSecret(name)
        ? 'a hidden value'
        : markdownCode(markdownValue(side.value), longest);
    case 'absent':
      return 'nothing';
    case 'redacted':
      return 'a hidden value';
    case 'unknown':
      return `unknown: ${markdownProse(side.why, longest)}`;
  }
}

/**
 * The value as text, without what looks like a secret. Lists and objects are written as in
 * Terraform.
 */
export function markdownValue(value: Json): string {
  const safe = displayWithoutSecrets(value);
  return typeof safe === 'string' && safe !== ''
    ? safe
    : renderHclValue(tidied(safe), { layout: 'inline' });
}

/** Sorts members, and drops those that are null, since they are not set. */
function tidied(value: Json): Json {
  if (isJsonArray(value)) return value.map(tidied);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([, child]) => child !== null);
  const sorted = members.sort(([one], [other]) => compareText(one, other));
  return Object.fromEntries(sorted.map(([name, child]) => [name, tidied(child)]));
}
