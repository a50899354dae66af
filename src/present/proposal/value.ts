import type { DriftValue } from '../../model/drift.ts';
import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { isMasked } from '../../model/masked.ts';
import { isSecretName, scrubbed, scrubText } from '../../model/scrub.ts';
import { code, prose } from './markdown.ts';

const longest = 200;

/** A side of a drift in a cell. What nobody may see is not shown, whoever calls it a value. */
export function sideText(side: DriftValue, name = ''): string {
  switch (side.kind) {
    case 'value':
      return isSecretName(name) ? 'a hidden value' : code(valueText(side.value), longest);
    case 'absent':
      return 'nothing';
    case 'redacted':
      return 'a hidden value';
    case 'unknown':
      return `unknown: ${prose(side.why, longest)}`;
  }
}

/** The value as text, without what looks like a secret. */
export function valueText(value: Json): string {
  const safe = withoutSecrets(value);
  return typeof safe === 'string' && safe !== '' ? safe : canonicalJson(safe);
}

export function withoutSecrets(value: Json): Json {
  if (typeof value === 'string') return isMasked(value) ? scrubbed : scrubText(value);
  if (isJsonArray(value)) return value.map(withoutSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      isSecretName(name) && child !== null ? scrubbed : withoutSecrets(child),
    ]),
  );
}
