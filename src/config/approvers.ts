import { z } from 'zod';
import type { Actor } from '../model/actor.ts';
import type { Approval, Approver } from '../model/approval.ts';
import { anybody, type Declaration } from '../model/declaration.ts';
import type { Severity } from '../model/harm.ts';

const Severities = z.literal([1, 2, 3, 4, 5], 'Give a severity from 1 to 5');

/** People and systems that approve changes, and the worst harm that each may approve. */
export const Approvers = z
  .array(
    z.strictObject({
      /** The name that approvals use: a mail address, a name, a group of the ticket system. */
      who: z.string().min(1).max(200),
      role: z.string().min(1).max(80).optional(),
      up_to: Severities,
    }),
  )
  .max(1000);

export type Approvers = z.output<typeof Approvers>;

/** The worst harm that somebody may approve who is not in the settings. */
const unknownCarries: Severity = 2;

/** The worst harm that an approval covers if nobody reviewed it and no ticket system signed it. */
const claimedCarries: Severity = 3;

/** The approval in a declaration; undefined for one that is only a wish. */
export function declaredApproval(
  id: string,
  declaration: Declaration,
  approvers: Approvers,
): Approval | undefined {
  const { actor, address, path, want, from, until, ticket, approvedBy } = declaration;
  if (approvedBy === undefined || until === undefined || ticket === undefined) return undefined;
  return {
    id,
    approver: approverOf(approvedBy, actor.evidence, approvers),
    ...(actor.principal === anybody ? {} : { actor: actor.principal }),
    address,
    path,
    want,
    from,
    until,
    ticket,
  };
}

/**
 * The worst harm that somebody may approve, by any of their names and groups, and in which role.
 * Case and blanks around a name are ignored.
 */
export function carriedBy(
  approvers: Approvers,
  names: readonly string[],
): { readonly up_to: Severity; readonly role?: string | undefined } {
  const own = new Set(names.map(fold));
  const known = approvers.filter(({ who }) => own.has(fold(who)));
  return known.reduce<{ readonly up_to: Severity; readonly role?: string | undefined }>(
    (best, one) => (one.up_to > best.up_to ? one : best),
    known[0] ?? { up_to: unknownCarries },
  );
}

function approverOf(name: string, evidence: Actor['evidence'], approvers: Approvers): Approver {
  const known = carriedBy(approvers, [name]);
  const carries = known.up_to;
  return {
    name,
    ...(known.role === undefined ? {} : { role: known.role }),
    carries: evidence === 'trusted' || carries < claimedCarries ? carries : claimedCarries,
    evidence,
  };
}

function fold(name: string): string {
  return name.trim().toLowerCase();
}
