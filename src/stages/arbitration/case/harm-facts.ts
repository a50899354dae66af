import type { Harm, HarmDimension, HarmReading, Severity } from '../../../model/harm.ts';
import type { ApprovalFinding } from '../approve/find.ts';
import type { Facts } from '../facts.ts';

type HarmFacts = Pick<Facts, Extract<keyof Facts, `harm.${string}`>>;

/** Where nothing depends on it yet, all of it counts one less, and what was worth a line is nothing. */
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
 * What a change damages, in numbers that rules compare: a severity of 0 is none. Which way it goes
 * follows from all of it, also by what counts for nothing where it happened.
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
    // A target is neither better nor worse than another: what counts is that traffic moved.
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

/** What is paid; where numbers do not say how much, harm may still tell which way it goes. */
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

/** Who let it happen, and whether what they may let happen is enough for it. */
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

/** What somebody who approves has to be able to carry: what may be harm counts as harm. */
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
