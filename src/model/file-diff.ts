export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  /** 1-based, in the text before; none of an added line. */
  readonly before?: number;
  /** 1-based, in the text after; none of a removed line. */
  readonly after?: number;
}

/** Lines that change, with some around them. */
export interface DiffHunk {
  /** The line that opens the block around it, where that is above the hunk. */
  readonly heading?: string;
  readonly lines: readonly DiffLine[];
}

export interface FileDiff {
  readonly path: string;
  readonly isNew: boolean;
  readonly hunks: readonly DiffHunk[];
}
