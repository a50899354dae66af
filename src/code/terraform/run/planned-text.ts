import { formatPath } from '../../../model/path.ts';
import { displayText } from '../../../model/text.ts';
import { describeFinding } from './finding.ts';
import type { PlanPart } from './parts.ts';
import type { PlannedChange } from './plan.ts';

export function emptyReason({ address }: PlannedChange): string {
  return `Terraform will record ${address} again, with the same values; nothing changes in the cloud.`;
}

export function stayNote({ address }: PlannedChange, parts: readonly PlanPart[]): string {
  const fields = [...new Set(parts.map(({ path }) => displayText(formatPath(path), 120)))].sort();
  return `${address} also differs in ${fields.join(', ')}, with or without the patch: that is not part of this change.`;
}

export function outputNotes(outputs: readonly string[]): readonly string[] {
  if (outputs.length === 0) return [];
  const named = outputs.map((name) => displayText(name, 80)).join(', ');
  return [`Terraform will note new values of outputs (${named}); nothing changes in the cloud.`];
}

export function followNote(change: PlannedChange, parts: readonly PlanPart[]): string {
  const plain = plannedChangeText(change, parts).replace(/\.$/, '');
  return `${plain}, since it follows something that changed in the cloud.`;
}

export function plannedChangeText(change: PlannedChange, parts: readonly PlanPart[]): string {
  const texts = parts.map((part) =>
    isOpen(part) ? `${formatPath(part.path)}: known after apply` : describeFinding(part),
  );
  const [first, ...others] = texts;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const what = first === undefined ? '' : ` (${first}${more})`;
  return `Terraform would ${verb(change)} ${change.address}${what}.`;
}

function isOpen({ before, after }: PlanPart): boolean {
  return before === undefined && after === undefined;
}

export function verb({ actions }: PlannedChange): string {
  const has = (action: string) => actions.includes(action);
  if (has('create') && has('delete')) return 'replace';
  if (has('create')) return 'create';
  if (has('delete')) return 'destroy';
  return actions[0] ?? 'change';
}
