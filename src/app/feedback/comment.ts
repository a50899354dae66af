import { contentId } from '../../model/id.ts';
import { day, laterInstant, shiftTime } from '../../model/instant.ts';
import { ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import { commandLines } from '../../ports/command/lines.ts';
import { parseCommands } from '../../ports/command/parse.ts';
import { type CommentCommand, neededFor } from '../../ports/command/types.ts';
import { type Permission, type PersonComment, permissions } from '../../ports/forge/proposals.ts';
import type { OutboxJob } from '../../ports/store/service-store.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';
import type { CommentReply } from '../../ports/store/state/schemas.ts';
import type { AnswerRequest } from '../answer/answer.ts';
import { changeKnown } from '../propose/change-known.ts';
import type { Concerned, FeedbackDeps } from './deps.ts';
import { type CommentReplyText, refusalText, replyText } from './texts.ts';
import { whyText } from './why.ts';

/**
 * True for a comment that may contain commands for Parley. Those of bots and of Parley itself are
 * ignored.
 */
export function mayAsk({ text, user }: Pick<PersonComment, 'text' | 'user'>): boolean {
  return !isOwnComment(text) && !isBot(user) && parseCommands(text).length > 0;
}

/** Carries out what a comment asks for, and reports the results in one reply. */
export async function handleComment(
  deps: FeedbackDeps,
  concerned: Concerned,
  comment: PersonComment,
): Promise<Result<void>> {
  if (!mayAsk(comment)) return ok(undefined);
  const { text: written, user } = comment;
  const lines = commandLines(written);
  const commands = parseCommands(written);
  const { forge, known } = concerned;
  const granted = await forge.proposals.permissionOf(user);
  // People without any permission get no answer, not even a refusal.
  if (!granted.ok || granted.value === 'none') return granted.ok ? ok(undefined) : granted;
  const asked = { user, lines, commands, granted: granted.value };
  const text = await replyOnce(deps, concerned, comment, (at) =>
    handleAll(deps, { ...concerned, at }, asked),
  );
  if (!text.ok) return text;
  const reply = {
    key: contentId('reply', [forge.name, known.number, comment.id]),
    text: text.value,
  };
  const posted = await forge.proposals.comment(known.number, reply);
  return posted.ok ? ok(undefined) : posted;
}

const month = 30 * day;

/**
 * Returns the same text when a reply is tried again, since what it describes may have changed in
 * the meantime. The time of the comment is also kept, capped at now where the clock of the forge is
 * ahead.
 */
async function replyOnce(
  { store, now }: FeedbackDeps,
  { key, forge, known }: Concerned,
  { id, at: written }: PersonComment,
  postReply: (at: string) => Promise<Result<string>>,
): Promise<Result<string>> {
  const name = claimKeys.commentReply(key.stack, forge.name, known.number, id);
  const until = shiftTime(now(), 2 * month);
  const first: CommentReply = { at: written < now() ? written : now() };
  await store.claims.take(key.tenant, name, { value: first, until });
  const { at, text } = (await store.claims.get(key.tenant, name))?.value ?? first;
  if (text !== undefined) return ok(text);
  const posted = await postReply(at);
  if (!posted.ok) return posted;
  await store.claims.put(key.tenant, name, { value: { at, text: posted.value }, until });
  return posted;
}

interface Asked {
  readonly user: string;
  /** The text after `/parley`, for each command. */
  readonly lines: readonly string[];
  readonly commands: readonly Result<CommentCommand>[];
  readonly granted: Permission;
}

async function handleAll(
  deps: FeedbackDeps,
  concerned: Concerned,
  { user, lines, commands, granted }: Asked,
): Promise<Result<string>> {
  const replies: CommentReplyText[] = [];
  for (const [index, command] of commands.entries()) {
    const typed = `/parley ${lines[index] ?? ''}`.trim();
    const text = await replyTo(deps, concerned, { user, granted }, command);
    replies.push({ command: typed, text });
  }
  const isLost = commands.some((one) => !one.ok && one.error.code === 'command-unknown');
  return ok(replyText(user, replies, isLost));
}

async function replyTo(
  deps: FeedbackDeps,
  concerned: Concerned,
  { user, granted }: Pick<Asked, 'user' | 'granted'>,
  command: Result<CommentCommand>,
): Promise<string> {
  if (!command.ok) return refusalText(command.error);
  if (!isAllowed(granted, command.value)) return refusalText(notAllowed(command.value));
  const reply = await doCommand(deps, concerned, user, command.value);
  return reply.ok ? reply.value : refusalText(reply.error);
}

async function doCommand(
  deps: FeedbackDeps,
  concerned: Concerned,
  user: string,
  command: CommentCommand,
): Promise<Result<string>> {
  const { key, known, forge, at } = concerned;
  const ask = { intent: known.intent, by: `${forge.kind}:${displayText(user, 200)}`, at } as const;
  const answer = async (more: Pick<AnswerRequest, 'action'> & Partial<AnswerRequest>) => {
    const answered = await deps.answer(key, { ...ask, ...more });
    return answered.ok ? ok(answered.value.message) : answered;
  };
  switch (command.kind) {
    case 'why':
      return ok(whyText((await deps.store.runs.latest(key))?.report, known.intent));
    case 'recheck':
      return ok(await recheck(deps, concerned, command.force === true));
    case 'revert':
    case 'reopen':
      return answer({ action: command.kind });
    case 'delegate':
      return answer({ action: 'delegate', ...(command.bounds && { bounds: command.bounds }) });
    case 'hold':
      return answer({
        action: 'hold',
        until: shiftTime(at, command.duration),
      });
    case 'dismiss':
      return answer({ action: 'dismiss', note: command.reason });
    case 'wrong':
      return answer({
        action: 'wrong',
        ...(command.reason === undefined ? {} : { note: command.reason }),
      });
  }
}

/**
 * What Parley writes ends in a marker. A person who adds one is ignored, which harms nobody else.
 */
export function isOwnComment(text: string): boolean {
  return /<!-- parley: comment=[\w.:-]+ -->\s*$/.test(text);
}

/** True for accounts of apps on GitHub and of access tokens on GitLab. */
function isBot(user: string): boolean {
  return /\[bot\]$|^(?:project|group)_\d+_bot(?:_|$)/i.test(user);
}

function isAllowed(granted: Permission, { kind }: CommentCommand): boolean {
  return permissions.indexOf(granted) >= permissions.indexOf(neededFor[kind]);
}

function notAllowed({ kind }: CommentCommand): Problem {
  const needed = neededFor[kind];
  return {
    code: 'command-not-allowed',
    message: `The command ${kind} needs ${needed} access to the repository.`,
    hint: `Ask somebody who has ${needed} access.`,
  };
}

/**
 * Has the stack scanned again. With `force`, the commits of people that conflict with a newer patch
 * are discarded: those on the branch now, but none that come later.
 */
async function recheck(
  { store, now }: FeedbackDeps,
  { key, known, forge, at }: Concerned,
  force: boolean,
): Promise<string> {
  const again: OutboxJob = {
    queue: 'reconcile',
    job: { ...key, cause: 'person', until: now() },
  };
  const { protectedTip } = known;
  if (!force || protectedTip === undefined) {
    await store.outbox.put([again]);
    const nothing = force ? ' No commits of others block a newer patch.' : '';
    return `The stack is scanned again now; this is updated if anything has changed.${nothing}`;
  }
  await changeKnown(store, known, (latest = known) => {
    const updatedAt = laterInstant(latest.updatedAt, at);
    return { ...latest, forcedTip: protectedTip, updatedAt };
  });
  const run = await store.runs.latestHead(key);
  const propose: readonly OutboxJob[] =
    run === undefined
      ? []
      : [{ queue: 'propose', job: { ...key, forge: forge.name, run: run.id } }];
  await store.outbox.put([again, ...propose]);
  return 'The commits now on the branch are discarded, and the newer patch replaces them. The stack is scanned again now.';
}
