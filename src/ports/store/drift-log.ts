import type { OpenCount } from '../../model/open-count.ts';
import type { ClosedDrift, OpenDrift } from '../../model/open-drift.ts';
import type { OpenQuestion } from '../../model/open-question.ts';
import type { Page, PageQuery } from './service-store.ts';
import type { StackKey } from './stack-key.ts';

/** One stack, or all of a tenant. */
export interface StacksOf {
  readonly tenant: string;
  readonly stack?: string;
}

export interface StackDrift {
  readonly stack: string;
  readonly drift: OpenDrift;
}

export interface StackClosing {
  readonly stack: string;
  /** The run that found it closed. */
  readonly run: string;
  readonly drift: ClosedDrift;
}

export interface StackQuestion {
  readonly stack: string;
  readonly question: OpenQuestion;
}

/** The drifts of stacks: those that are open, and those that runs found closed. */
export interface DriftLog {
  /** Those that were seen first last come first. */
  open(of: StacksOf, page: PageQuery): Promise<Page<StackDrift>>;
  /** Those that were closed last come first. */
  closed(of: StacksOf, page: PageQuery): Promise<Page<StackClosing>>;
  /** Calls whose effect is unknown; those that were asked first last come first. */
  questions(of: StacksOf, page: PageQuery): Promise<Page<StackQuestion>>;
  /** Of each place on these resources what closed it last. */
  closings(key: StackKey, addresses: readonly string[]): Promise<readonly ClosedDrift[]>;
  /** Undefined before the first run. */
  standing(key: StackKey): Promise<DriftStanding | undefined>;
}

/** How many drifts of a stack are open after its latest run. */
export interface DriftStanding extends OpenCount {
  /** Of `open`, by what was decided last; `undecided` where nothing was. */
  readonly outcomes: ReadonlyMap<string, number>;
}
