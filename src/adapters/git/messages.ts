import type { GitAnswer, GitProcess } from './run.ts';

/** Requests to the starter. Numbers tell processes apart. */
export type GitOrder =
  | { readonly kind: 'run'; readonly number: number; readonly process: GitProcess }
  | { readonly kind: 'abort'; readonly number: number };

/** What it says. */
export type ProcessMessage =
  | { readonly kind: 'done'; readonly number: number; readonly answer: GitAnswer }
  | { readonly kind: 'broken'; readonly number: number; readonly message: string };
