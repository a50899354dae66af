import type { Expression, Span } from '../syntax/ast.ts';
import type { EvaluationBudget } from './budget.ts';
import type { Failure } from './failure.ts';
import type { Value } from './value.ts';

/** One selection in a reference, after its root: `.name` or `[key]`. */
export type EvaluationStep =
  | { readonly kind: 'attribute'; readonly name: string }
  /** The key is evaluated on demand, at most once. */
  | { readonly kind: 'index'; key(): Value };

/** The value that a reference resolved to, and the number of steps used for it. */
export interface ResolvedReference {
  readonly kind: 'resolved';
  readonly value: Value;
  readonly used: number;
}

export function resolved(value: Value, used: number): ResolvedReference {
  return { kind: 'resolved', value, used };
}

/** A problem in an expression, whose value is then unknown. */
export interface EvalDiagnostic extends Span {
  readonly message: string;
}

/** The environment of functions. Whatever is not given makes results unknown. */
export interface FunctionHost {
  /**
   * Content of a file, by a path relative to the project; undefined if there is none. Without a
   * reader, functions on files return unknown values.
   */
  readFile?(path: string): string | undefined;
  /** All files that `readFile` can return. */
  listFiles?(): Iterable<string>;
  /** Limits for all expressions of the project together. Unlimited by default. */
  readonly budget?: EvaluationBudget;
  /** RFC 3339, for `plantimestamp()`. */
  readonly planTimestamp?: string;
}

/** Resolves names for one expression. */
export interface EvalScope {
  readonly host: FunctionHost;
  /**
   * The value of `root` followed by as many of the `steps` as the scope consumes; undefined if
   * `root` is not a name in this scope, a failure if the steps do not resolve.
   */
  lookup(root: string, steps: readonly EvaluationStep[]): ResolvedReference | Failure | undefined;
  report(diagnostic: EvalDiagnostic): void;
  /** True inside a template, which may not render further templates. */
  readonly isTemplate?: boolean;
  /** True if names refer to parts of a sensitive value, so that no message may quote them. */
  readonly hides?: boolean;
}

/** What an expression is evaluated with. */
export interface EvaluationContext {
  /** Text that the spans refer to. */
  readonly text: string;
  readonly scope: EvalScope;
  evaluate(expr: Expression, scope: EvalScope): Value;
  /** The context for expressions in another text. */
  inText(text: string, scope: EvalScope): EvaluationContext;
}

/** A scope with additional names, which take precedence over those of `outer`. */
export function bindNames(outer: EvalScope, names: ReadonlyMap<string, Value>): EvalScope {
  return {
    host: outer.host,
    hides: outer.hides === true,
    isTemplate: outer.isTemplate === true,
    report: (diagnostic) => outer.report(diagnostic),
    lookup(root, steps) {
      const value = names.get(root);
      return value === undefined ? outer.lookup(root, steps) : resolved(value, 0);
    },
  };
}

/** A scope that collects diagnostics in `into` instead of reporting them. */
export function capture(outer: EvalScope, into: EvalDiagnostic[]): EvalScope {
  return {
    host: outer.host,
    hides: outer.hides === true,
    isTemplate: outer.isTemplate === true,
    lookup: (root, steps) => outer.lookup(root, steps),
    report: (diagnostic) => into.push(diagnostic),
  };
}
