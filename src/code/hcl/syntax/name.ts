import type { Expression } from './ast.ts';
import { characterCode } from './characters.ts';
import type { Scanner } from './scanner.ts';
import type { ParseExpression } from './sequence.ts';

/** Parses a variable, a keyword, or a function call. */
export function parseName(
  scanner: Scanner,
  multiline: boolean,
  parse: ParseExpression,
): Expression {
  const start = scanner.offset;
  let name = scanner.takeIdentifier();
  if (name === undefined) return failExpression(scanner);
  let end = scanner.offset;
  scanner.skip(multiline);
  const scoped = scanner.startsWith('::');
  while (scanner.startsWith('::')) {
    scanner.offset += 2;
    scanner.skip(multiline);
    const part = scanner.takeIdentifier();
    if (part === undefined) scanner.fail('Expected a function name after "::".');
    name = `${name}::${part}`;
    end = scanner.offset;
    scanner.skip(multiline);
  }
  if (scanner.unit() === characterCode.openParen) return parseCall(scanner, start, name, parse);
  if (scoped) scanner.fail(`Expected "(" after the function name ${name}.`);
  scanner.offset = end;
  switch (name) {
    case 'true':
      return { kind: 'keyword', start, end, value: true };
    case 'false':
      return { kind: 'keyword', start, end, value: false };
    case 'null':
      return { kind: 'keyword', start, end, value: null };
    default:
      return { kind: 'variable', start, end, name };
  }
}

function failExpression(scanner: Scanner): never {
  if (scanner.unit() === characterCode.apostrophe) {
    return scanner.fail('Expected double quotes: HCL has no single-quoted strings.');
  }
  if (scanner.atLineEnd()) return scanner.fail('Expected a value before the end of the line.');
  return scanner.fail('Expected a value here.');
}

function parseCall(
  scanner: Scanner,
  start: number,
  name: string,
  parse: ParseExpression,
): Expression {
  const open = scanner.offset;
  const args: Expression[] = [];
  let expandLast = false;
  scanner.offset++;
  scanner.skip(true);
  while (scanner.unit() !== characterCode.closeParen) {
    args.push(parse(scanner, true));
    scanner.skip(true);
    if (scanner.startsWith('...')) {
      expandLast = true;
      scanner.offset += 3;
      scanner.skip(true);
      break;
    }
    if (scanner.unit() === characterCode.comma) {
      scanner.offset++;
      scanner.skip(true);
    } else if (scanner.unit() !== characterCode.closeParen) {
      scanner.fail('Expected "," or ")" after this argument.');
    }
  }
  scanner.expect(characterCode.closeParen, 'Expected ")" right after "...".');
  return { kind: 'call', start, end: scanner.offset, name, open, args, expandLast };
}
