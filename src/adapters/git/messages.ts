import type { GitOutput, GitProcess } from './run.ts';

/** Requests to the starter. Numbers identify the processes of git. */
export type GitOrder =
  | { readonly kind: 'run'; readonly number: number; readonly process: GitProcess }
  | { readonly kind: 'abort'; readonly number: number };

/** Messages from the starter. */
export type ProcessMessage =
  | { readonly kind: 'done'; readonly number: number; readonly answer: GitOutput }
  | { readonly kind: 'broken'; readonly number: number; readonly message: string };
