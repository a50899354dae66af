import { displayText } from '../../model/text.ts';
import type { Suggestion } from '../../reconcile/learning/suggest.ts';
import type { ProposedRule } from './propose.ts';

/**
 * `scaling of aws_autoscaling_group desired_capacity by ASG (controller)`. The names are from the
 * log.
 */
export function subjectText({ situation }: Suggestion): string {
  const { purpose, type, field, actor } = situation;
  const what = [type, field].filter((one) => one !== undefined && one !== '').join(' ');
  const who =
    actor === undefined ? situation.class : `${displayText(actor.name, 80)} (${situation.class})`;
  return `${displayText(purpose, 40)}${what === '' ? '' : ` of ${displayText(what, 160)}`} by ${who}`;
}

/** The evidence for the suggestion, as one sentence without a period. */
export function numbersText(suggestion: Suggestion): string {
  const { situation, verdict, agree, disagree, bound } = suggestion;
  const { environment, incident } = situation;
  const where = [
    environment === '' ? 'an unknown environment' : environment,
    incident && `incident ${incident}`,
  ];
  const named = where.filter((one) => one !== undefined).map((one) => displayText(one, 80));
  const place = named.length === 0 ? '' : `in ${named.join(', ')}: `;
  const was = verdict === 'accept' ? 'agreed with' : 'turned down';
  const intents = `${agree + disagree} different ${agree + disagree === 1 ? 'intent' : 'intents'}`;
  return `${place}${subjectText(suggestion)} was ${was} ${agree} of ${agree + disagree} times, in reviews of ${intents}; 5 % bound ${bound.toFixed(2)}`;
}

/** `Of 15 recorded verdicts 1 would change: 1 delegate -> reject.` */
export function replayText({ replay }: ProposedRule): string {
  const kinds = new Map<string, number>();
  for (const { before, after } of replay.changed) {
    const kind = `${before.outcome} -> ${after.outcome}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const listed = [...kinds].sort().map(([kind, count]) => `${count} ${kind}`);
  return `Of ${replay.decisions} recorded verdicts ${replay.changed.length} would change: ${listed.join(', ')}.`;
}

/** How people answered those verdicts, so that nobody has to trust the rule blindly. */
export function answersText({ answered }: ProposedRule): string {
  const { same, otherwise, unanswered } = answered;
  return `Of the intents behind them, people answered ${same} as the rule would, ${otherwise} differently, and ${unanswered} not at all.`;
}
