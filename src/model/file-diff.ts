export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  /** 1-based line number in the old text; left out for an added line. */
  readonly before?: number;
  /** 1-based line number in the new text; left out for a removed line. */
  readonly after?: number;
}

/** Changed lines with some lines of context. */
export interface DiffHunk {
  /** The opening line of the enclosing block, if it is above the hunk. */
  readonly heading?: string;
  readonly lines: readonly DiffLine[];
}

export interface FileDiff {
  readonly path: string;
  readonly isNew: boolean;
  readonly hunks: readonly DiffHunk[];
}
