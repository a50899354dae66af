import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertValue } from '../../../../src/code/hcl/eval/convert.ts';
import { isFailure } from '../../../../src/code/hcl/eval/failure.ts';
import { valueFromJson, valueToJson } from '../../../../src/code/hcl/eval/json.ts';
import { decodeJson, encodeJson } from '../../../../src/code/hcl/eval/json-text.ts';
import { parseNumber } from '../../../../src/code/hcl/eval/number.ts';
import { formatNumber } from '../../../../src/code/hcl/eval/number-text.ts';
import { stringType } from '../../../../src/code/hcl/eval/type.ts';
import { stringValue } from '../../../../src/code/hcl/eval/value.ts';
import type { Json } from '../../../../src/model/json.ts';
import { cases } from '../../../cases.ts';
import { allCases } from './cases.ts';
import { evaluateText } from './ours.ts';

// Other behavior of functions and operators is compared with Terraform itself; these cases are
// checked even if Terraform is not installed.
describe('evaluate', () => {
  it.each<[string, Json]>([
    ['1 + 2 * 3', 7],
    ['floor(10 / 3 * 3)', 10],
    ['0.1 + 0.2 == 0.3', true],
    ['"a${1}${true}"', 'a1true'],
    ['"${[1]}"', [1]],
    ['true ? 1 : "a"', '1'],
    ['[for k, v in {b = 1, a = 2} : "${k}${v}" if v > 1]', ['a2']],
    ['{for x in ["a", "b", "a"] : x => 1...}', { a: [1, 1], b: [1] }],
    ['[{a = [{b = 1}]}, {a = []}][*].a[*].b', [[1], []]],
    ['[{a = {b = 1}}].*.a.b', [1]],
    ['merge({a = 1, b = 2}, {b = 3})', { a: 1, b: 3 }],
    ['toset(["b", "a", "b"])', ['a', 'b']],
    ['lookup({a = 1}, "b", "c")', 'c'],
    ['try({}.a, "d")', 'd'],
    ['can(tonumber("x"))', false],
    ['cidrsubnet("10.0.0.0/16", 8, 2)', '10.0.2.0/24'],
    ['jsonencode({b = "<", a = [1.50]})', '{"a":[1.5],"b":"\\u003c"}'],
    ['yamlencode({a = ["x"]})', '"a":\n- "x"\n'],
    ['regex("(\\\\d+)-(?:x)", "a12-x")', ['12']],
    ['format("%05.1f|%-4s|%d", 3.14159, "a", 7)', '003.1|a   |7'],
    ['formatdate("YYYY-MM-DD", "2024-02-29T00:00:00Z")', '2024-02-29'],
    ['<<-EOT\n    a\n      b\n  EOT\n', 'a\n  b\n'],
    ['"%{ for x in ["a", "b"] ~} ${x} %{~ endfor }"', 'ab'],
    ['{"__proto__" = 1}["__proto__"]', 1],
  ])('%s', (text, expected) => {
    const { value, diagnostics } = evaluateText(text);

    expect(valueToJson(value)).toEqual(expected);
    expect(diagnostics).toEqual([]);
  });

  it.each([
    ['1 + "a"', 'a number is required', '"a"'],
    ['upper(null)', 'must not be null', 'upper(null)'],
    ['nope(1)', 'no function named "nope"', 'nope(1)'],
    ['[1][3]', 'no element 3', '[1][3]'],
    ['{a = 1}.b', 'attribute named "b"', '{a = 1}.b'],
    ['x.y', 'no variable named "x"', 'x'],
    ['"a${null}"', 'null value', 'null'],
    ['[for x in 1 : x]', 'cannot be iterated', '1'],
    ['{for x in ["a", "a"] : x => x}', 'produced the key "a"', 'x'],
    ['true ? 1 : {}', 'must agree', 'true ? 1 : {}'],
    ['regex("(", "a")', 'missing closing )', 'regex("(", "a")'],
    ['1 / 0', 'Division by zero', '1 / 0'],
    ['range(5000)', '1024', 'range(5000)'],
    ['file(["a"])', 'string required', 'file(["a"])'],
  ])('%s is wrong, and is reported with its place', (text, message, place) => {
    const { value, diagnostics } = evaluateText(text);

    expect(value.kind).toBe('unknown');
    expect(diagnostics.map((each) => each.message).join()).toContain(message);
    expect(diagnostics.map(({ start, end }) => text.slice(start, end))).toEqual([place]);
  });

  it.each([
    ['terraform_data.u.id', 'not made yet'],
    ['"a-${terraform_data.u.id}"', 'not made yet'],
    ['false && jsondecode(terraform_data.u.id)', 'not made yet'],
    ['timestamp()', 'timestamp() gives another result every time'],
    ['uuid()', 'uuid() gives another result every time'],
    ['bcrypt("a", 4)', 'bcrypt() gives another result every time'],
    ['rsadecrypt("a", "b")', 'rsadecrypt() depends on a private key'],
    ['file("gone.txt")', 'gone.txt is not among the files read'],
    ['fileexists("gone.txt")', 'gone.txt is not among the files read'],
    ['provider::x::f(1)', 'provider::x::f is a function of a provider'],
    ['plantimestamp()', 'plantimestamp() is known while planning'],
  ])('%s is unknown, and is reported with the reason', (text, reason) => {
    const { value, diagnostics } = evaluateText(text);

    expect(value).toMatchObject({ kind: 'unknown', reason });
    expect(diagnostics).toEqual([]);
  });

  it.each([
    ['sensitive("x")', true],
    ['"a${sensitive("x")}"', true],
    ['upper(sensitive("x"))', true],
    ['[for x in sensitive(["a"]) : x]', true],
    ['{a = sensitive(1)}.a', true],
    ['sensitive(true) ? 1 : 2', true],
    ['jsonencode([sensitive(1)])', true],
    ['length([sensitive(1)])', true],
    ['nonsensitive(sensitive("x"))', false],
    ['{a = sensitive(1), b = 2}.b', false],
    ['keys({a = sensitive(1)})', false],
  ])('%s keeps the mark: %s', (text, sensitive) => {
    const { value } = evaluateText(text);

    expect(value.sensitive === true).toBe(sensitive);
  });

  it('never throws, whatever is cut out of an expression', () => {
    const pieces = fc.array(fc.constantFrom(...allCases()), { minLength: 2, maxLength: 3 });
    const joined = fc
      .tuple(pieces, fc.constantFrom(' + ', ' == ', ', ', ' ? 1 : ', '.a', '[0]', '[*].b'))
      .map(([texts, between]) => `[${texts.map((each) => `(${each}\n)`).join(between)}]`);

    fc.assert(
      fc.property(joined, (text) => {
        expect(() => evaluateOrSkip(text)).not.toThrow();
      }),
      { numRuns: cases(2000) },
    );
  });
});

/** Skips texts that are not valid expressions, since they are joined at random. */
function evaluateOrSkip(text: string): void {
  try {
    evaluateText(text);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith(text)) throw error;
  }
}

describe('values', () => {
  it('survive a round trip through JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (json) => {
        const value = valueFromJson(json as Json);

        const back = decodeJson(encodeJson(value));

        expect(isFailure(back) ? back : encodeJson(back)).toBe(encodeJson(value));
        expect(valueToJson(value)).toEqual(normalized(json));
      }),
      { numRuns: cases(500) },
    );
  });

  it('keep numbers exact through text', () => {
    const digits = fc.stringMatching(/^-?[1-9]\d{0,60}(\.\d{1,60})?$/);

    fc.assert(
      fc.property(digits, (text) => {
        const number = parseNumber(text);

        expect(number && formatNumber(number)).toBe(
          text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''),
        );
      }),
      { numRuns: cases(1000) },
    );
  });

  it('convert numbers to the text that doubles have', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }),
        (n) => {
          const value = valueFromJson(n);

          const text = convertValue(value, stringType);

          expect(isFailure(text) ? text : Number(valueToJson(text))).toBe(n === 0 ? 0 : n);
        },
      ),
      { numRuns: cases(1000) },
    );
  });

  it('normalize strings to one Unicode form', () => {
    expect(stringValue('e\u0301').value).toBe('\u00e9');
  });
});

/** JSON as Terraform stores it: strings in NFC, no negative zero. */
function normalized(json: unknown): unknown {
  const text = JSON.stringify(json).normalize('NFC');
  return JSON.parse(text.replace(/(?<![\d.eE"\w])-0(?![\d.])/g, '0'));
}
