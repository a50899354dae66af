import type { BinaryOperator } from './ast.ts';
import { code } from './characters.ts';
import type { Scanner } from './scanner.ts';

/** The binary operator at the cursor. */
export function operatorAt(scanner: Scanner): BinaryOperator | undefined {
  const withEquals = scanner.peek(1) === code.equals;
  switch (scanner.unit()) {
    case code.pipe:
      return scanner.peek(1) === code.pipe ? '||' : undefined;
    case code.ampersand:
      return scanner.peek(1) === code.ampersand ? '&&' : undefined;
    case code.equals:
      return withEquals ? '==' : undefined;
    case code.bang:
      return withEquals ? '!=' : undefined;
    case code.greater:
      return withEquals ? '>=' : '>';
    case code.less:
      return withEquals ? '<=' : '<';
    case code.plus:
      return '+';
    case code.minus:
      return '-';
    case code.star:
      return '*';
    case code.slash:
      return '/';
    case code.percent:
      return '%';
    default:
      return undefined;
  }
}

/** How tightly an operator binds: 1 is the loosest. */
export function strengthOf(operator: BinaryOperator): number {
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
