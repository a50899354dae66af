import type { Span } from '../syntax/ast.ts';
import type { EvalScope } from './scope.ts';
import type { Type } from './type.ts';
import type { Value } from './value.ts';
import { unknownValue } from './value.ts';

/** What is said where the reason would quote a sensitive value. */
export const hidden = 'A sensitive value does not fit here.';

/** Reports what is wrong and gives the unknown value that stands for the result. */
export function reject(scope: EvalScope, span: Span, message: string, type?: Type): Value {
  const shown = scope.hides === true ? hidden : message;
  scope.report({ message: shown, start: span.start, end: span.end });
  return unknownValue(shown, type);
}
