import type { Decision, Outcome, Party } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import type { Trace } from '../../model/patch.ts';
import { shortPath } from '../../model/short-path.ts';
import { alikeText } from '../../stages/arbitration/explain/account.ts';
import { sideText } from '../terminal/change-text.ts';
import { mermaidChart, mermaidLabel } from './mermaid.ts';
import type { Subject } from './subject.ts';

/** A drawing with more than these would not be readable. */
const maxFields = 4;
const maxParties = 5;
const maxSteps = 6;

/**
 * One field, or several for which the parties want the same and whose values have the same source.
 */
interface DrawnField {
  readonly decision: Decision;
  readonly drift: Drift;
  readonly more: number;
  readonly trace?: Trace | undefined;
}

/**
 * Who wants which value of each field, and the path from the field to the place in the code where
 * its value comes from. The text sections contain everything that is drawn.
 */
export function diagramSection(subject: Subject): readonly string[] {
  const fields = drawnFields(subject);
  if (fields.length === 0) return [];
  const lines = fields.slice(0, maxFields).flatMap((field, at) => fieldLines(subject, field, at));
  return ['', '### At a glance', '', ...mermaidChart([...lines, ...classes])];
}

function drawnFields({ decisions, drifts, patch }: Subject): readonly DrawnField[] {
  const found = decisions.flatMap((decision) => {
    const drift = drifts.get(decision.drift);
    if (drift === undefined) return [];
    // A delegation changes no value, so the value's source does not matter.
    const isValue = decision.verdict.outcome !== 'delegate';
    const trace = isValue ? patch?.traces?.find((one) => one.drift === drift.id) : undefined;
    return [{ decision, drift, trace }];
  });
  return [...groupBy(found, likeness).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, more: others.length }],
  );
}

/** Equal for fields whose drawings would differ only in their names. */
function likeness({ decision, drift, trace }: Omit<DrawnField, 'more'>): string {
  return JSON.stringify([
    partiesOf(decision, drift, '').map(({ name, wants, outcome }) => [name, wants, outcome]),
    trace === undefined ? shortPath(drift.path) : [drift.address, trace.steps.at(-1) ?? []],
  ]);
}

interface DrawnParty {
  readonly name: string;
  readonly wants: string;
  readonly outcome: string;
  readonly isFollowed: boolean;
}

/** The parties that want a value of the field, ending with the code. */
function partiesOf(decision: Decision, drift: Drift, actor: string): readonly DrawnParty[] {
  const { verdict, parties = [] } = decision;
  const isCodeKept = verdict.outcome === 'reject' || verdict.outcome === 'expired';
  const code: DrawnParty = {
    name: 'the code',
    wants: wantedText(drift, drift.declared),
    outcome: codeOutcome(verdict.outcome),
    isFollowed: isCodeKept,
  };
  const others =
    parties.length > 1
      ? parties.map((one) => partyOf(one, drift))
      : [
          {
            name: actor,
            wants: wantedText(drift, drift.live),
            outcome: verdict.outcome,
            isFollowed: !isCodeKept,
          },
        ];
  return [...others.slice(0, maxParties), code];
}

function codeOutcome(outcome: Outcome): string {
  if (outcome === 'reject' || outcome === 'expired') return 'stays';
  return outcome === 'delegate' ? 'hands over' : 'changes';
}

function partyOf({ name, class: kind, value, decides, outcome }: Party, drift: Drift): DrawnParty {
  return {
    name: `${name} (${kind})`,
    wants: wantedText(drift, value),
    outcome,
    isFollowed: decides,
  };
}

function wantedText({ path }: Drift, side: Drift['live']): string {
  const isMember = typeof path.at(-1) === 'object';
  if (path.length === 0 || isMember) {
    if (side.kind === 'value') return isMember ? 'with it' : 'is there';
    if (side.kind === 'absent') return isMember ? 'without it' : 'is not there';
  }
  return sideText(side, path);
}

function fieldLines(
  { intent, patch }: Subject,
  { decision, drift, more, trace }: DrawnField,
  at: number,
): readonly string[] {
  const { name, class: kind } = intent.actor;
  const parties = partiesOf(decision, drift, `${name} (${kind})`);
  const what = drift.path.length === 0 ? 'the resource' : shortPath(drift.path);
  const also = more === 0 ? [] : [alikeText(more)];
  const field = `f${at}`;
  return [
    `${field}[[${mermaidLabel(what, drift.address, ...also)}]]:::field`,
    ...parties.flatMap(({ name: who, wants, outcome, isFollowed }, n) => [
      `p${at}x${n}(${mermaidLabel(who, wants)}):::${isFollowed ? 'followed' : 'other'}`,
      `p${at}x${n} ${isFollowed ? '==>' : '-.->'}|${mermaidLabel(outcome)}| ${field}`,
    ]),
    ...sourceLines(field, at, trace, patch?.site),
  ];
}

/** From the use of the value to the text where it is written, or at least to what is edited. */
function sourceLines(
  field: string,
  at: number,
  trace: Trace | undefined,
  site = '',
): readonly string[] {
  const steps = trace?.steps ?? [];
  const shown =
    steps.length <= maxSteps ? steps : [...steps.slice(0, maxSteps - 1), ...steps.slice(-1)];
  const [edited = ''] = site.split('\n').filter((one) => one !== '');
  const last = shown.at(-1);
  // The edit may reach what the trace cannot follow, such as a member of a list that generates
  // blocks.
  const isReached = last !== undefined && site.includes(`${last.file}:${last.line} `);
  const stops = shown.map(({ text, file, line }) => [text, `${file}:${line}`]);
  if (!isReached && edited !== '') stops.push([edited]);
  return stops.flatMap((lines, n) => {
    const node = `s${at}x${n}`;
    const before = n === 0 ? field : `s${at}x${n - 1}`;
    const label = mermaidLabel(...lines);
    const isEdited = n === stops.length - 1 && edited !== '';
    return [
      isEdited ? `${node}[/${label}/]:::edit` : `${node}[${label}]`,
      `${before} -->${isEdited ? '|"edited here"|' : ''} ${node}`,
    ];
  });
}

/** Colors that are readable on light and dark pages. The kind of line shows the same. */
const classes = [
  'classDef field stroke-width:2px',
  'classDef followed stroke:#2da44e,stroke-width:2px',
  'classDef other stroke-dasharray:4 3',
  'classDef edit stroke:#0969da,stroke-width:2px',
];
