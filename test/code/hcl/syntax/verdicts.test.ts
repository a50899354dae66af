import { expect, it } from 'vitest';
import { isIdentifier } from '../../../../src/code/hcl/syntax/characters.ts';
import { parseExpression, parseHcl, parseTemplate } from '../../../../src/code/hcl/syntax/parse.ts';
import { describeOracle } from '../oracle.ts';

interface Verdict {
  readonly id: string;
  readonly input: string | null;
  readonly valid?: boolean;
  readonly inputValid?: boolean;
}

function accepts(text: string): boolean {
  return parseHcl(text).errors.length === 0;
}

/** Cases in which the parser disagrees with the verdict; those without an input have no verdict. */
function disagreements(cases: readonly Verdict[]): readonly string[] {
  return cases
    .filter((one) => one.input !== null && accepts(one.input) !== (one.valid ?? one.inputValid))
    .map((one) => `${one.id}: ${JSON.stringify(one.input)}`);
}

const files = [
  'validity-adversarial.json',
  'validity-mutations.json',
  'specsuite.json',
  'strings-hcl-edit.json',
  'roundtrip-hclwrite.json',
  'roundtrip-python-hcl2.json',
  'format-hclwrite.json',
  'edit-hcledit.json',
  'edit-hclwrite.json',
  'edit-mercari-hcledit.json',
  'edit-tfupdate.json',
];

for (const file of files) {
  describeOracle<Verdict>(file, (cases) => {
    it('accepts and refuses the same as HashiCorp', () => {
      const found = disagreements(cases);

      expect(cases.length).toBeGreaterThan(0);
      expect(found).toEqual([]);
    });
  });
}

describeOracle<{ readonly id: string; readonly input: string; readonly expected: string }>(
  'human-edits.json.gz',
  (cases) => {
    it('accepts every version that people committed', () => {
      const refused = cases.filter((one) => !accepts(one.input) || !accepts(one.expected));

      expect(refused.map((one) => one.id)).toEqual([]);
    });
  },
);

interface HclsyntaxCase extends Verdict {
  readonly kind: 'config' | 'expression' | 'template' | 'identifier';
  readonly input: string;
  readonly diagCount?: number;
  readonly evalDiagCount?: number;
}

/**
 * For expressions and templates the oracle also counts evaluation errors. Of the cases with an
 * error, only those on these lines have invalid syntax; all others must parse.
 */
const wrongSyntax = new Set([
  ...[154, 178, 202, 365, 375, 385, 619, 848, 856, 911, 1473, 1516, 1603].map(
    (line) => `hclsyntax/expression_test.go:${line}`,
  ),
  ...[178, 278, 284].map((line) => `hclsyntax/expression_template_test.go:${line}`),
]);

function parses(one: HclsyntaxCase): boolean {
  switch (one.kind) {
    case 'config':
      return accepts(one.input);
    case 'expression':
      return parseExpression(one.input).ok;
    case 'template':
      return parseTemplate(one.input).ok;
    case 'identifier':
      return isIdentifier(one.input);
  }
}

function shouldParse(one: HclsyntaxCase): boolean {
  if (one.kind === 'identifier') return one.valid === true;
  if (one.kind === 'config') return one.diagCount === 0;
  return !(one.evalDiagCount !== 0 && wrongSyntax.has(one.id));
}

describeOracle<HclsyntaxCase>('validity-hclsyntax.json', (cases) => {
  it.each(['config', 'expression', 'template', 'identifier'])('agrees on every %s', (kind) => {
    const ofKind = cases.filter((one) => one.kind === kind);
    const wrong = ofKind.filter((one) => parses(one) !== shouldParse(one));

    expect(ofKind.length).toBeGreaterThan(20);
    expect(wrong.map((one) => `${one.id}: ${JSON.stringify(one.input)}`)).toEqual([]);
  });
});
