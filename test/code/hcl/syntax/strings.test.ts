import { describe, expect, it } from 'vitest';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import { decodeHeredoc, decodeQuoted } from '../../../../src/code/hcl/syntax/strings.ts';
import { describeOracle } from '../oracle.ts';

interface Scanned {
  readonly id: string;
  readonly Input: string;
  /** The pieces that HashiCorp's scanner finds: text, and each escape or marker by itself. */
  readonly WantQuoted: readonly string[];
  readonly WantUnquoted: readonly string[];
}

/** Valid escapes; anything else after a backslash is an error. */
const escaped = /^\\(?:[nrt"\\]|u[0-9a-fA-F]{4}|U00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4})$/;

function isValid(piece: string): boolean {
  return piece.startsWith('\\') ? escaped.test(piece) : !/[\r\n]/.test(piece);
}

describeOracle<Scanned>('stringlit-hclsyntax.json', (cases) => {
  it('reads quoted strings piece by piece as HashiCorp does', () => {
    const wrong = cases.filter(({ Input, WantQuoted }) => {
      const parses = parseHcl(`a = "${Input}"\n`).errors.length === 0;
      if (parses !== WantQuoted.every(isValid)) return true;
      return parses && decodeQuoted(Input) !== WantQuoted.map(decodeQuoted).join('');
    });

    expect(wrong.map(({ id, Input }) => `${id}: ${JSON.stringify(Input)}`)).toEqual([]);
  });

  it('reads heredocs piece by piece as HashiCorp does', () => {
    const wrong = cases.filter(({ Input, WantUnquoted }) => {
      return decodeHeredoc(Input) !== WantUnquoted.map(decodeHeredoc).join('');
    });

    expect(wrong.map(({ id, Input }) => `${id}: ${JSON.stringify(Input)}`)).toEqual([]);
  });
});

describe('a carriage return', () => {
  // As judged by `terraform fmt`.
  it.each<[string, boolean]>([
    ['a = "x\ry"\n', false],
    ['a = "x\r\ny"\n', false],
    ['a = "${b["\r"]}"\n', false],
    ['b "x\ry" {\n}\n', false],
    ['a = { "b\rc" = 1 }\n', false],
    ['a = <<E\nx\ry\nE\n', false],
    ['a = <<E\nx\r\r\nE\n', false],
    ['a = <<E\nx\r${1}\nE\n', false],
    ['a = <<E\r\nx\r\nE\r\n', true],
    ['a = <<-E\n\r\n  x\n  E\n', true],
    ['a = <<E\nx\nE \r\n', true],
    ['# a\rb\na = "x"\r\n', true],
    ['a = "x\\ry"\n', true],
  ])('%j: %s', (text, valid) => {
    expect(parseHcl(text).errors.length === 0).toBe(valid);
  });
});
