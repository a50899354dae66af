import { intentSummary } from '../../stages/intent/summary.ts';
import { changeSection, othersSection, restoreSection } from './change.ts';
import { diagramSection } from './diagram.ts';
import { editSection } from './edit.ts';
import { evidenceSection, unmanagedSection } from './evidence.ts';
import { markdownCode, markdownProse } from './markdown.ts';
import { replySection } from './reply.ts';
import type { Room, Subject } from './subject.ts';
import { readingSection, whoSection } from './who.ts';
import { whySection } from './why.ts';

/** Below the limit of every forge, including the marker and what people add around the text. */
const longest = 55_000;

const rooms: readonly Room[] = [
  { rows: 40, events: 30, places: 8 },
  { rows: 12, events: 10, places: 3 },
  { rows: 4, events: 3, places: 1 },
];

/** The description of a proposal, in Markdown that all forges render alike. */
export function describeProposal(subject: Subject): string {
  const texts = rooms.map((room) => () => written(subject, room));
  let text = '';
  for (const write of texts) {
    text = write();
    if (text.length <= longest) return text;
  }
  return text;
}

function written(subject: Subject, room: Room): string {
  const { intent, decisions } = subject;
  const summary = intentSummary(
    intent,
    decisions.map(({ drift }) => drift),
  );
  return [
    `${leadSentence(subject)}: ${markdownProse(summary, 400)}`,
    '',
    mergingLine(subject),
    '',
    ...whoSection(subject),
    ...readingSection(subject),
    ...changeSection(subject, room),
    ...diagramSection(subject),
    ...restoreSection(subject, room),
    ...whySection(subject, room),
    ...evidenceSection(subject, room),
    ...editSection(subject, room),
    ...othersSection(subject, room),
    ...unmanagedSection(subject, room),
    ...replySection(subject),
  ].join('\n');
}

function leadSentence({ kind, decisions }: Subject): string {
  if (kind === 'revert') return 'Undo this in the cloud, and leave the code as it is';
  const outcomes = new Set(decisions.map(({ verdict }) => verdict.outcome));
  if (outcomes.has('delegate') && outcomes.size === 1)
    return 'Delegate this to the actor that changed it';
  if (outcomes.has('expired')) return 'End a delegation';
  return 'Write into the code what was changed in the cloud';
}

/** The effect of merging, for people who see such a proposal for the first time. */
function mergingLine({ kind, stack }: Subject): string {
  if (kind === 'patch') return 'Merging changes the code only: Parley applies nothing.';
  const { revert_workflow: workflow } = stack;
  return workflow === undefined
    ? 'Merging changes no file and runs nothing: it records that you agree. How to undo the change is below.'
    : `Merging changes no file and starts the workflow ${markdownCode(workflow.file)} on ${markdownCode(workflow.ref)} with these addresses.`;
}
