import { type CelInput, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import type { Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { FactName, Facts } from '../../arbitration/facts.ts';
import { type SeenFacts, seenValue } from '../../arbitration/rules/types.ts';
import { factKind, subjects } from '../vocabulary.ts';
import { type CelNode, celChildren, type Parsed, selectedName } from './ast.ts';
import { checkGuard } from './check.ts';
import type { GuardProblem } from './problem.ts';

/** What a guard says of some facts. */
export type GuardResult =
  | { readonly kind: 'holds' }
  | { readonly kind: 'fails' }
  /** It asks for facts that are not known. */
  | { readonly kind: 'missing'; readonly facts: readonly FactName[] }
  | { readonly kind: 'error'; readonly message: string };

/** A condition in CEL (https://cel.dev), checked and ready. */
export interface Guard {
  readonly text: string;
  /** The facts it looks at, in the order they are written. */
  readonly facts: readonly FactName[];
  /** How much it asks for: conditions that must all hold; of alternatives, the fewest. */
  readonly specificity: number;
  evaluate(facts: FactMaps): GuardResult;
  /** The values it looked at. */
  seen(facts: Facts): readonly SeenFacts[];
}

/** Facts in the form in which guards see them. */
export interface FactMaps {
  readonly subjects: Readonly<Record<string, CelInput>>;
  readonly missing: (name: FactName) => boolean;
}

const longestGuard = 2000;
const environment = celEnv();

/** `actor.class` becomes member `class` of `actor`. What is not known is not there. */
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

/** Compiles a guard; a guard that compiles never throws, and takes no longer than its length. */
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

/** A guard as a tree, without looking at what it says. */
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

/** Facts that are read; with `needed`, without those that `has()` only asks about. */
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
