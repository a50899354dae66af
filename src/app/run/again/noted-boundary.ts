import type { Boundary } from '../../../ports/boundary.ts';

/** What lies behind code, and whether a run rests on it. */
export interface NotedBoundary extends Boundary {
  /** Kinds and registry may say something else by the next run, which nobody could tell. */
  wasAsked(): boolean;
}

export function notedBoundary(boundary: Boundary): NotedBoundary {
  let asked = false;
  return {
    readBack(file) {
      asked = true;
      return boundary.readBack(file);
    },
    wasAsked: () => asked,
  };
}
