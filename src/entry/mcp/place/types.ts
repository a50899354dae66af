import type { AskedChange } from '../../../app/trial/would-change.ts';
import type { WouldHappen } from '../../../app/trial/would-happen.ts';
import type { Report } from '../../../model/report.ts';
import type { Result } from '../../../model/result.ts';
import type { Store, StoredDocument } from '../../../ports/store/run-store.ts';
import type { GivenAtTerminal, TakenDown } from '../../service/console-answer.ts';

/** What tools look at: the project of a folder, or the stacks of a tenant. */
export interface AgentPlace {
  /** Names of the stacks, sorted; undefined where there is one thing to look at, which has no name. */
  readonly stacks: readonly string[] | undefined;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: () => string;
  /** Of the latest run. */
  report(stack: string): Promise<Result<Report>>;
  /** `what` ends the sentence `There is no store that ...`. */
  withStore<T>(
    stack: string,
    what: string,
    work: (store: Store) => Promise<Result<T>>,
  ): Promise<Result<T>>;
  /** Leaves the receipt of what is declared; `by` is the name of the agent. */
  signDeclared(stack: string, by: string, declared: StoredDocument): Promise<Result<unknown>>;
  answer(stack: string, given: GivenAtTerminal): Promise<Result<TakenDown>>;
  /** Opens the proposal of an intent, or brings it up to date; `by` is the name of the agent. */
  propose(stack: string, by: string, intent: string): Promise<Result<Proposing>>;
  /** Left out where the code is not at hand. */
  readonly wouldHappen?: (stack: string, change: AskedChange) => Promise<Result<WouldHappen>>;
}

/** What came of asking for a proposal. */
export interface Proposing {
  /** What happens now, in a sentence. */
  readonly words: string;
  /** Those that are there already. */
  readonly proposals: readonly { readonly branch: string; readonly location: string }[];
}

/** The name of what is looked at where it has none. */
export const onlyPlace = '';
