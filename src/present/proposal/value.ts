import type { DriftValue } from '../../model/drift.ts';
import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { isMasked } from '../../model/masked.ts';
import { isSecretName, scrubbed, scrubText } from '../../model/scrub.ts';
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

/** The value as text, without what looks like a secret. */
export function markdownValue(value: Json): string {
  const safe = displayWithoutSecrets(value);
  return typeof safe === 'string' && safe !== '' ? safe : canonicalJson(safe);
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
