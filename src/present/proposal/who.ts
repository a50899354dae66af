import { secondText, spanText } from '../../model/time-text.ts';
import { intentAccount } from '../../stages/arbitration/explain/account.ts';
import { purposeOfDrifts } from '../../stages/intent/summary.ts';
import { markdownCode, markdownProse, markdownTable } from './markdown.ts';
import type { Subject } from './subject.ts';

/** Who made the change, when, and for what purpose. */
export function whoSection({ intent, decisions, announcer, stack }: Subject): readonly string[] {
  const { who, isClaimed, when, ticket } = intentAccount(intent, decisions);
  const { expires } = intent;
  const { purpose, confidence } = purposeOfDrifts(
    intent,
    decisions.map(({ drift }) => drift),
  );
  const claimed = isClaimed ? ', as claimed by the caller' : '';
  const rows: (readonly [string, string])[] = [
    ['Principal', markdownCode(who.principal)],
    ['When', spanText(when, 'second', markdownCode)],
    ['Purpose', `${purpose}, ${percent(confidence)} sure`],
  ];
  if (ticket !== undefined) rows.push(['Ticket', `${markdownCode(ticket)}, claimed by the caller`]);
  if (announcer !== undefined) {
    const { id, summary, actor: by } = announcer;
    rows.push([
      'Announced',
      `${markdownCode(id)} by ${markdownCode(by.name)}: ${markdownProse(summary)}`,
    ]);
  }
  if (expires !== undefined) rows.push(['Wanted until', markdownTime(expires)]);
  rows.push(['Stack', stackText(stack)]);
  return markdownTable(['Who', `${markdownCode(who.name)} (${who.class}${claimed})`], rows);
}

/** Several stacks may share a repository and differ only in their place, so the place is shown. */
function stackText({ name, root, workspace }: Subject['stack']): string {
  const place = root === '.' ? '' : `, in ${markdownCode(root)}`;
  return `${markdownCode(name)}${place}${workspace === 'default' ? '' : `, workspace ${markdownCode(workspace)}`}`;
}

/** A language model's interpretation, marked as such. */
export function readingSection({ intent: { reading } }: Subject): readonly string[] {
  if (reading === undefined) return [];
  const { summary, purpose, confidence, model } = reading;
  return [
    '',
    `A language model (${markdownCode(model)}) reads this as: ${markdownProse(summary)} (${purpose}, ${percent(confidence)} sure). It decides nothing.`,
  ];
}

/** `2026-03-14 02:22:30 UTC`; a text that is not a time is shown as code. */
export function markdownTime(time: string): string {
  return secondText(time, markdownCode);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
