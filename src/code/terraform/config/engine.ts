import type { FunctionHost } from '../../hcl/eval/scope.ts';
import type { Value } from '../../hcl/eval/value.ts';
import { unknownValue } from '../../hcl/eval/value.ts';
import type { Block, Expression } from '../../hcl/syntax/ast.ts';
import type { Configuration } from './configuration.ts';
import type { BlockOccurrence } from './location.ts';
import type { ProblemReport } from './problems.ts';
import type { Scope } from './scope.ts';
import type { SourceExpression, SourceFile } from './source.ts';
import type { EvaluationOptions, StateValues } from './types.ts';

/** What the parts of an evaluation share. */
export interface Engine {
  readonly configuration: Configuration;
  readonly state: StateValues;
  readonly options: EvaluationOptions;
  readonly report: ProblemReport;
  readonly memo: Memo;
  /** Values of arguments that were asked for, by the scope of their block. */
  readonly values: WeakMap<Scope, Map<Expression, Value>>;
  /** Nested blocks that were asked for, by the scope around them and the first of them. */
  readonly occurrences: WeakMap<Scope, Map<Block, Occurrences>>;
  readonly blocks: WeakMap<BlockOccurrence, Value>;
  /** What functions may read. */
  readonly host: FunctionHost;
  /** The value of an expression in `scope.file`. */
  evaluate(expr: Expression, scope: Scope): Value;
}

/** The blocks of one type as the provider would see them. */
export interface Occurrences {
  readonly list: readonly BlockOccurrence[];
  /** Why there may be more or others: a dynamic block over an unknown collection. */
  readonly unknown?: string;
}

export interface Memo {
  /** Computes what `key` names once; `onCycle` stands in when it needs itself. */
  once<T>(key: string, compute: () => T, onCycle: (trail: string) => T): T;
}

/** Computations nested deeper than this are as good as endless, and would exhaust the stack. */
const maxDepth = 250;

export function createMemo(): Memo {
  const done = new Map<string, unknown>();
  const running: string[] = [];
  return {
    once<T>(key: string, compute: () => T, onCycle: (trail: string) => T): T {
      if (done.has(key)) return done.get(key) as T;
      const at = running.indexOf(key);
      if (at >= 0) return onCycle([...running.slice(at), key].join(' -> '));
      if (running.length >= maxDepth) return onCycle(`${running[0]} -> ... -> ${key}`);
      const depth = running.push(key);
      const value = guard(compute, () => onCycle(`${running[0]} -> ... -> ${key}`));
      // A computation that was cut short has left its own behind.
      running.length = depth - 1;
      done.set(key, value);
      return value;
    },
  };
}

/** Expressions nested in expressions can exhaust the stack long before `maxDepth`. */
function guard<T>(compute: () => T, tooDeep: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return tooDeep();
    throw error;
  }
}

/** A value computed once; one that needs itself is unknown, and reported. */
export function valueOnce(
  engine: Engine,
  key: string,
  source: SourceExpression | undefined,
  compute: () => Value,
): Value {
  return engine.memo.once(key, compute, (trail) => {
    const message = `This depends on itself: ${trail}.`;
    if (source !== undefined) {
      engine.report.at(source.file, { message, start: source.expr.start }, 'cycle');
    } else engine.report.add({ code: 'cycle', message });
    return unknownValue(message);
  });
}

/** The scope for an expression of the same block in another file (an override). */
export function inFile(scope: Scope, file: SourceFile): Scope {
  return scope.file === file ? scope : { ...scope, file };
}

/**
 * The value of an expression and its own file. It is computed once: of a map with hundreds of
 * entries each is asked for by itself.
 */
export function evaluateSource(engine: Engine, source: SourceExpression, scope: Scope): Value {
  const known = engine.values.get(scope) ?? new Map<Expression, Value>();
  engine.values.set(scope, known);
  const value = known.get(source.expr) ?? engine.evaluate(source.expr, inFile(scope, source.file));
  known.set(source.expr, value);
  return value;
}
