/** Files that CloudTrail writes beside its logs, in folders and with names that say so. */
const digestOrInsight = /(?:^|[/_])CloudTrail-(Digest|Insight)[/_]/;

/** What other services write into the same bucket: `AWSLogs/[o-.../]ACCOUNT/SERVICE/`. */
const otherService = /(?:^|\/)AWSLogs\/(?:o-[a-z0-9]+\/)?\d{12}\/(?!CloudTrail)[^/]+\//;

/** The kind of a file that needs no look inside to be passed over; undefined for the others. */
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

/** True for names that promise JSON; a file in a folder that breaks the promise is a problem. */
export function hasLogName(path: string): boolean {
  return /\.(?:json|jsonl|ndjson)(?:\.gz)?$/i.test(path);
}
