import { isAtOrBelow } from '../../model/address.ts';
import type { DriftValue } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import { type AttributePath, formatPath, pathKey } from '../../model/path.ts';
import type { Breach, FieldClaim, FieldContest, HistoryLine, ResourceLedger } from './types.ts';

/** A field with its owners, contests and breaches. */
export interface FieldBlame {
  readonly path: AttributePath;
  /** The path in readable form. */
  readonly field: string;
  readonly value: DriftValue;
  /** Several if the field is shared. */
  readonly owners: readonly BlamedOwner[];
  readonly contests: readonly FieldContest[];
  readonly breaches: readonly Breach[];
}

export interface BlamedOwner extends FieldClaim {
  /** Whether a delegation is still in force at the time of the query. */
  readonly delegated: 'no' | 'in-force' | 'expired';
}

export interface ResourceBlame {
  readonly address: string;
  readonly type: string;
  readonly fields: readonly FieldBlame[];
  readonly history: readonly HistoryLine[];
}

/** Who owns which field at `now`: for one field and everything below it, or for all fields. */
export function blame(ledger: ResourceLedger, now: string, only?: string): ResourceBlame {
  const isAsked = ({ path }: { readonly path: AttributePath }): boolean =>
    only === undefined || isAtOrBelow(formatPath(path), only);
  const fields = [...groupBy(ledger.claims.filter(isAsked), ({ path }) => pathKey(path))].flatMap(
    ([key, claims]): readonly FieldBlame[] => {
      const [first] = claims;
      if (first === undefined) return [];
      const isHere = ({ path }: { readonly path: AttributePath }): boolean => pathKey(path) === key;
      return [
        {
          path: first.path,
          field: formatPath(first.path),
          value: first.value,
          owners: claims.map((claim) => ({ ...claim, delegated: standing(claim, now) })),
          contests: ledger.contests.filter(isHere),
          breaches: ledger.breaches.filter(isHere),
        },
      ];
    },
  );
  const { address, type } = ledger;
  return { address, type, fields, history: ledger.history.filter(isAsked) };
}

function standing({ delegation }: FieldClaim, now: string): BlamedOwner['delegated'] {
  if (delegation === undefined) return 'no';
  const { expires } = delegation;
  return expires !== undefined && Date.parse(expires) <= Date.parse(now) ? 'expired' : 'in-force';
}
