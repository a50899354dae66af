import type { AskedChange } from '../../../app/trial/would-change.ts';
import type { WouldHappen } from '../../../app/trial/would-happen.ts';
import type { Report } from '../../../model/report.ts';
import type { Result } from '../../../model/result.ts';
import type { Store, StoredDocument } from '../../../ports/store/run-store.ts';
import type { RecordedAnswer, TerminalAnswer } from '../../service/console-answer.ts';

/** What the tools work on: the project in a folder, or the stacks of a tenant. */
export interface AgentPlace {
  /** Names of the stacks, sorted; undefined for a single project, which has no name. */
  readonly stacks: readonly string[] | undefined;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
  /** The report of the latest run. */
  report(stack: string): Promise<Result<Report>>;
  /** `what` completes the sentence `There is no store that ...`. */
  withStore<T>(
    stack: string,
    what: string,
    work: (store: Store) => Promise<Result<T>>,
  ): Promise<Result<T>>;
  /** Makes the receipt of a declaration; `by` is the name of the agent. */
  signDeclared(stack: string, by: string, declared: StoredDocument): Promise<Result<unknown>>;
  answer(stack: string, given: TerminalAnswer): Promise<Result<RecordedAnswer>>;
  /** Opens the proposal of an intent, or updates it; `by` is the name of the agent. */
  propose(stack: string, by: string, intent: string): Promise<Result<Proposing>>;
  /** Left out where the code is not available. */
  readonly wouldHappen?: (stack: string, change: AskedChange) => Promise<Result<WouldHappen>>;
}

/** The result of asking for a proposal. */
export interface Proposing {
  /** What happens next, as a sentence. */
  readonly message: string;
  /** Proposals that exist already. */
  readonly proposals: readonly { readonly branch: string; readonly location: string }[];
}

/** The name of a place that has none. */
export const onlyPlace = '';
