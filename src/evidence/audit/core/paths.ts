/** Files that CloudTrail writes next to its logs, recognized by their folders and names. */
const digestOrInsight = /(?:^|[/_])CloudTrail-(Digest|Insight)[/_]/;

/** Files of other services in the same bucket: `AWSLogs/[o-.../]ACCOUNT/SERVICE/`. */
const otherService = /(?:^|\/)AWSLogs\/(?:o-[a-z0-9]+\/)?\d{12}\/(?!CloudTrail)[^/]+\//;

/** The kind of a file that can be skipped without a look inside; undefined for the others. */
export function skippedKind(path: string): 'digest' | 'insight' | 'other' | undefined {
  switch (digestOrInsight.exec(path)?.[1]) {
    case 'Digest':
      return 'digest';
    case 'Insight':
      return 'insight';
    default:
      return otherService.test(path) ? 'other' : undefined;
  }
}

/**
 * True for names that promise JSON. A file in a folder with such a name and other content is a
 * problem.
 */
export function hasLogName(path: string): boolean {
  return /\.(?:json|jsonl|ndjson)(?:\.gz)?$/i.test(path);
}
