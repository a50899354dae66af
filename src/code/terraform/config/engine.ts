import type { FunctionHost } from '../../hcl/eval/scope.ts';
import type { Value } from '../../hcl/eval/value.ts';
import { unknownValue } from '../../hcl/eval/value.ts';
import type { Block, Expression } from '../../hcl/syntax/ast.ts';
import type { Configuration } from './configuration.ts';
import type { BlockOccurrence } from './location.ts';
import type { ProblemSink } from './problems.ts';
import type { Scope } from './scope.ts';
import type { SourceExpression, SourceFile } from './source.ts';
import type { EvaluationOptions, StateValues } from './types.ts';

/** What the parts of an evaluation share. */
export interface Engine {
  readonly configuration: Configuration;
  readonly state: StateValues;
  readonly options: EvaluationOptions;
  readonly report: ProblemSink;
  readonly memo: Memo;
  /** Values of the arguments evaluated so far, by the scope of their block. */
  readonly values: WeakMap<Scope, Map<Expression, Value>>;
  /** Nested blocks determined so far, by the enclosing scope and the first block. */
  readonly occurrences: WeakMap<Scope, Map<Block, Occurrences>>;
  readonly blocks: WeakMap<BlockOccurrence, Value>;
  /** The files that functions may read, and the evaluation limits. */
  readonly host: FunctionHost;
  /** The value of an expression in `scope.file`. */
  evaluate(expr: Expression, scope: Scope): Value;
}

/** The blocks of one type, as the provider would receive them. */
export interface Occurrences {
  readonly list: readonly BlockOccurrence[];
  /**
   * Why the list may be incomplete or wrong: a dynamic block iterates over an unknown collection.
   */
  readonly unknown?: string;
}

export interface Memo {
  /**
   * Computes the value for `key` once; if the computation needs its own result, `onCycle` provides
   * it.
   */
  once<T>(key: string, compute: () => T, onCycle: (trail: string) => T): T;
}

/** Deeper nesting of computations is practically endless, and would overflow the stack. */
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
      // A computation that was aborted did not remove its own entries.
      running.length = depth - 1;
      done.set(key, value);
      return value;
    },
  };
}

/** Nested expressions can overflow the stack long before `maxDepth`. */
function guard<T>(compute: () => T, tooDeep: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return tooDeep();
    throw error;
  }
}

/**
 * A value that is computed once. If it depends on itself, it is unknown, and a problem is reported.
 */
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

/** The scope for an expression of the same block in another (override) file. */
export function inFile(scope: Scope, file: SourceFile): Scope {
  return scope.file === file ? scope : { ...scope, file };
}

/**
 * The value of an expression in its own file. It is kept, because each of the hundreds of entries
 * of a map may be requested separately.
 */
export function evaluateSource(engine: Engine, source: SourceExpression, scope: Scope): Value {
  const known = engine.values.get(scope) ?? new Map<Expression, Value>();
  engine.values.set(scope, known);
  const value = known.get(source.expr) ?? engine.evaluate(source.expr, inFile(scope, source.file));
  known.set(source.expr, value);
  return value;
}
