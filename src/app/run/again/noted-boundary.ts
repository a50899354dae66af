import type { Boundary } from '../../../ports/boundary.ts';

/** A boundary that records whether a run depends on it. */
export interface NotedBoundary extends Boundary {
  /**
   * Kinds and registry may have changed by the next run without any sign, so a run that asked
   * cannot be repeated.
   */
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
