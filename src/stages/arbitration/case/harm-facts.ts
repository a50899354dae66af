import type { Harm, HarmDimension, HarmReading, Severity } from '../../../model/harm.ts';
import type { ApprovalFinding } from '../approve/find.ts';
import type { Facts } from '../facts.ts';

type HarmFacts = Pick<Facts, Extract<keyof Facts, `harm.${string}`>>;

/**
 * Lowers each severity by one, for resources that nothing depends on yet. Harm of the lowest
 * severity is dropped.
 */
export function lessened(reading: HarmReading): HarmReading {
  const harms = reading.harms.flatMap((harm) => {
    const severity = less.get(harm.severity);
    return severity === undefined ? [] : [{ ...harm, severity }];
  });
  return { ...reading, harms };
}

const less: ReadonlyMap<Severity, Severity> = new Map([
  [5, 4],
  [4, 3],
  [3, 2],
  [2, 1],
]);

/**
 * What a change damages, as numbers that rules compare; severity 0 means none. The direction is
 * taken from all harms, including those dropped for where the change happened.
 */
export function harmFacts({ harms }: HarmReading, whole: HarmReading): HarmFacts {
  const certain = harms.filter(({ doubt }) => doubt === undefined);
  const doubted = harms.filter(({ doubt }) => doubt !== undefined);
  const weakening = certain.filter(({ direction }) => direction === 'weakens');
  const strengthening = certain.filter(({ direction }) => direction === 'strengthens');
  const worst = worstOf(weakening) ?? worstOf(doubted);
  const of = (dimension: HarmDimension) =>
    severityOf(weakening.filter((harm) => harm.dimension === dimension));
  return {
    'harm.severity': severityOf(weakening),
    'harm.dimension': worst?.dimension,
    'harm.direction': directionOf(whole),
    'harm.possible': severityOf(doubted),
    'harm.strengthens': severityOf(strengthening),
    'harm.security': of('security'),
    'harm.durability': of('durability'),
    'harm.availability': of('availability'),
    // No routing target is better or worse than another, so only the fact that traffic moved
    // counts.
    'harm.routing': severityOf(
      harms.filter(
        ({ dimension, direction }) => dimension === 'routing' && direction === 'weakens',
      ),
    ),
    'harm.observability': of('observability'),
    'harm.cost': of('cost'),
    'harm.governance': of('governance'),
  };
}

function directionOf({ harms }: HarmReading): HarmFacts['harm.direction'] {
  const certain = harms.filter(({ doubt }) => doubt === undefined);
  if (certain.some(({ direction }) => direction === 'weakens')) return 'weakens';
  if (harms.length > certain.length) return 'unclear';
  return certain.length > 0 ? 'strengthens' : 'none';
}

type CostFacts = Pick<Facts, Extract<keyof Facts, `cost.${string}`>>;

/** How the cost changes. Without known numbers, the harms may still show the direction. */
export function costFacts({ cost, harms }: HarmReading): CostFacts {
  const paid = harms.filter(({ dimension, doubt }) => dimension === 'cost' && doubt === undefined);
  const isDearer = paid.some(({ direction }) => direction === 'weakens');
  const costDirection = isDearer ? 'higher' : paid.length > 0 ? 'lower' : undefined;
  return {
    'cost.factor': cost?.factor,
    'cost.direction': cost === undefined ? costDirection : cost.direction,
    'cost.monthly_change': cost?.monthly?.amount,
    'cost.currency': cost?.monthly?.currency,
  };
}

type ApprovalFacts = Pick<Facts, 'approved' | Extract<keyof Facts, `approval.${string}`>>;

/** Who approved the change, and whether they may approve that much harm. */
export function approvalFacts(
  finding: ApprovalFinding | undefined,
  reading: HarmReading,
): ApprovalFacts {
  if (finding === undefined) return { approved: false };
  const { approver, ticket } = finding.approval;
  return {
    approved: finding.gap === undefined && approver.carries >= gravest(reading),
    'approval.by': approver.name,
    'approval.role': approver.role,
    'approval.ticket': ticket,
    'approval.carries': approver.carries,
    'approval.gap': finding.gap,
  };
}

/** The severity that an approver must be allowed to approve; uncertain harm counts as harm. */
export function gravest({ harms }: HarmReading): number {
  return severityOf(
    harms.filter(({ direction, doubt }) => direction === 'weakens' || doubt !== undefined),
  );
}

function worstOf(harms: readonly Harm[]): Harm | undefined {
  return [...harms].sort((a, b) => b.severity - a.severity)[0];
}

function severityOf(harms: readonly Harm[]): number {
  return worstOf(harms)?.severity ?? 0;
}
