import type {
  Expression,
  ForObject,
  ForTuple,
  ObjectExpression,
  ObjectItem,
  Tuple,
} from './ast.ts';
import { characterCode } from './characters.ts';
import type { Scanner } from './scanner.ts';
import { type ForNames, type ParseExpression, parseForNames } from './sequence.ts';

/**
 * Parses `[...]`, with the cursor on the bracket: a tuple or a `for` expression that produces one.
 */
export function parseBrackets(scanner: Scanner, parse: ParseExpression): Tuple | ForTuple {
  const start = scanner.offset;
  scanner.offset++;
  scanner.skip(true);
  if (scanner.atWord('for')) return parseForTuple(scanner, parse, start);
  const items: Expression[] = [];
  const commas: number[] = [];
  while (scanner.unit() !== characterCode.closeBracket) {
    items.push(parse(scanner, true));
    scanner.skip(true);
    if (scanner.unit() === characterCode.comma) {
      commas.push(scanner.offset);
      scanner.offset++;
      scanner.skip(true);
    } else if (scanner.unit() !== characterCode.closeBracket) {
      scanner.fail('Expected "," or "]" after this list element.');
    }
  }
  scanner.offset++;
  return { kind: 'tuple', start, end: scanner.offset, items, commas };
}

/**
 * Parses `{...}`, with the cursor on the brace: an object or a `for` expression that produces one.
 */
export function parseBraces(
  scanner: Scanner,
  parse: ParseExpression,
): ObjectExpression | ForObject {
  const start = scanner.offset;
  scanner.offset++;
  scanner.skip(true);
  if (scanner.atWord('for')) return parseForObject(scanner, parse, start);
  const items: ObjectItem[] = [];
  while (scanner.unit() !== characterCode.closeBrace) {
    items.push(parseObjectItem(scanner, parse));
    scanner.skip(true);
  }
  scanner.offset++;
  return { kind: 'object', start, end: scanner.offset, items };
}

function parseObjectItem(scanner: Scanner, parse: ParseExpression): ObjectItem {
  const key = parse(scanner, false);
  scanner.skip(false);
  const separator = scanner.offset;
  if (scanner.unit() !== characterCode.equals && scanner.unit() !== characterCode.colon) {
    scanner.fail('Expected "=" and a value after this key.');
  }
  scanner.offset++;
  scanner.skip(false);
  const value = parse(scanner, false);
  const { start } = key;
  const { end } = value;
  scanner.skip(false);
  if (scanner.unit() === characterCode.comma) {
    const comma = scanner.offset;
    scanner.offset++;
    return { kind: 'object-item', start, end, key, separator, value, comma };
  }
  if (scanner.unit() !== characterCode.closeBrace && (!scanner.atLineEnd() || scanner.atEnd())) {
    scanner.fail('Expected a new line, "," or "}" after this value.');
  }
  return { kind: 'object-item', start, end, key, separator, value };
}

function parseForIntro(scanner: Scanner, parse: ParseExpression): ForNames & ForSource {
  scanner.offset += 'for'.length;
  scanner.skip(true);
  const names = parseForNames(scanner);
  const collection = parse(scanner, true);
  scanner.skip(true);
  scanner.expect(characterCode.colon, 'Expected ":" between the collection and the result.');
  scanner.skip(true);
  return { ...names, collection };
}

interface ForSource {
  readonly collection: Expression;
}

function parseForTuple(scanner: Scanner, parse: ParseExpression, start: number): ForTuple {
  const intro = parseForIntro(scanner, parse);
  const value = parse(scanner, true);
  const condition = parseForCondition(scanner, parse);
  scanner.expect(characterCode.closeBracket, 'Expected "if" or "]" to end this "for" expression.');
  return { kind: 'for-tuple', start, end: scanner.offset, ...intro, value, ...condition };
}

function parseForObject(scanner: Scanner, parse: ParseExpression, start: number): ForObject {
  const intro = parseForIntro(scanner, parse);
  const key = parse(scanner, true);
  scanner.skip(true);
  if (!scanner.startsWith('=>')) scanner.fail('Expected "=>" between the key and the value.');
  scanner.offset += 2;
  scanner.skip(true);
  const value = parse(scanner, true);
  scanner.skip(true);
  const group = scanner.startsWith('...');
  if (group) scanner.offset += 3;
  const condition = parseForCondition(scanner, parse);
  scanner.expect(characterCode.closeBrace, 'Expected "if" or "}" to end this "for" expression.');
  const end = scanner.offset;
  return { kind: 'for-object', start, end, ...intro, key, value, group, ...condition };
}

function parseForCondition(
  scanner: Scanner,
  parse: ParseExpression,
): { readonly condition?: Expression } {
  scanner.skip(true);
  if (!scanner.atWord('if')) return {};
  scanner.offset += 2;
  scanner.skip(true);
  const condition = parse(scanner, true);
  scanner.skip(true);
  return { condition };
}
