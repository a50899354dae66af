import type { OpenCount } from '../../model/open-count.ts';
import type { ClosedDrift, OpenDrift } from '../../model/open-drift.ts';
import type { OpenQuestion } from '../../model/open-question.ts';
import type { Page, PageQuery } from './service-store.ts';
import type { StackKey } from './stack-key.ts';

/** One stack, or all stacks of a tenant. */
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

/** The drifts of stacks: open ones, and those that runs found closed. */
export interface DriftLog {
  /** Newest first, by when they were first seen. */
  open(of: StacksOf, page: PageQuery): Promise<Page<StackDrift>>;
  /** Newest first, by when they were closed. */
  closed(of: StacksOf, page: PageQuery): Promise<Page<StackClosing>>;
  /** Calls whose effect is unknown, newest first by when they were first asked about. */
  questions(of: StacksOf, page: PageQuery): Promise<Page<StackQuestion>>;
  /** For each place in these resources, the last closing of a drift. */
  closings(key: StackKey, addresses: readonly string[]): Promise<readonly ClosedDrift[]>;
  /** Undefined before the first run. */
  standing(key: StackKey): Promise<OpenDriftCounts | undefined>;
}

/** How many drifts of a stack are open after its latest run. */
export interface OpenDriftCounts extends OpenCount {
  /** The number of open drifts by their last decision; `undecided` if there was none. */
  readonly outcomes: ReadonlyMap<string, number>;
}
