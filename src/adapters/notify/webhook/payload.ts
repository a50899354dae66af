import type { Actor } from '../../../model/actor.ts';
import { definedBounds, type GivenBounds } from '../../../model/bounds.ts';
import { type Decision, type Outcome, outcomes } from '../../../model/decision.ts';
import { contentId } from '../../../model/id.ts';
import type { Intent } from '../../../model/intent.ts';
import type { Json } from '../../../model/json.ts';
import { isWeakening } from '../../../model/passed.ts';
import { formatPath } from '../../../model/path.ts';
import type { Beside, Report } from '../../../model/report.ts';
import type { Reverted } from '../../../model/reverted.ts';
import { scrubText } from '../../../model/scrub.ts';
import type { WebhookPayload } from './schema.ts';

/** What happened, when (ISO 8601 UTC) and where. */
export interface Occasion {
  readonly at: string;
  readonly stack: string;
}

type Payload<E extends WebhookPayload['event']> = Extract<WebhookPayload, { readonly event: E }>;

/** A run has finished. */
export function scanFinished(report: Report, occasion: Occasion): Payload<'scan.finished'> {
  const counts = new Map<Outcome, number>();
  for (const { verdict } of report.decisions) {
    counts.set(verdict.outcome, (counts.get(verdict.outcome) ?? 0) + 1);
  }
  const weakenings = report.reverted.filter(isWeakening).slice(0, maxWeakenings).map(weakened);
  const beside = (report.beside ?? []).slice(0, maxBeside).map(besideOf);
  const known = outcomes.filter((outcome) => counts.has(outcome));
  return withId({
    event: 'scan.finished',
    ...occasion,
    counts: {
      drifts: report.drifts.length,
      intents: report.intents.length,
      proposals: report.proposals.length,
      unresolved: report.unresolved.length,
      outcomes: Object.fromEntries(known.map((outcome) => [outcome, counts.get(outcome) ?? 0])),
    },
    intents: report.intents.map(({ id }) => id).sort(),
    ...(weakenings.length === 0 ? {} : { weakenings }),
    ...(beside.length === 0 ? {} : { beside }),
  });
}

const maxWeakenings = 20;
const maxBeside = 20;

type Weakening = NonNullable<Payload<'scan.finished'>['weakenings']>[number];

function weakened(reverted: Reverted): Weakening {
  const { address, path, sentence = '', changedBy = [], window, durationMs } = reverted;
  return {
    address,
    path: scrubText(formatPath(path)),
    sentence: scrubText(sentence),
    by: changedBy.map(shownActor),
    window: { from: window.from, to: window.to },
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

function besideOf({ name, on, what, by, window: { from, to } }: Beside) {
  return { name: scrubText(name), on, what, by: by.map(scrubText), window: { from, to } };
}

function shownActor({ name, class: kind, principal }: Actor): Weakening['by'][number] {
  return { name: scrubText(name), class: kind, principal };
}

/** A run has failed. */
export function scanFailed(
  { code, message, hint }: Pick<Payload<'scan.failed'>, 'code' | 'message' | 'hint'>,
  occasion: Occasion,
): Payload<'scan.failed'> {
  return withId({
    event: 'scan.failed',
    ...occasion,
    code,
    message: scrubText(message),
    hint: scrubText(hint),
  });
}

type DecidedProposal = NonNullable<Payload<'intent.decided'>['intent']['proposal']>;

/** An intent was decided. Values of attributes and audit records are not included. */
export function intentDecided(
  report: Report,
  intent: Intent,
  occasion: Occasion,
  proposal?: DecidedProposal,
): Payload<'intent.decided'> {
  const { id, actor, summary, purpose, window } = intent;
  const patch = report.patches.find((each) => each.intent === id);
  return withId({
    event: 'intent.decided',
    ...occasion,
    intent: {
      id,
      actor: shownActor(actor),
      summary: scrubText(summary),
      purpose,
      window: { from: window.from, to: window.to },
      decisions: report.decisions.filter((each) => each.intent === id).map(decided),
      ...(patch === undefined
        ? {}
        : {
            verification: {
              level: patch.verification.level,
              passed: patch.verification.passed,
            },
          }),
      ...(proposal === undefined
        ? {}
        : {
            proposal: {
              branch: proposal.branch,
              location: scrubText(proposal.location),
              state: proposal.state,
            },
          }),
    },
  });
}

/** The parts of an answer that are shown. */
export interface ReviewOf {
  readonly action: Payload<'intent.reviewed'>['review']['action'];
  readonly by: string;
  readonly until?: string | undefined;
  readonly bounds?: GivenBounds | undefined;
  readonly note?: string | undefined;
}

/** A reviewer has answered. */
export function intentReviewed(
  intent: Pick<Intent, 'id'>,
  { action, by, until, bounds, note }: ReviewOf,
  occasion: Occasion,
): Payload<'intent.reviewed'> {
  const review = {
    action,
    by,
    ...(until === undefined ? {} : { until }),
    ...(bounds === undefined ? {} : { bounds: definedBounds(bounds) }),
    ...(note === undefined ? {} : { note: scrubText(note) }),
  };
  return withId({ event: 'intent.reviewed', ...occasion, intent: intent.id, review });
}

function decided({
  drift,
  address,
  path,
  verdict,
}: Decision): Payload<'intent.decided'>['intent']['decisions'][number] {
  const { outcome, rule, because, expires } = verdict;
  return {
    drift,
    address,
    path: scrubText(formatPath(path)),
    outcome,
    rule,
    because: scrubText(because),
    ...(expires === undefined ? {} : { expires }),
  };
}

function withId<T extends object>(content: T): T & Pick<WebhookPayload, 'schema' | 'id'> {
  const id = contentId('w', content as unknown as Json);
  return { schema: 'parley/webhook/v1', id, ...content };
}
