import { quoteHcl } from '../../../../code/hcl/edit/render.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import { isIdentifier } from '../../../../code/hcl/syntax/characters.ts';
import type { Binding, Scope } from '../../../../code/terraform/config/scope.ts';
import { isJsonObject, type Json } from '../../../../model/json.ts';
import { type DocumentWrite, plainWrite } from './write.ts';

/**
 * Writes texts so that they fit every iteration of a loop: the current iteration's own texts become
 * references to the loop's variables. Undefined outside loops.
 */
export function iterationWrite({ bindings }: Scope): DocumentWrite | undefined {
  const names = [...bindings]
    .flatMap(([name, binding]) => namesOf(name, binding))
    .filter(({ text }) => text !== '')
    .sort((a, b) => b.text.length - a.text.length);
  if (names.length === 0) return undefined;
  return (value) => {
    const written = typeof value === 'string' ? writtenFor(value, names) : undefined;
    return written === undefined ? plainWrite(value) : { kind: 'raw', text: written };
  };
}

interface Name {
  readonly reference: string;
  readonly text: string;
}

function namesOf(name: string, { shape, key, value }: Binding): readonly Name[] {
  if (shape === 'key') return textsIn(name, valueToJson(key));
  if (shape === 'value') return textsIn(name, valueToJson(value));
  return [
    ...textsIn(`${name}.key`, valueToJson(key)),
    ...textsIn(`${name}.value`, valueToJson(value)),
  ];
}

/** The value itself, or the texts among its attributes. */
function textsIn(reference: string, value: Json | undefined): readonly Name[] {
  if (typeof value === 'string') return [{ reference, text: value }];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && isIdentifier(name)
      ? [{ reference: `${reference}.${name}`, text: inner }]
      : [],
  );
}

/** The text with its first matching name, as separate words, replaced by references. */
function writtenFor(text: string, names: readonly Name[]): string | undefined {
  const whole = names.find((name) => name.text === text);
  if (whole !== undefined) return whole.reference;
  for (const { reference, text: word } of names) {
    const parts = text.split(wordOf(word));
    if (parts.length > 1) {
      const quoted = parts.map((part) => quoteHcl(part).slice(1, -1));
      return `"${quoted.join(`\${${reference}}`)}"`;
    }
  }
  return undefined;
}

function wordOf(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`);
}
