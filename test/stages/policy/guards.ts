import fc from 'fast-check';
import type { FactName } from '../../../src/stages/arbitration/facts.ts';
import { factNames, vocabulary } from '../../../src/stages/policy/vocabulary.ts';

function named(type: string, isOpen?: boolean): fc.Arbitrary<FactName> {
  const fits = factNames.filter((name) => {
    const kind = vocabulary[name];
    const open = kind.type === 'text' && !('values' in kind && kind.values !== undefined);
    return kind.type === type && (isOpen === undefined || open === isOpen);
  });
  return fc.constantFrom(...fits);
}

function valuesOf(name: FactName): readonly string[] {
  const kind = vocabulary[name];
  return 'values' in kind && kind.values !== undefined ? kind.values : [];
}

const words = ['production', 'staging', 'shop', 'INC-7', 'x', '', 'aws_sqs_queue'];
const word = fc.constantFrom(...words).map((one) => JSON.stringify(one));
const order = fc.constantFrom('<', '<=', '>', '>=', '==', '!=');
const small = fc.constantFrom('0', '1', '2', '3', '5', '0.5', '0.25');
const flag = named('flag');
const number = named('number');
const text = named('text', true);
const closed = named('text', false);
const list = named('list');
const value = named('value');

/** Atoms the linter can prove something about: flags, known values, comparisons with literals. */
export const plainAtom: fc.Arbitrary<string> = fc.oneof(
  flag,
  named('text').map((name) => (name.includes('.') ? `has(${name})` : name)),
  fc.constantFrom('has(change.floor)', 'has(change.new)', '!has(harm.dimension)'),
  fc.tuple(number, order, small).map((parts) => parts.join(' ')),
  fc.tuple(text, fc.constantFrom('==', '!='), word).map((parts) => parts.join(' ')),
  closed.chain((name) =>
    fc.oneof(
      fc
        .tuple(fc.constantFrom('==', '!='), fc.constantFrom(...valuesOf(name)))
        .map(([sign, one]) => `${name} ${sign} ${JSON.stringify(one)}`),
      fc
        .subarray([...valuesOf(name)], { minLength: 1 })
        .map((some) => `${name} in ${JSON.stringify(some)}`),
    ),
  ),
);

const method = fc.constantFrom('startsWith', 'endsWith', 'contains');
const pattern = fc.constantFrom(
  '^INC-[0-9]+$',
  '^module\\\\.',
  'sqs|s3',
  '(a|b)*',
  '[^x]$',
  '\\\\d{2}',
);
const clock = fc.constantFrom(
  'getHours()',
  'getHours("Europe/Berlin")',
  'getDayOfWeek()',
  'getMonth()',
);

const otherAtom: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(text, method, word).map(([name, call, one]) => `${name}.${call}(${one})`),
  fc.tuple(text, pattern).map(([name, one]) => `${name}.matches("${one}")`),
  fc
    .tuple(fc.oneof(text, list, value), order, fc.constantFrom('0', '2', '7'))
    .map(([name, sign, size]) => `size(${name}) ${sign} ${size}`),
  fc
    .tuple(clock, order, fc.constantFrom('0', '2', '8', '22'))
    .map(([call, sign, one]) => `timestamp(context.now).${call} ${sign} ${one}`),
  order.map(
    (sign) => `timestamp(context.now) ${sign} timestamp("2026-01-01T00:00:00Z") + duration("24h")`,
  ),
  fc.tuple(word, list).map(([one, name]) => `${one} in ${name}`),
  fc
    .tuple(list, fc.constantFrom('exists', 'all', 'exists_one'), method, word)
    .map(([name, loop, call, one]) => `${name}.${loop}(one, one.${call}(${one}))`),
  fc.tuple(list, word).map(([name, one]) => `size(${name}.filter(one, one != ${one})) > 1`),
  fc.tuple(text, word).map(([name, one]) => `[${one}, "a"].exists(one, one == ${name})`),
  fc.tuple(value, order, fc.constantFrom('0', '100', '3.5')).map((parts) => parts.join(' ')),
  fc
    .tuple(
      value,
      fc.constantFrom('==', '!='),
      fc.oneof(word, fc.constantFrom('true', 'null', '["*"]')),
    )
    .map((parts) => parts.join(' ')),
  fc.tuple(value, method, word).map(([name, call, one]) => `${name}.${call}(${one})`),
  order.map((sign) => `change.new ${sign} change.old`),
  order.map((sign) => `double(change.new) / 2.0 ${sign} double(change.old) + 1.0`),
  fc
    .tuple(number, number, order, small)
    .map(([a, b, sign, one]) => `${a} + ${b} ${sign} double(${one})`),
  fc.tuple(text, text).map(([a, b]) => `${a} == ${b}`),
  fc.tuple(text, word).map(([name, one]) => `${name} + "x" == ${one}`),
  fc.constantFrom('int(change.new) % 2 == 0', '1 / 0 == 1', 'true', 'false'),
);

function joined(atom: fc.Arbitrary<string>, maxDepth: number): fc.Arbitrary<string> {
  return fc.letrec<{ guard: string }>((tie) => ({
    guard: fc.oneof(
      { maxDepth, depthSize: 'small', withCrossShrink: true },
      atom,
      tie('guard').map((one) => `!(${one})`),
      fc.tuple(tie('guard'), tie('guard')).map(([a, b]) => `(${a}) && (${b})`),
      fc.tuple(tie('guard'), tie('guard')).map(([a, b]) => `(${a}) || (${b})`),
      fc
        .tuple(tie('guard'), tie('guard'), tie('guard'))
        .map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
    ),
  })).guard;
}

/** Guards whose cases can all be enumerated. */
export const plainGuard = joined(plainAtom, 2);

/** Guards that use the whole language. */
export const anyGuard = joined(fc.oneof(plainAtom, otherAtom), 3);
