import { isJsonObject, type Json, own } from '../../../../model/json.ts';

/** Arguments that name a block, most specific first. */
const naming = ['description', 'name', 'id', 'sid'];

/**
 * A key for an entry whose key nothing else determines: the block's own name, or otherwise its
 * ports, or its only text.
 */
export function keyFor(element: Json, taken: readonly string[]): string | undefined {
  if (!isJsonObject(element)) return undefined;
  const memberOf = (name: string): Json => own(element, name) ?? null;
  const names = naming.map(memberOf).filter((value) => typeof value === 'string');
  const ports = [memberOf('protocol'), memberOf('from_port')].filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  const texts = Object.values(element)
    .filter((value) => typeof value === 'string')
    .filter((text) => text !== '');
  const separator = taken.some((key) => key.includes('-')) ? '-' : '_';
  const only = texts.length === 1 ? texts : [];
  return [...names, ...(ports.length === 2 ? [ports.join(' ')] : []), ...only]

    .map((text) => slug(text, separator))
    .find((key) => key !== '' && !taken.includes(key));
}

function slug(text: string, separator: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, separator)
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, 40);
}
