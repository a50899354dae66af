import type { Expression, Span } from '../syntax/ast.ts';
import type { EvaluationBudget } from './budget.ts';
import type { Failure } from './failure.ts';
import type { Value } from './value.ts';

/** One selection behind the root of a reference: `.name` or `[key]`. */
export type EvaluationStep =
  | { readonly kind: 'attribute'; readonly name: string }
  /** The key is evaluated on demand, at most once. */
  | { readonly kind: 'index'; key(): Value };

/** What a reference resolved to, and how many of its steps that took. */
export interface ResolvedReference {
  readonly kind: 'resolved';
  readonly value: Value;
  readonly used: number;
}

export function resolved(value: Value, used: number): ResolvedReference {
  return { kind: 'resolved', value, used };
}

/** Something wrong in an expression; the value became unknown. */
export interface EvalDiagnostic extends Span {
  readonly message: string;
}

/** What functions may know of the world. Nothing here has a default but "unknown". */
export interface FunctionHost {
  /**
   * Text of a file as functions name it (relative to the project); undefined when there is none.
   * Without a reader, functions on files give unknown values.
   */
  readFile?(path: string): string | undefined;
  /** All files that `readFile` knows. */
  listFiles?(): Iterable<string>;
  /** What all expressions together may cost; anything when left out. */
  readonly budget?: EvaluationBudget;
  /** RFC 3339, for `plantimestamp()`. */
  readonly planTimestamp?: string;
}

/** Meaning of names for one expression. */
export interface EvalScope {
  readonly host: FunctionHost;
  /**
   * The value that `root` and as many `steps` as it likes stand for; undefined when the root is
   * no name here, a failure when what follows it is none.
   */
  lookup(root: string, steps: readonly EvaluationStep[]): ResolvedReference | Failure | undefined;
  report(diagnostic: EvalDiagnostic): void;
  /** True within a template, which may not call for further templates. */
  readonly isTemplate?: boolean;
  /** True where names stand for parts of a sensitive value: then no message may quote them. */
  readonly hides?: boolean;
}

/** An expression's surroundings while it is evaluated. */
export interface EvaluationContext {
  /** Text that the spans refer to. */
  readonly text: string;
  readonly scope: EvalScope;
  evaluate(expr: Expression, scope: EvalScope): Value;
  /** Surroundings of expressions in another text. */
  inText(text: string, scope: EvalScope): EvaluationContext;
}

/** Scope with some names of its own, in front of those of `outer`. */
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

/** Scope that keeps diagnostics in `into` instead of reporting them. */
export function capture(outer: EvalScope, into: EvalDiagnostic[]): EvalScope {
  return {
    host: outer.host,
    hides: outer.hides === true,
    isTemplate: outer.isTemplate === true,
    lookup: (root, steps) => outer.lookup(root, steps),
    report: (diagnostic) => into.push(diagnostic),
  };
}
