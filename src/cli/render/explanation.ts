import type { Decision } from '../../model/decision.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';
import type { Patch } from '../../model/patch.ts';
import { formatPath } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import { readingLine } from './advice.ts';
import { paintOutcome, type Style } from './style.ts';

/** The longest value shown, in characters; the report has all of it. */
const longestValue = 400;

/** One intent in full: who, what, the decision with its reasons, and why the patch is where it is. */
export function renderExplanation(report: Report, id: string, style: Style): string {
  const intent = report.intents.find((each) => each.id === id);
  if (intent === undefined) return '';
  const { actor, window } = intent;
  const decisions = report.decisions.filter((decision) => decision.intent === id);
  const patch = report.patches.find((each) => each.intent === id);
  return [
    `${style.bold(intent.summary)}  ${style.dim(id)}`,
    `Who    ${actor.name} (${actor.class}), ${actor.principal}`,
    `       told by signature ${actor.signature}${actor.evidence === 'claimed' ? ', which the caller could have chosen' : ''}`,
    `When   ${window.from === window.to ? window.from : `${window.from} to ${window.to}`}`,
    `Why    ${intent.purpose}, ${Math.round(intent.confidence * 100)} % sure (rule ${intent.rule})`,
    ...(intent.ticket === undefined ? [] : [`Ticket ${intent.ticket} (claimed)`]),
    ...(intent.reading === undefined
      ? []
      : [`Model  ${readingLine(intent)} ${intent.reading.model}, ${intent.reading.prompt}`]),
    '',
    ...decisions.flatMap((decision) => renderDecision(report, decision, style)),
    ...(patch === undefined ? [] : renderPatchChoice(patch, style)),
  ].join('\n');
}

function renderDecision(report: Report, decision: Decision, style: Style): readonly string[] {
  const drift = report.drifts.find((each) => each.id === decision.drift);
  const place = displayText(`${decision.address} ${formatPath(decision.path)}`, longestValue);
  return [
    `${style.bold(place)}  ${style.dim(decision.drift)}`,
    ...(drift === undefined ? [] : [`  ${renderSides(drift)}`]),
    `  ${paintOutcome(style, decision.verdict.outcome)} by rule ${decision.verdict.rule}: ${decision.verdict.because}`,
    ...decision.explanation.map((line) => `    ${line}`),
    ...(drift === undefined ? [] : [style.dim(`  evidence: ${drift.evidence.join(', ')}`)]),
    '',
  ];
}

function renderSides({ declared, declaredFrom, live }: Drift): string {
  return `${declaredFrom === 'code' ? 'code' : 'state'} ${renderValue(declared)}, live ${renderValue(live)}`;
}

export function renderValue(value: DriftValue): string {
  switch (value.kind) {
    case 'value':
      return displayText(JSON.stringify(value.value), longestValue);
    case 'absent':
      return 'nothing';
    case 'redacted':
      return 'a value the log masks';
    case 'unknown':
      return `unknown (${value.why})`;
  }
}

function renderPatchChoice(patch: Patch, style: Style): readonly string[] {
  const candidates = patch.candidates.flatMap((candidate) => [
    `  ${candidate.chosen ? style.green('chosen') : style.dim('passed')}  ${candidate.file}:${candidate.line}  ${candidate.kind}: ${candidate.description}`,
    `          ${candidate.because}`,
  ]);
  const radius = patch.blastRadius.map(
    ({ address, path }) => `  ${displayText(`${address} ${formatPath(path)}`, longestValue)}`,
  );
  return [
    style.bold(`Patch (verified: ${patch.verification.level})`),
    ...candidates,
    ...(radius.length === 0 ? ['It changes no value.'] : ['Changes exactly:', ...radius]),
  ];
}
