import type { Span } from '../syntax/ast.ts';
import type { EvalScope } from './scope.ts';
import type { Type } from './type.ts';
import type { Value } from './value.ts';
import { unknownValue } from './value.ts';

/** Reports what is wrong and gives the unknown value that stands for the result. */
export function reject(scope: EvalScope, span: Span, message: string, type?: Type): Value {
  scope.report({ message, start: span.start, end: span.end });
  return unknownValue(message, type);
}
