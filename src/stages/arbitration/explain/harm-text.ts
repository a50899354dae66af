import type { CostChange, Money } from '../../../model/cost.ts';
import type { HarmReading } from '../../../model/harm.ts';
import type { Purpose } from '../../../model/intent.ts';
import { displayText } from '../../../model/text.ts';
import type { ApprovalFinding } from '../approve/find.ts';
import { gravest } from '../case/harm-facts.ts';

/** The worst harm of a change as a clause for a rule's sentence: "SSH (22) is open to everyone". */
export function harmText({ harms }: HarmReading, purpose: Purpose): string {
  const worst =
    harms.find(({ direction, doubt }) => direction === 'weakens' && doubt === undefined) ??
    harms.find(({ doubt }) => doubt !== undefined) ??
    harms[0];
  if (worst === undefined) {
    return purpose === 'weakening' ? 'it weakens security' : 'nothing that is known to be harmful';
  }
  return displayText(worst.because, 300);
}

/** The effect on the bill: "4 times the nodes (3 to 12), 219.00 EUR a month more". */
export function costText(cost: CostChange | undefined): string {
  if (cost === undefined) return 'nothing that is known about cost';
  const { because, monthly } = cost;
  const clause = displayText(because, 300);
  return monthly === undefined ? clause : `${clause}, ${moneyText(monthly)}`;
}

function moneyText({ amount, currency }: Money): string {
  const more = amount < 0 ? 'less' : 'more';
  return `${Math.abs(amount).toFixed(2)} ${displayText(currency, 10)} a month ${more}`;
}

/** The closest approval, and what it does not cover. */
export function approvalText(finding: ApprovalFinding | undefined, reading: HarmReading): string {
  if (finding === undefined) return 'nobody approved it';
  const { approver, ticket } = finding.approval;
  const role = approver.role === undefined ? '' : ` (${displayText(approver.role, 80)})`;
  const name = `${displayText(approver.name, 80)}${role}`;
  const title = displayText(ticket, 80);
  if (finding.gap !== undefined) return `${title} of ${name} does not cover it: ${finding.gap}`;
  const needed = gravest(reading);
  if (approver.carries >= needed) return `${name} approved it in ${title}`;
  return `${title} does not cover it: ${name} may approve harm up to severity ${approver.carries}, and this is ${needed}`;
}
