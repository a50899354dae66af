import type { Expression, GetAttribute, LegacyIndex } from './ast.ts';
import { characterCode, isDigit, numberEnd } from './characters.ts';
import { parseBraces, parseBrackets } from './collection.ts';
import { parseName } from './name.ts';
import { operatorAt, operatorStrength } from './operators.ts';
import type { Scanner } from './scanner.ts';
import { parseHeredoc, parseQuoted } from './template.ts';

/**
 * Parses one expression. The cursor starts on its first character and ends just past its last one.
 * `multiline` allows newlines between its parts.
 */
export function parseExpressionAt(scanner: Scanner, multiline: boolean): Expression {
  const tallest = scanner.height;
  scanner.enter();
  let expression = parseBinary(scanner, 0, multiline);
  const end = scanner.offset;
  scanner.skip(multiline);
  if (scanner.unit() === characterCode.question) {
    expression = parseConditional(scanner, expression, multiline);
  } else scanner.offset = end;
  scanner.leave();
  if (tallest > scanner.height) scanner.height = tallest;
  return expression;
}

function parseConditional(scanner: Scanner, condition: Expression, multiline: boolean): Expression {
  scanner.offset++;
  scanner.skip(multiline);
  const whenTrue = parseExpressionAt(scanner, multiline);
  scanner.skip(multiline);
  scanner.expect(
    characterCode.colon,
    'Expected ":" and the value for when the condition is false.',
  );
  scanner.skip(multiline);
  const whenFalse = parseExpressionAt(scanner, multiline);
  scanner.noteHeight(scanner.height + 1);
  const { start } = condition;
  return { kind: 'conditional', start, end: scanner.offset, condition, whenTrue, whenFalse };
}

function parseBinary(scanner: Scanner, minimum: number, multiline: boolean): Expression {
  let left = parseUnary(scanner, multiline);
  let height = scanner.height;
  for (;;) {
    const end = scanner.offset;
    scanner.skip(multiline);
    const operator = operatorAt(scanner);
    const strength = operator === undefined ? 0 : operatorStrength(operator);
    if (operator === undefined || strength <= minimum) {
      scanner.offset = end;
      scanner.noteHeight(height);
      return left;
    }
    scanner.offset += operator.length;
    scanner.skip(multiline);
    const right = parseBinary(scanner, strength, multiline);
    height = Math.max(height, scanner.height) + 1;
    scanner.noteHeight(height);
    left = { kind: 'binary', start: left.start, end: right.end, operator, left, right };
  }
}

function parseUnary(scanner: Scanner, multiline: boolean): Expression {
  const start = scanner.offset;
  const unit = scanner.unit();
  if (unit !== characterCode.minus && unit !== characterCode.bang)
    return parsePostfix(scanner, multiline);
  scanner.enter();
  scanner.offset++;
  scanner.skip(multiline);
  const value = parseUnary(scanner, multiline);
  scanner.leave();
  scanner.noteHeight(scanner.height + 1);
  const operator = unit === characterCode.minus ? '-' : '!';
  return { kind: 'unary', start, end: scanner.offset, operator, value };
}

/** Parses a term and the selections after it: `.name`, `[key]`, `.0`, `.*`, `[*]`. */
function parsePostfix(scanner: Scanner, multiline: boolean): Expression {
  scanner.height = 0;
  let expression = parseTerm(scanner, multiline);
  let height = scanner.height + 1;
  let inAttributeSplat = false;
  for (;;) {
    const end = scanner.offset;
    scanner.skip(multiline);
    scanner.height = height;
    if (scanner.unit() === characterCode.dot && scanner.peek(1) !== characterCode.dot) {
      expression = parseDot(scanner, expression, multiline, inAttributeSplat);
      if (expression.kind === 'splat') inAttributeSplat = true;
    } else if (scanner.unit() === characterCode.openBracket) {
      expression = parseIndex(scanner, expression, multiline);
      inAttributeSplat = false;
    } else {
      scanner.offset = end;
      scanner.noteHeight(height);
      return expression;
    }
    height = scanner.height + 1;
    scanner.noteHeight(height);
  }
}

function parseDot(
  scanner: Scanner,
  of: Expression,
  multiline: boolean,
  inAttributeSplat: boolean,
): Expression {
  scanner.offset++;
  scanner.skip(multiline);
  const { start } = of;
  if (scanner.unit() === characterCode.star) {
    if (inAttributeSplat) scanner.fail('Expected "[*]": ".*" cannot follow another ".*".');
    scanner.offset++;
    return { kind: 'splat', start, end: scanner.offset, of, full: false };
  }
  if (isDigit(scanner.unit())) return parseLegacyIndex(scanner, of);
  const name = scanner.takeIdentifier();
  if (name === undefined) scanner.fail('Expected an attribute name after the dot.');
  return { kind: 'get', start, end: scanner.offset, of, name } satisfies GetAttribute;
}

function parseLegacyIndex(scanner: Scanner, of: Expression): LegacyIndex {
  const numberStart = scanner.offset;
  scanner.offset = numberEnd(scanner.text, scanner.offset);
  const text = scanner.text.slice(numberStart, scanner.offset);
  if (text.includes('.')) {
    const span = { start: numberStart, end: scanner.offset };
    scanner.fail(`Expected brackets around each index: [${text.replace('.', '][')}].`, span);
  }
  const { start } = of;
  return { kind: 'legacy-index', start, end: scanner.offset, of, index: Number(text) };
}

function parseIndex(scanner: Scanner, of: Expression, multiline: boolean): Expression {
  const { start } = of;
  scanner.offset++;
  const inside = scanner.offset;
  scanner.skip(multiline);
  if (scanner.unit() === characterCode.star) {
    scanner.offset++;
    scanner.skip(multiline);
    scanner.expect(characterCode.closeBracket, 'Expected "]" after the star.');
    return { kind: 'splat', start, end: scanner.offset, of, full: true };
  }
  scanner.offset = inside;
  scanner.skip(true);
  const key = parseExpressionAt(scanner, true);
  scanner.skip(true);
  scanner.expect(characterCode.closeBracket, 'Expected "]" after the index.');
  return { kind: 'index', start, end: scanner.offset, of, key };
}

function parseTerm(scanner: Scanner, multiline: boolean): Expression {
  const unit = scanner.unit();
  switch (unit) {
    case characterCode.quote:
      return parseQuoted(scanner, parseExpressionAt);
    case characterCode.openBracket:
      return parseBrackets(scanner, parseExpressionAt);
    case characterCode.openBrace:
      return parseBraces(scanner, parseExpressionAt);
    case characterCode.openParen:
      return parseParentheses(scanner);
    case characterCode.less:
      if (scanner.peek(1) === characterCode.less) return parseHeredoc(scanner, parseExpressionAt);
      break;
    default:
      if (isDigit(unit)) return parseNumber(scanner);
  }
  return parseName(scanner, multiline, parseExpressionAt);
}

function parseParentheses(scanner: Scanner): Expression {
  const start = scanner.offset;
  scanner.offset++;
  scanner.skip(true);
  const value = parseExpressionAt(scanner, true);
  scanner.skip(true);
  scanner.expect(characterCode.closeParen, 'Expected ")" to close this parenthesis.');
  return { kind: 'parentheses', start, end: scanner.offset, value };
}

function parseNumber(scanner: Scanner): Expression {
  const start = scanner.offset;
  scanner.offset = numberEnd(scanner.text, scanner.offset);
  return { kind: 'number', start, end: scanner.offset };
}
