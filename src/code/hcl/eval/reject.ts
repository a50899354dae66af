import type { Span } from '../syntax/ast.ts';
import type { EvalScope } from './scope.ts';
import type { Type } from './type.ts';
import type { Value } from './value.ts';
import { unknownValue } from './value.ts';

/** The message where the actual one would quote a sensitive value. */
export const hidden = 'A sensitive value does not fit here.';

/** Reports a problem and returns an unknown value as the result. */
export function reject(scope: EvalScope, span: Span, message: string, type?: Type): Value {
  const shown = scope.hides === true ? hidden : message;
  scope.report({ message: shown, start: span.start, end: span.end });
  return unknownValue(shown, type);
}
