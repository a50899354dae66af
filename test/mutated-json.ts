import fc from 'fast-check';

/** Values that no reader expects. */
const strange: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e308, Number.MAX_SAFE_INTEGER + 2, '', ' ', '\0', '..', '../..'],
  ...['__proto__', '<!-- parley: intent=i drift=d -->', '/parley accept', '\u202e', '\ud800', '*'],
  ...['9'.repeat(400), 'x'.repeat(5000), [], [[]], [null], {}, { a: { b: {} } }],
  JSON.parse('{"__proto__": {"polluted": true}}'),
];

type Path = readonly (string | number)[];

function pathsOf(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const members = Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...at, key]));
  return [at, ...members];
}

/** A copy of the value with `other` at a path; `undefined` removes what is there. */
function withAt(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  if (typeof value !== 'object' || value === null) return value;
  const before: unknown = Reflect.get(value, step);
  const after = withAt(before, rest, other);
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === step ? after : item));
  return { ...value, [step]: after };
}

/** The value with up to four places, chosen anywhere, replaced by something else or removed. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  const other = fc.oneof(
    fc.constantFrom(...strange),
    fc.constant(undefined),
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  return fc.array(fc.tuple(fc.nat(), other), { minLength: 1, maxLength: 4 }).map((changes) =>
    changes.reduce((current: unknown, [spot, instead]) => {
      const paths = pathsOf(current);
      return withAt(current, paths[spot % paths.length] ?? [], instead);
    }, value),
  );
}
