import { isJsonArray, isJsonObject, type Json } from './json.ts';
import { type AttributePath, formatPath } from './path.ts';
import { displayText } from './text.ts';
import { displayWithoutSecrets } from './without-secrets.ts';

/** The maximum length of a displayed path in characters, since map keys may be of any length. */
const longest = 120;

/**
 * A path for people, without what looks like a secret. An element of a set is shown by its
 * distinguishing values: `ingress[tcp 8443 192.0.2.44/32]`.
 */
export function shortPath(path: AttributePath): string {
  return displayText(pathText(path), longest);
}

function pathText(path: AttributePath): string {
  const at = path.findIndex((step) => typeof step === 'object');
  const step = path[at];
  if (typeof step !== 'object') return formatPath(path);
  const rest = formatPath(path.slice(at + 1));
  return `${formatPath(path.slice(0, at))}[${memberText(displayWithoutSecrets(step.element))}]${rest === '' ? '' : `.${rest}`}`;
}

/** `tcp 8443 192.0.2.44/32`: the values of an element that distinguish it from the others. */
export function memberText(member: Json): string {
  if (!isJsonObject(member)) return scalarText(member);
  const values = ['protocol', 'from_port', 'to_port']
    .filter((name) => Object.hasOwn(member, name))
    .map((name) => scalarText(member[name] ?? null));
  const others = Object.entries(member)
    .filter(([name]) => !['protocol', 'from_port', 'to_port', 'description'].includes(name))
    .map(([, value]) => scalarText(value));
  // A single port is both `from` and `to`.
  return [...new Set([...values, ...others])].filter((text) => text !== '').join(' ');
}

function scalarText(value: Json): string {
  if (value === null || value === false) return '';
  if (isJsonArray(value)) return value.map(scalarText).join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
