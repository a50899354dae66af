import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setExpression } from '../../../../src/code/hcl/edit/expression.ts';
import { jsonLiteral } from '../../../../src/code/hcl/edit/types.ts';
import { valueToJson } from '../../../../src/code/hcl/eval/json.ts';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import { cases } from '../../../cases.ts';
import { evaluateText } from '../eval/ours.ts';
import { edited } from './support.ts';

/** Characters that Go, JavaScript or editors treat as white space, line ends or nothing at all. */
const odd = [
  '\uFEFF',
  '\u2029',
  '\u2028',
  '\u00a0',
  '\u3000',
  '\u200b',
  ' ',
  '\t',
  'x',
  '${',
  '"',
  '\\',
];
const line = fc.string({ unit: fc.constantFrom(...odd), maxLength: 5 });
const text = fc.array(line, { minLength: 1, maxLength: 4 }).map((all) => `${all.join('\n')}\n`);
const forms = [
  'a = <<E\nx\ny\nE\n',
  'a = <<-E\n    x\n      y\n  E\n',
  'a = <<-E\n  \u2029x\n  y\n  E\n',
];

function saidBy(source: string) {
  const [item] = parseHcl(source).body.items;
  if (item?.kind !== 'attribute') return undefined;
  // A heredoc needs the newline after its closing marker.
  return valueToJson(evaluateText(`${source.slice(item.value.start, item.value.end)}\n`).value);
}

describe('a heredoc', () => {
  it('has the wanted value after an edit, whatever characters it contains', () => {
    fc.assert(
      fc.property(fc.constantFrom(...forms), text, text, (form, first, second) => {
        let source = form;
        for (const wanted of [first, second]) {
          source = edited(source, ({ file, value }) =>
            setExpression(file, value, jsonLiteral(wanted)),
          );
          expect(saidBy(source)).toBe(wanted);
        }
      }),
      { numRuns: cases(5000) },
    );
  });
});
