import type { Bounds } from '../../model/bounds.ts';
import { contentId } from '../../model/id.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { Answer, AnswerAction } from '../../ports/store/answer.ts';
import type { KeptAnswer } from '../../ports/store/kept-answer.ts';
import type { Store } from '../../ports/store/run-store.ts';
import type { OutboxJob, ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { fieldKey } from '../../reconcile/decide/answered-field.ts';
import { driftDigest } from '../../reconcile/report/digest.ts';
import type { PickedPlace } from '../../stages/patch/pick.ts';
import type { Person } from '../access/person.ts';
import { type CheckedAnswer, checkAsk, problems } from './check.ts';
import { serviceMessage } from './message.ts';
import type { PermitAnswer } from './permit.ts';
import { noteReview, reviewFor } from './review.ts';
import { type AnswerTarget, dismissedTarget } from './target.ts';
import { type TargetInRun, type TargetStore, targetInRun } from './target-in-run.ts';

export interface AnswerDeps {
  readonly store: TargetStore & {
    readonly runs: Pick<ServiceStore['runs'], 'planned'>;
    readonly answers: {
      keep: ServiceStore['answers']['keep'];
      list(key: StackKey): Promise<readonly KeptAnswer[]>;
    };
    project(key: StackKey): Pick<Store, 'appendFeedback'>;
  };
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
  /** Decides who may give which answer. Without it, everyone who can answer may give any answer. */
  readonly permit?: PermitAnswer;
  /** Words the reply to the person. Defaults to a text about what the service does next. */
  readonly messageOf?: typeof serviceMessage;
  /** Makes the receipt before the answer is recorded. Where that fails, nothing is recorded. */
  readonly sign?: (key: StackKey, answer: Answer) => Promise<Result<unknown>>;
  /**
   * Further jobs that follow from an answer. They are recorded together with it, like the new scan
   * of the stack.
   */
  readonly follow?: (key: StackKey, answer: Answer) => readonly OutboxJob[];
}

/** What an authorized person asks to be done with an intent. */
export interface AnswerRequest {
  readonly intent: string;
  readonly action: AnswerAction;
  /**
   * The name of the person where they answered: `github:alice`, `slack:T01/U02`, `api:deploy-bot`.
   */
  readonly by: string;
  /** Names and groups that a provider gives for the person. */
  readonly person?: Person;
  /**
   * When they answered, where that is known; defaults to now. A request with the same `at` is the
   * same answer.
   */
  readonly at?: string;
  /** Digest of the drifts or of the proposal that they were shown. Defaults to the current one. */
  readonly digest?: string;
  /** For `hold` only: ISO 8601 UTC. */
  readonly until?: string;
  /** For `delegate` only. */
  readonly bounds?: Bounds;
  readonly note?: string;
  /** For `accept` only: the place in the code to edit. */
  readonly place?: PickedPlace;
}

export interface AnsweredIntent {
  readonly answer: Answer;
  /** True where the same answer was already recorded. */
  readonly repeated: boolean;
  /** The reply to the person, as plain text: what happens now, until when, and how to undo it. */
  readonly message: string;
}

/**
 * Records a person's answer about an intent and requests another scan of the stack. Fails where the
 * intent is gone or has changed.
 */
export async function answerIntent(
  deps: AnswerDeps,
  key: StackKey,
  ask: AnswerRequest,
): Promise<Result<AnsweredIntent>> {
  const found = await targetInRun(deps.store, key, ask.intent);
  const before = await deps.store.answers.list(key);
  const target = found && answeredTarget(found, ask, before);
  if (found === undefined || target === undefined) return fail(problems.gone(ask.intent));
  const { decisions, intent } = target;
  const isKnown = intent !== undefined || ask.action === 'dismiss' || ask.action === 'reopen';
  if (!isKnown) return fail(problems.unseen);
  if (ask.action === 'reopen' && !isAnswered(target, before)) return fail(problems.unanswered);
  const at = ask.at ?? deps.now();
  const checked = checkAsk(ask, at, decisions);
  if (!checked.ok) return checked;
  if (!(await isCurrent(deps, key, found.run, ask, target.drifts))) return fail(problems.outdated);
  const permitted = await deps.permit?.(key, ask, target);
  if (permitted?.ok === false) return permitted;
  const answer = answerOf(target, ask, checked.value, at);
  const same = ask.at === undefined ? sameAsLast(before, answer) : undefined;
  const kept = same ?? answer;
  const signed = same === undefined ? await deps.sign?.(key, answer) : undefined;
  if (signed?.ok === false) return signed;
  const isNew =
    same === undefined &&
    (await deps.store.answers.keep(key, answer, [
      // Tells this job apart from a run in progress that does not know of the answer.
      { queue: 'reconcile', job: { ...key, cause: 'person', until: deps.now() } },
      ...(deps.follow?.(key, answer) ?? []),
    ]));
  const review = reviewFor(ask.action);
  const run = review === undefined ? undefined : await deps.store.runs.latest(key);
  if (review !== undefined && run !== undefined) {
    await noteReview(deps.store.project(key), run, {
      intent: target.id,
      review,
      time: kept.at,
      note: kept.note,
    });
  }
  return ok({
    answer: kept,
    repeated: !isNew,
    message: (deps.messageOf ?? serviceMessage)(kept, decisions),
  });
}

/**
 * The latest report no longer has dismissed items under their own id, so `reopen` looks for them in
 * earlier answers.
 */
function answeredTarget(
  { target }: TargetInRun,
  { intent, action }: AnswerRequest,
  before: readonly KeptAnswer[],
): AnswerTarget | undefined {
  return target ?? (action === 'reopen' ? dismissedTarget(before, intent) : undefined);
}

function isAnswered({ id, about, fields }: AnswerTarget, before: readonly KeptAnswer[]): boolean {
  const own = new Set([...about, ...fields.map(fieldKey)]);
  return before.some(
    (one) =>
      one.intent === id ||
      one.about?.some((key) => own.has(key)) === true ||
      one.fields?.some((field) => own.has(fieldKey(field))) === true,
  );
}

/** An answer that somebody is about to give, with its target where that was read already. */
export type AskedBeforehand = Pick<AnswerRequest, 'intent' | 'action' | 'by' | 'person'> & {
  readonly target?: Pick<AnswerTarget, 'intent' | 'harm'>;
};

/**
 * Checks whether somebody may give an answer to the current target, before they are asked for
 * details.
 */
export async function mayAnswer(
  {
    store,
    permit,
  }: Pick<AnswerDeps, 'permit'> & {
    readonly store: TargetStore;
  },
  key: StackKey,
  ask: AskedBeforehand,
): Promise<Result<void>> {
  if (permit === undefined) return ok(undefined);
  const target = ask.target ?? (await targetInRun(store, key, ask.intent))?.target;
  return target === undefined ? ok(undefined) : permit(key, ask, target);
}

/**
 * The id of an intent already identifies its drifts, so only the digest of a proposal planned for
 * them can be outdated.
 */
async function isCurrent(
  { store }: AnswerDeps,
  key: StackKey,
  run: string,
  { intent, digest }: AnswerRequest,
  drifts: readonly string[],
): Promise<boolean> {
  if (digest === undefined || digest === driftDigest(drifts)) return true;
  const planned = await store.runs.planned(key, run);
  return planned.some((plan) => plan.intent === intent && plan.digest === digest);
}

function answerOf(
  target: AnswerTarget,
  { action, by, place }: AnswerRequest,
  { until, bounds, note }: CheckedAnswer,
  at: string,
): Answer {
  const content = {
    intent: target.id,
    digest: driftDigest(target.drifts),
    action,
    by: displayText(by, 300),
    at,
    ...(until === undefined ? {} : { until }),
    ...(bounds === undefined ? {} : { bounds }),
    ...(note === undefined ? {} : { note }),
    ...(action === 'accept' && place !== undefined ? { place } : {}),
    ...(action === 'dismiss' || action === 'reopen' ? { about: target.about } : {}),
  };
  const id = contentId('a', content as unknown as Json);
  return { id, ...content, ...(target.fields.length === 0 ? {} : { fields: target.fields }) };
}

/** The latest answer, where the new one only repeats it: repeating it changes nothing. */
function sameAsLast(answers: readonly KeptAnswer[], answer: Answer): Answer | undefined {
  const last = answers.filter(({ intent }) => intent === answer.intent).at(-1);
  const contentOf = ({ id: _id, at: _at, ...rest }: KeptAnswer): string =>
    canonicalJson(JSON.parse(JSON.stringify(rest)) as Json);
  if (last === undefined || contentOf(last) !== contentOf(answer)) return undefined;
  return { ...answer, id: last.id, at: last.at };
}
