import type { Drift, Write } from '../../model/drift.ts';
import { driftId } from '../../model/id.ts';
import { type AttributePath, formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import type { DriftJudgment } from './judge.ts';
import type { EventOutcome } from './types.ts';

/** A resource that is in the state. */
export interface ManagedResources {
  readonly address: string;
  readonly type: string;
}

/** The maximum length of a field name in a sentence, in characters. */
const fieldLength = 120;

export type DriftSides = Pick<
  Drift,
  'declared' | 'declaredFrom' | 'live' | 'loggedValue' | 'unapplied' | 'undeclared' | 'credential'
> & {
  readonly writes: readonly Write[];
  /** True when the provider read the live value. */
  readonly confirmed?: boolean;
};

/** The drift with its id and evidence. */
export function makeDrift(
  { address, type }: ManagedResources,
  path: AttributePath,
  sides: DriftSides,
): Drift {
  const { confirmed, ...own } = sides;
  const { declared, live, writes } = own;
  const evidence = [...new Set(writes.map(({ event }) => event))];
  const id = driftId({ address, path, declared, live });
  const basis = confirmed === true ? 'confirmed' : 'inferred';
  return { id, address, type, path, ...own, evidence, basis };
}

/** The disposition of an event, by the judgment of one of its writes. */
export const dispositions: Readonly<Record<DriftJudgment, EventOutcome['disposition']>> = {
  drift: 'drift',
  redacted: 'redacted',
  reverted: 'reverted',
  'in-code': 'in-code',
  ignored: 'ignored',
  delegated: 'automation',
  computed: 'no-effect',
  untouched: 'no-effect',
  refuted: 'reverted',
  unexplained: 'no-effect',
};

/** The reason, to complete a sentence that begins with the event. */
export function judgmentReason(judgment: DriftJudgment, path: AttributePath): string {
  const field = displayText(formatPath(path), fieldLength);
  switch (judgment) {
    case 'drift':
      return `it changed ${field}`;
    case 'redacted':
      return `it changed ${field} to a value that the log hides`;
    case 'reverted':
      return `${field} ended up as it was`;
    case 'in-code':
      return `the code already has this value for ${field}`;
    case 'ignored':
      return `lifecycle.ignore_changes leaves ${field} to others`;
    case 'delegated':
      return `the code delegates ${field} to its owner, who stayed within the bounds`;
    case 'computed':
      return `the provider sets ${field}, and not the code`;
    case 'untouched':
      return `${field} already had this value`;
    case 'refuted':
      return `the provider reads ${field} as it was before`;
    case 'unexplained':
      return `no event explains ${field}`;
  }
}
