import { isAtOrBelow } from '../../model/address.ts';
import type { Approval } from '../../model/approval.ts';
import type { DriftValue } from '../../model/drift.ts';
import type { Harm } from '../../model/harm.ts';
import type { AttributePath } from '../../model/path.ts';
import { hasMark } from '../../providers/harm/value/node.ts';
import { findApproval } from '../arbitration/approve/find.ts';
import { gravest } from '../arbitration/case/harm-facts.ts';
import type { PlannedResource } from './plan/types.ts';
import { nodeAt } from './value.ts';

/**
 * An approval that covers the harm of one field of a planned change and whose approver may allow
 * it. A plan does not show who made it, so only approvals for anybody count, and only those in
 * force at `now`.
 */
export function approvalOfPlanned(
  approvals: readonly Approval[],
  change: PlannedResource,
  field: string,
  harms: readonly Harm[],
  now: string,
): Approval | undefined {
  const needed = gravest({ harms });
  const own = approvals.filter(
    ({ actor, approver, address, path }) =>
      actor === undefined &&
      approver.carries >= needed &&
      isAtOrBelow(change.address, address) &&
      isAbout(path, field),
  );
  return own.find((approval) => {
    const found = findApproval(
      [approval],
      { actor: nobody, window: { from: now, to: now } },
      driftAt(change, approval.path),
    );
    return found !== undefined && found.gap === undefined;
  });
}

const nobody = { name: '', principal: '' };

/** Whether the path covers a field of a harm, which has no positions. */
function isAbout(path: AttributePath, field: string): boolean {
  const names = path.filter((step) => typeof step === 'string').join('.');
  if (names === '' || field === '') return names === field && path.length === 0;
  return field === names || field.startsWith(`${names}.`);
}

function driftAt({ address, type, before, after }: PlannedResource, path: AttributePath) {
  const side = (of: PlannedResource['before']): DriftValue => {
    const { value, unknown } = nodeAt(of, path, type);
    if (hasMark(unknown)) return { kind: 'unknown', why: 'it is known after the apply' };
    return value === undefined || value === null ? { kind: 'absent' } : { kind: 'value', value };
  };
  return { address, path, declared: side(before), live: side(after) };
}
