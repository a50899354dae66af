import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Harm } from '../../../src/model/harm.ts';
import { canonicalJson, type Json, type JsonObject } from '../../../src/model/json.ts';
import { assessHarm } from '../../../src/providers/harm/assess-harm.ts';
import type { WireRule } from '../../../src/providers/harm/table/format.ts';
import { cases } from '../../cases.ts';
import { factsOf, rows, shipped } from './facts.ts';
import { samplesOf } from './samples.ts';

const scalar = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    1,
    7,
    30,
    '',
    'true',
    'Allow',
    'HTTP',
    '***',
    'TLS1_2',
  ),
  fc.constantFrom<Json>(
    '0.0.0.0/0',
    '10.0.0.0/8',
    '::/0',
    '86400s',
    '512Mi',
    'm5.large',
    '{"a":1}',
  ),
  fc.string({ maxLength: 6 }),
);
const block = fc.dictionary(fc.constantFrom('name', 'port', 'at', 'action'), scalar, {
  maxKeys: 3,
});
const value: fc.Arbitrary<Json> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.array(block, { maxLength: 4 }),
  block,
);
const resource = fc.dictionary(fc.constantFrom('at', 'in', 'tags'), value, { maxKeys: 3 });

/** Resources without repeated blocks, of which one may get worse while another gets better. */
const simple = fc.dictionary(
  fc.constantFrom('at', 'in', 'tags'),
  fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }), fc.array(block, { maxLength: 1 }), block),
  { maxKeys: 3 },
);

const predicates = [
  '= false or removed',
  '= Allow when in.action = Allow',
  'matches world',
  'lower',
  'higher (0=unlimited)',
  'weaker-in azure-tls',
  'removed',
  'changed or removed',
  'added',
  'element-added matches world',
  'element-added',
  'wildcard-in-document',
] as const;
/** Predicates with one good side; with others, elements may come and go at once. */
const sidedPredicates = [
  '= Allow',
  '= false or removed',
  'in (HTTP, 1)',
  'matches world',
  'lower',
  'higher (0=unlimited)',
  'weaker-in azure-tls',
  'removed',
  'added',
] as const;
const paths = ['at', 'in.at', 'in.name', 'tags'] as const;
const rule = fc
  .tuple(fc.constantFrom(...paths), fc.constantFrom(...predicates), fc.constantFrom(1, 3, 5))
  .map(([path, predicate, severity]): WireRule => {
    return [path, predicate, 'security', severity as 1 | 3 | 5, 'it is worse', 'own'];
  });

/** The same resource with its lists and members in reverse order. */
function shuffled(resource: JsonObject): JsonObject {
  const turn = (each: Json): Json => (Array.isArray(each) ? each.toReversed().map(turn) : each);
  return Object.fromEntries(
    Object.entries(resource)
      .reverse()
      .map(([name, each]) => [name, turn(each)]),
  );
}

function isHidden(resource: JsonObject): boolean {
  return canonicalJson(resource).includes('***');
}

/** The direction in which each dimension of each field changed. */
function directions(harm: readonly Harm[]): readonly string[] {
  return harm
    .filter(({ doubt }) => doubt === undefined)
    .map(
      ({ dimension, field, severity, direction }) =>
        `${dimension} ${field} ${severity} ${direction}`,
    )
    .sort();
}

describe('harm of any resource', () => {
  it('is none where nothing changed, whatever the order of lists and members', () => {
    fc.assert(
      fc.property(resource, fc.array(rule, { maxLength: 4 }), (one, rules) => {
        fc.pre(!isHidden(one));
        const facts = factsOf('aws_thing', rules);
        expect(assessHarm(facts, { type: 'aws_thing', before: one, after: shuffled(one) })).toEqual(
          [],
        );
      }),
      { numRuns: cases(10_000) },
    );
  });

  it('has each dimension of each field once, worst first, and is the same each time', () => {
    fc.assert(
      fc.property(resource, resource, fc.array(rule, { maxLength: 6 }), (before, after, rules) => {
        const facts = factsOf('aws_thing', rules);
        const harm = assessHarm(facts, { type: 'aws_thing', before, after });
        const again = assessHarm(factsOf('aws_thing', rules.toReversed()), {
          type: 'aws_thing',
          before: shuffled(before),
          after: shuffled(after),
        });
        const places = harm.map(({ dimension, field }) => `${dimension} ${field}`);
        const weakening = harm.filter(({ direction }) => direction === 'weakens');

        expect(new Set(places).size).toBe(places.length);
        expect(harm.slice(0, weakening.length)).toEqual(weakening);
        expect(weakening.map(({ severity }) => severity)).toEqual(
          weakening.map(({ severity }) => severity).sort((a, b) => b - a),
        );
        expect(directions(again)).toEqual(directions(harm));
      }),
      { numRuns: cases(10_000) },
    );
  });

  it('is reversed if before and after are swapped, for predicates with a good side', () => {
    fc.assert(
      fc.property(
        simple,
        simple,
        fc.constantFrom(...paths),
        fc.constantFrom(...sidedPredicates),
        (before, after, path, predicate) => {
          fc.pre(!isHidden(before) && !isHidden(after));
          const facts = factsOf('aws_thing', [
            [path, predicate, 'security', 4, 'it is worse', 'own'],
          ]);
          const ask = (old: JsonObject, now: JsonObject) => {
            const [first] = assessHarm(facts, { type: 'aws_thing', before: old, after: now });
            return first?.doubt ?? first?.direction;
          };
          const [forth, back] = [ask(before, after), ask(after, before)];
          const reverse = { weakens: 'strengthens', strengthens: 'weakens' } as const;

          expect(back).toBe(
            forth === 'weakens' || forth === 'strengthens' ? reverse[forth] : forth,
          );
        },
      ),
      { numRuns: cases(10_000) },
    );
  });

  it('never shows what is hidden or secret', () => {
    const secret = 'hunter2hunter2';
    fc.assert(
      fc.property(value, rule, fc.boolean(), (other, one, first) => {
        const facts = factsOf('aws_thing', [one]);
        const holds = {
          at: secret,
          in: [{ at: secret, name: secret }],
          tags: { [secret]: secret },
        };
        const rest = { at: other, in: [{ at: other, name: other }], tags: { x: 'y' } };
        const [before, after] = first ? [holds, rest] : [rest, holds];
        const sensitive = { before: true, after: true };
        const harm = assessHarm(facts, { type: 'aws_thing', before, after, sensitive });

        expect(JSON.stringify(harm)).not.toContain(secret);
      }),
      { numRuns: cases(3000) },
    );
  });

  it('is a line of plain text, however hostile the values are', () => {
    const hostile = fc.string({ unit: 'binary', minLength: 1, maxLength: 2000 });
    fc.assert(
      fc.property(hostile, hostile, rule, (a, b, one) => {
        const facts = factsOf('aws_thing', [one]);
        const side = (text: string) => ({
          at: text,
          in: [{ at: [text], name: text }],
          tags: { [text]: text },
        });
        const harm = assessHarm(facts, { type: 'aws_thing', before: side(a), after: side(b) });

        for (const { because } of harm) {
          expect(because).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,700}$/u);
        }
      }),
      { numRuns: cases(3000) },
    );
  });
});

describe('harm of the shipped facts', () => {
  const sided = rows.flatMap((row) =>
    samplesOf(row)
      .filter(({ before, after, reversed }) => before && after && reversed)
      .map((sample) => ({ row, sample })),
  );

  it('changes its direction if before and after are swapped', () => {
    fc.assert(
      fc.property(fc.constantFrom(...sided), ({ row, sample }) => {
        const facts = factsOf(row.type, [row.wire]);
        const type = row.type === '*' ? `${row.provider}_any` : row.type;
        const [before = {}, after = {}] = [sample.before, sample.after];
        const turned = directions(assessHarm(facts, { type, before: after, after: before }));

        expect(turned).toEqual(
          directions(assessHarm(facts, { type, before, after })).map((each) =>
            each.replace('weakens', 'strengthens'),
          ),
        );
      }),
      { numRuns: cases(5000) },
    );
  });

  it('is judged in time for resources of any size', () => {
    const ingress = (mark: string) =>
      Array.from({ length: 1500 }, (_, index) => ({
        text: `${mark}${index}`,
        cidr_blocks: ['10.0.0.0/8'],
      }));
    const started = performance.now();
    assessHarm(shipped, {
      type: 'aws_security_group',
      before: { ingress: ingress('a') },
      after: { ingress: ingress('b') },
    });

    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
