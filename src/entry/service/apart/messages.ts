import type { SentRun } from '../../../adapters/store/remote/calls.ts';
import type { PlanTerms } from '../../../app/converge/deps.ts';
import type { KindSource } from '../../../app/resource/kinds.ts';
import type { AskedChange } from '../../../app/trial/would-change.ts';
import type { ConfigFile } from '../../../config/schema.ts';
import type { Stack } from '../../../config/service/stacks.ts';
import type { Problem, Result } from '../../../model/result.ts';
import type { Checkout } from '../../../ports/checkouts.ts';
import type { StackRun, StackWishes } from '../../../ports/stack-run.ts';
import type { Answer } from '../../../ports/store/answer.ts';
import type { StoredDocument } from '../../../ports/store/run-store.ts';

/** A folder with code. The process that created it removes it. */
export type CodeFolder = Omit<Checkout, 'release'>;

/** A run of a stack, as values that can be sent to another process. */
export interface RunTask {
  readonly kind: 'run';
  readonly stack: Stack;
  readonly checkout: CodeFolder;
  readonly answers: readonly Answer[];
  readonly wishes: readonly StackWishes[];
  readonly lastRun?: string;
  readonly confirms: boolean;
  readonly incidents: readonly StoredDocument[];
  /** The part of the service's settings that a run needs. */
  readonly settings: ConfigFile;
  /** Folder of the settings, absolute. */
  readonly home: string;
  readonly installs?: string;
  /** Names of those that the task may ask through the process that gave it. */
  readonly asked: {
    readonly model?: string;
    readonly external?: string;
    readonly resources?: true;
  };
  /** Set where receipts are made of its decisions. */
  readonly hasReceipts?: true;
}

/** Two branches that are compared. */
export interface JudgeTask {
  readonly kind: 'judge';
  /** The program that the settings of the service name. */
  readonly binary?: 'terraform' | 'tofu';
  readonly stack: Stack;
  readonly base: CodeFolder;
  readonly head: CodeFolder;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** A change on trial, on the same input as a run of the stack. */
export interface TrialTask extends Omit<RunTask, 'kind'> {
  readonly kind: 'trial';
  readonly change: AskedChange;
}

/** A repository that is compared with what a tenant declared. */
export interface ConvergeTask {
  readonly kind: 'converge';
  readonly checkout: CodeFolder;
  readonly tenant: string;
  readonly areas?: readonly string[];
  /** Where given, Terraform plans the changes before they are written. */
  readonly plans?: PlanTerms;
  readonly terraform: ConfigFile['terraform'];
  readonly installs?: string;
  readonly kinds: readonly KindSource[];
}

export type ApartTask = RunTask | JudgeTask | TrialTask | ConvergeTask;

/** A run as it is returned: the results of its functions are computed already. */
export interface SentStackRun extends Omit<StackRun, 'record'> {
  readonly record: SentRun;
}

/** Messages to a process. */
export type RunOrder =
  | { readonly kind: 'task'; readonly task: ApartTask }
  | { readonly kind: 'abort' }
  | { readonly kind: 'answer'; readonly number: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly number: number; readonly message: string };

/** Messages from a process. Numbers identify calls. */
export type RunMessage =
  | {
      readonly kind: 'call';
      readonly number: number;
      readonly method: string;
      readonly args: readonly unknown[];
    }
  /** `memory`: bytes that the process uses. */
  | { readonly kind: 'done'; readonly result: Result<unknown, Problem>; readonly memory: number }
  | { readonly kind: 'broken'; readonly message: string };
