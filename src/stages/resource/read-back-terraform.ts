import { itemKey, literalValue } from '../../code/hcl/edit/literal.ts';
import type { Expression, HclFile, ObjectExpression } from '../../code/hcl/syntax/ast.ts';
import { lineColumn } from '../../code/hcl/syntax/diagnostics.ts';
import { parseHcl } from '../../code/hcl/syntax/parse.ts';
import { decodeQuoted } from '../../code/hcl/syntax/strings.ts';
import type { TemplatePart } from '../../code/hcl/syntax/template-ast.ts';
import { childNodes } from '../../code/hcl/syntax/walk.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { Bindings, type SpecReading, type Unreadable } from './bindings.ts';
import { nameLabel, type Placeholder, placeholderIn } from './fill-terraform.ts';
import type { ReadBackInput } from './read-back.ts';
import { type Slot, templateSlots } from './slots.ts';

/** The inputs and results of one reading. */
interface Reading {
  readonly template: HclFile;
  readonly after: HclFile;
  readonly bindings: Bindings;
  readonly refuse: (what: string, why: string, at?: number) => Unreadable;
}

/** Solves a template: finds the spec from which it produces the changed code. */
export function readBackTerraform(input: ReadBackInput): Result<SpecReading, Unreadable> {
  const { template, resource, base, before, after } = input;
  const file = parseHcl(template.text);
  const planned = templateSlots(file, (label) => (label === nameLabel ? resource.name : label));
  const [old, found] = [templateSlots(parseHcl(before)), templateSlots(parseHcl(after))];
  const own = new Set(
    [...templateSlots(parseHcl(base))].flatMap(([key, { parent }]) => (parent === '' ? [key] : [])),
  );
  if (own.size > 0 && [...own].every((key) => old.has(key) && !found.has(key))) {
    return ok({ kind: 'removed' });
  }
  const reading: Reading = {
    template: file,
    after: parseHcl(after),
    bindings: new Bindings(resource),
    refuse: (what, why, at = 0) => {
      const place = { file: template.file, line: lineColumn(template.text, at).line };
      return { what, why, place };
    },
  };
  for (const key of changedIn(old, found)) {
    if (!isDeclared(key, found.has(key) ? found : old, own)) continue;
    const unreadable = readOne(reading, key, planned, found.get(key));
    if (unreadable !== undefined) return fail(unreadable);
  }
  const { bindings } = reading;
  return ok(bindings.size === 0 ? { kind: 'none' } : { kind: 'spec', spec: bindings.spec() });
}

/**
 * Keys of arguments and blocks that were changed, added or removed, without those inside a block
 * that was added or removed entirely.
 */
function changedIn(
  old: ReadonlyMap<string, Slot>,
  found: ReadonlyMap<string, Slot>,
): readonly string[] {
  return [...new Set([...old.keys(), ...found.keys()])].filter((key) => {
    const [was, is] = [old.get(key), found.get(key)];
    const parent = (is ?? was)?.parent ?? '';
    if (parent !== '' && old.has(parent) !== found.has(parent)) return false;
    if (was === undefined || is === undefined) return true;
    return is.node.kind === 'attribute' && was.text !== is.text;
  });
}

/**
 * Blocks that are not from the template belong to others, and `lifecycle` is not part of a spec.
 */
function isDeclared(
  key: string,
  slots: ReadonlyMap<string, Slot>,
  own: ReadonlySet<string>,
): boolean {
  let top = key;
  for (let at = slots.get(key); at !== undefined; at = slots.get(at.parent)) {
    if (at.node.kind === 'block' && at.node.type === 'lifecycle') return false;
    if (at.parent === '') break;
    top = at.parent;
  }
  return own.has(top);
}

function readOne(
  reading: Reading,
  key: string,
  planned: ReadonlyMap<string, Slot>,
  found: Slot | undefined,
): Unreadable | undefined {
  const slot = planned.get(key);
  if (slot === undefined) {
    const at = planned.get(found?.parent ?? '')?.node.start;
    return reading.refuse(key, 'is not in the template', at);
  }
  const { node } = slot;
  if (node.kind === 'block') {
    return reading.refuse(key, 'is a block of the template, which always has it', node.start);
  }
  const placeholder = placeholderIn(node.value);
  const why =
    found === undefined
      ? placeholder === undefined
        ? 'is written in the template'
        : reading.bindings.bind(placeholder, undefined)
      : found.node.kind === 'attribute'
        ? bindExpression(reading, node.value, found.node.value)
        : 'is a block, but an argument in the template';
  return why === undefined ? undefined : reading.refuse(key, why, node.start);
}

/** Why an expression of the template cannot produce what is written; undefined if it can. */
function bindExpression(
  reading: Reading,
  template: Expression,
  found: Expression,
): string | undefined {
  const { bindings } = reading;
  const { text } = reading.after;
  const placeholder = placeholderIn(template);
  const value = literalValue(found, text);
  if (placeholder !== undefined) {
    return value === undefined ? 'is computed now' : bindings.bind(placeholder, value);
  }
  if (template.kind === 'quoted' && typeof value === 'string') {
    const parts = textPartsOf(template.parts, reading.template.text);
    if (parts !== undefined) return bindings.bindText(parts, value);
  }
  if (template.kind === 'object' && found.kind === 'object') {
    return bindObject(reading, template, found);
  }
  const [inner, others] = [childNodes(template), childNodes(found)];
  const isAlike = template.kind === found.kind && nameOf(template) === nameOf(found);
  if (isAlike && inner.length > 0 && inner.length === others.length) {
    for (const [index, child] of inner.entries()) {
      const other = others[index];
      if (!isExpression(child) || !isExpression(other)) return written;
      const why = bindExpression(reading, child, other);
      if (why !== undefined) return why;
    }
    return undefined;
  }
  const own = reading.template.text.slice(template.start, template.end);
  return own === text.slice(found.start, found.end) ? undefined : written;
}

const written = 'is written in the template';

function bindObject(
  reading: Reading,
  template: ObjectExpression,
  found: ObjectExpression,
): string | undefined {
  const keyed = (object: ObjectExpression, text: string) =>
    new Map(object.items.map((item) => [itemKey(item, text), item.value]));
  const [planned, there] = [
    keyed(template, reading.template.text),
    keyed(found, reading.after.text),
  ];
  for (const key of new Set([...planned.keys(), ...there.keys()])) {
    const [one, other] = [planned.get(key), there.get(key)];
    if (one === undefined || other === undefined) return written;
    const why = bindExpression(reading, one, other);
    if (why !== undefined) return why;
  }
  return undefined;
}

function textPartsOf(
  parts: readonly TemplatePart[],
  text: string,
): readonly (string | Placeholder)[] | undefined {
  const found = parts.map((part) => {
    if (part.kind === 'text') return decodeQuoted(text.slice(part.start, part.end));
    return part.kind === 'interpolation' ? placeholderIn(part.value) : undefined;
  });
  return found.every((part) => part !== undefined) ? found : undefined;
}

function nameOf(expression: Expression): string {
  if (expression.kind === 'call') return expression.name;
  return expression.kind === 'binary' || expression.kind === 'unary' ? expression.operator : '';
}

const parts: ReadonlySet<string> = new Set([
  'body',
  'attribute',
  'block',
  'broken',
  'object-item',
  'text',
  'interpolation',
  'directive',
]);

function isExpression(node: { readonly kind: string } | undefined): node is Expression {
  return node !== undefined && !parts.has(node.kind);
}
