import type { DriftValue } from '../../model/drift.ts';
import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { isMasked } from '../../model/masked.ts';
import { isSecretName, scrubbed, scrubText } from '../../model/scrub.ts';
import { compareText } from '../../model/text.ts';
import { markdownCode, markdownProse } from './markdown.ts';

const longest = 200;

/** A side of a drift in a cell. What nobody may see is not shown, whoever calls it a value. */
export function markdownSide(side: DriftValue, name = ''): string {
  switch (side.kind) {
    case 'value':
      return isSecretName(name)
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

/** The value as text, without what looks like a secret; what has members as Terraform writes it. */
export function markdownValue(value: Json): string {
  const safe = displayWithoutSecrets(value);
  return typeof safe === 'string' && safe !== '' ? safe : expressionText(safe);
}

/** Members that are null are not set, and not shown. */
function expressionText(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(expressionText).join(', ')}]`;
  if (!isJsonObject(value)) return canonicalJson(value);
  const members = Object.entries(value)
    .filter(([, child]) => child !== null)
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, child]) => `${memberName(name)} = ${expressionText(child)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function memberName(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : JSON.stringify(name);
}

export function displayWithoutSecrets(value: Json): Json {
  if (typeof value === 'string') return isMasked(value) ? scrubbed : scrubText(value);
  if (isJsonArray(value)) return value.map(displayWithoutSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      isSecretName(name) && child !== null ? scrubbed : displayWithoutSecrets(child),
    ]),
  );
}
