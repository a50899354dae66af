import type { BinaryOperator } from './ast.ts';
import { characterCode } from './characters.ts';
import type { Scanner } from './scanner.ts';

/** The binary operator at the cursor, or undefined if there is none. */
export function operatorAt(scanner: Scanner): BinaryOperator | undefined {
  const withEquals = scanner.peek(1) === characterCode.equals;
  switch (scanner.unit()) {
    case characterCode.pipe:
      return scanner.peek(1) === characterCode.pipe ? '||' : undefined;
    case characterCode.ampersand:
      return scanner.peek(1) === characterCode.ampersand ? '&&' : undefined;
    case characterCode.equals:
      return withEquals ? '==' : undefined;
    case characterCode.bang:
      return withEquals ? '!=' : undefined;
    case characterCode.greater:
      return withEquals ? '>=' : '>';
    case characterCode.less:
      return withEquals ? '<=' : '<';
    case characterCode.plus:
      return '+';
    case characterCode.minus:
      return '-';
    case characterCode.star:
      return '*';
    case characterCode.slash:
      return '/';
    case characterCode.percent:
      return '%';
    default:
      return undefined;
  }
}

/** The precedence of an operator; 1 binds loosest. */
export function operatorStrength(operator: BinaryOperator): number {
  switch (operator) {
    case '||':
      return 1;
    case '&&':
      return 2;
    case '==':
    case '!=':
      return 3;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return 4;
    case '+':
    case '-':
      return 5;
    case '*':
    case '/':
    case '%':
      return 6;
  }
}
