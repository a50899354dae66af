import { commandLines } from '../../forge/command/lines.ts';
import { parseCommands } from '../../forge/command/parse.ts';
import { type Command, neededFor } from '../../forge/command/types.ts';
import { contentId } from '../../model/id.ts';
import { ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import { type Permission, permissions } from '../../pipeline/proposals.ts';
import type { AnswerAsk } from '../answer/answer.ts';
import type { CommentEvent, Concerned, FeedbackDeps } from './deps.ts';
import { recheck } from './recheck.ts';
import { type Reply, refusalText, replyText } from './texts.ts';
import { whyText } from './why.ts';

/** Does what a comment asks for, and says so in one reply. */
export async function heedComment(
  deps: FeedbackDeps,
  concerned: Concerned,
  event: CommentEvent,
): Promise<Result<void>> {
  if (isOwn(event.text) || isBot(event.user)) return ok(undefined);
  const lines = commandLines(event.text);
  const commands = parseCommands(event.text);
  if (commands.length === 0) return ok(undefined);
  const { forge, delivery } = concerned;
  const granted = await forge.proposals.permissionOf(event.user);
  // Strangers get no answer, not even a refusal.
  if (!granted.ok || granted.value === 'none') return granted.ok ? ok(undefined) : granted;
  const asked = { event, lines, commands, granted: granted.value };
  const text = await onceSaid(deps, concerned, () => heedAll(deps, concerned, asked));
  if (!text.ok) return text;
  const reply = { key: contentId('reply', [forge.name, delivery.id]), text: text.value };
  const said = await forge.proposals.comment(event.number, reply);
  return said.ok ? ok(undefined) : said;
}

const week = 7 * 86_400_000;

/** The same words where it is tried again: what they tell of may have changed in the meantime. */
async function onceSaid(
  { store }: FeedbackDeps,
  { key, forge, delivery }: Concerned,
  say: () => Promise<Result<string>>,
): Promise<Result<string>> {
  const mark = `replied:${key.stack}:${forge.name}:${delivery.id}`;
  const before = (await store.marks.get(key.tenant, mark))?.value['text'];
  if (typeof before === 'string') return ok(before);
  const said = await say();
  if (!said.ok) return said;
  const until = new Date(Date.parse(delivery.receivedAt) + week).toISOString();
  await store.marks.put(key.tenant, mark, { value: { text: said.value }, until });
  return said;
}

interface Asked {
  readonly event: CommentEvent;
  /** What was typed behind `/parley`, for each command. */
  readonly lines: readonly string[];
  readonly commands: readonly Result<Command>[];
  readonly granted: Permission;
}

async function heedAll(
  deps: FeedbackDeps,
  concerned: Concerned,
  { event, lines, commands, granted }: Asked,
): Promise<Result<string>> {
  const replies: Reply[] = [];
  for (const [index, command] of commands.entries()) {
    const typed = `/parley ${lines[index] ?? ''}`.trim();
    const text = await replyTo(deps, concerned, { event, granted }, command);
    replies.push({ command: typed, text });
  }
  const isLost = commands.some((one) => !one.ok && one.error.code === 'command-unknown');
  return ok(replyText(event.user, replies, isLost));
}

async function replyTo(
  deps: FeedbackDeps,
  concerned: Concerned,
  { event, granted }: Pick<Asked, 'event' | 'granted'>,
  command: Result<Command>,
): Promise<string> {
  if (!command.ok) return refusalText(command.error);
  if (!isAllowed(granted, command.value)) return refusalText(notAllowed(command.value));
  const reply = await heed(deps, concerned, event, command.value);
  return reply.ok ? reply.value : refusalText(reply.error);
}

async function heed(
  deps: FeedbackDeps,
  concerned: Concerned,
  { user }: CommentEvent,
  command: Command,
): Promise<Result<string>> {
  const { key, known, forge, delivery } = concerned;
  const at = delivery.receivedAt;
  const ask = { intent: known.intent, by: `${forge.kind}:${displayText(user, 200)}`, at } as const;
  const answer = async (more: Pick<AnswerAsk, 'action'> & Partial<AnswerAsk>) => {
    const answered = await deps.answer(key, { ...ask, ...more });
    return answered.ok ? ok(answered.value.words) : answered;
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
        until: new Date(Date.parse(at) + command.duration).toISOString(),
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

/** What Parley writes ends in a marker. Who adds one is not listened to, which harms nobody. */
function isOwn(text: string): boolean {
  return /<!-- parley: comment=[\w.:-]+ -->\s*$/.test(text);
}

/** Accounts of apps on GitHub, and of access tokens on GitLab. */
function isBot(user: string): boolean {
  return /\[bot\]$|^(?:project|group)_\d+_bot(?:_|$)/i.test(user);
}

function isAllowed(granted: Permission, { kind }: Command): boolean {
  return permissions.indexOf(granted) >= permissions.indexOf(neededFor[kind]);
}

function notAllowed({ kind }: Command): Problem {
  const needed = neededFor[kind];
  return {
    code: 'command-not-allowed',
    message: `The command ${kind} needs ${needed} access to the repository.`,
    hint: `Ask somebody who has ${needed} access.`,
  };
}
