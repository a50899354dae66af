import { type CelInput, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import { fail, ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { FactName, Facts } from '../../arbitration/facts.ts';
import { type SeenFacts, seenValue } from '../../arbitration/rules/types.ts';
import { factKind, subjects } from '../vocabulary.ts';
import { type CelNode, celChildren, type Parsed, selectedName } from './ast.ts';
import { checkGuard } from './check.ts';
import type { GuardProblem } from './problem.ts';

/** The result of a guard for some facts. */
export type GuardResult =
  | { readonly kind: 'holds' }
  | { readonly kind: 'fails' }
  /** The guard reads facts that are not known. */
  | { readonly kind: 'missing'; readonly facts: readonly FactName[] }
  | { readonly kind: 'error'; readonly message: string };

/** A condition in CEL (https://cel.dev), checked and compiled. */
export interface Guard {
  readonly text: string;
  /** The facts that it reads, in the order in which they are written. */
  readonly facts: readonly FactName[];
  /** How many conditions must hold; for alternatives, the smallest number. */
  readonly specificity: number;
  evaluate(facts: FactMaps): GuardResult;
  /** The values of the facts that it reads. */
  seen(facts: Facts): readonly SeenFacts[];
}

/** Facts in the form that guards read. */
export interface FactMaps {
  readonly subjects: Readonly<Record<string, CelInput>>;
  readonly missing: (name: FactName) => boolean;
}

const longestGuard = 2000;
const environment = celEnv();

/** Turns `actor.class` into member `class` of `actor`. Unknown facts are left out. */
export function factMaps(facts: Partial<Facts>): FactMaps {
  const maps = new Map(subjects.map((subject) => [subject, new Map<string, CelInput>()]));
  const alone = new Map<string, CelInput>();
  for (const [name, value] of Object.entries(facts) as [string, Facts[FactName]][]) {
    const [subject = '', member] = name.split('.');
    if (value === undefined) continue;
    if (member === undefined) alone.set(name, value);
    else maps.get(subject)?.set(member, value);
  }
  return {
    subjects: Object.fromEntries([...maps, ...alone]),
    missing: (name) => facts[name] === undefined,
  };
}

/** Compiles a guard. A compiled guard never throws, and its cost is limited by its length. */
export function compileGuard(text: string): Result<Guard, GuardProblem> {
  if (text.length > longestGuard) return fail({ message: 'The guard is too long', offset: 0 });
  const parsed = parseGuard(text);
  if (!parsed.ok) return parsed;
  const problem = checkGuard(parsed.value);
  if (problem !== undefined) return fail(problem);
  const evaluate = plan(environment, parsed.value);
  const facts = [...new Set(factsIn(parsed.value.expr, false))];
  const needed = [...new Set(factsIn(parsed.value.expr, true))];
  return ok({
    text,
    facts,
    specificity: specificityOf(parsed.value.expr),
    evaluate: (maps) => {
      const result = evaluate(maps.subjects);
      if (result === true) return { kind: 'holds' };
      if (result === false) return { kind: 'fails' };
      const missing = needed.filter(maps.missing);
      if (missing.length > 0) return { kind: 'missing', facts: missing };
      return { kind: 'error', message: errorText(result) };
    },
    seen: (all) => facts.map((name) => ({ name, value: seenValue(all[name]) })),
  });
}

/** Parses a guard without checking its content. */
export function parseGuard(text: string): Result<Parsed, GuardProblem> {
  try {
    return ok(parse(text));
  } catch (error) {
    const where = error as { location?: { start?: { offset?: number } }; rawMessage?: string };
    const found = where.rawMessage ?? (error instanceof Error ? error.message : String(error));
    const message = `The condition does not parse: ${displayText(found, 120)}`;
    return fail({ message, offset: where.location?.start?.offset ?? 0 });
  }
}

function errorText(result: unknown): string {
  if (isCelError(result)) return displayText(result.message, 160);
  return 'it gives something that is neither true nor false';
}

/** The facts that are read; with `needed`, without those that are used only in `has()`. */
export function factsIn(node: CelNode, needed: boolean): readonly FactName[] {
  const name = selectedName(node);
  if (name !== undefined && factKind(name) !== undefined) {
    const isAsked = node.exprKind.case === 'selectExpr' && node.exprKind.value.testOnly;
    return needed && isAsked ? [] : [name as FactName];
  }
  return celChildren(node).flatMap((child) => factsIn(child, needed));
}

function specificityOf(node: CelNode): number {
  if (node.exprKind.case !== 'callExpr') return node.exprKind.case === 'constExpr' ? 0 : 1;
  const { function: name, args } = node.exprKind.value;
  if (name === '_&&_') return args.reduce((sum, arg) => sum + specificityOf(arg), 0);
  if (name === '_||_') return Math.min(...args.map(specificityOf));
  return 1;
}
