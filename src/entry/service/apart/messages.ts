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

/** A folder with code. Who laid it out removes it. */
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
  /** What a run takes of the settings of the service. */
  readonly settings: ConfigFile;
  /** Folder of the settings, absolute. */
  readonly home: string;
  readonly installs?: string;
  /** Names of who may be asked by way of the one who gave the task. */
  readonly asked: {
    readonly model?: string;
    readonly outside?: string;
    readonly resources?: true;
  };
  /** Receipts are made of what it decides. */
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

/** A change that nobody made, on what a run of the stack works on. */
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
  /** Terraform plans what is to be written, with this program. */
  readonly plans?: PlanTerms;
  readonly terraform: ConfigFile['terraform'];
  readonly installs?: string;
  readonly kinds: readonly KindSource[];
}

export type ApartTask = RunTask | JudgeTask | TrialTask | ConvergeTask;

/** A run as it comes back: what its functions would say is said already. */
export interface SentStackRun extends Omit<StackRun, 'record'> {
  readonly record: SentRun;
}

/** Messages to a process. */
export type RunOrder =
  | { readonly kind: 'task'; readonly task: ApartTask }
  | { readonly kind: 'abort' }
  | { readonly kind: 'answer'; readonly number: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly number: number; readonly message: string };

/** What it says. Numbers tell calls apart. */
export type RunMessage =
  | {
      readonly kind: 'call';
      readonly number: number;
      readonly method: string;
      readonly args: readonly unknown[];
    }
  /** `memory`: bytes that the process has. */
  | { readonly kind: 'done'; readonly result: Result<unknown, Problem>; readonly memory: number }
  | { readonly kind: 'broken'; readonly message: string };
