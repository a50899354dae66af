import type { Place, Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { Content } from '../files/content.ts';
import type { FlawKind } from '../scan/types.ts';
import type { AuditLimits } from './types.ts';

const wanted =
  'Give audit logs of AWS, Azure, Google Cloud or Kubernetes: JSON, JSON lines, or gzip of these.';

/** A problem of one record; the rest of the file is read. The message may quote the record. */
export function recordProblem(place: Place, code: string, message: string): Problem {
  return { code, message: displayText(message, 300), place };
}

/** The problem of a file that cannot contain records. */
export function contentProblem(file: string, content: Content): Problem {
  const place = { file };
  switch (content.kind) {
    case 'empty':
      return { code: 'empty-file', message: 'The file is empty.', place, hint: wanted };
    case 'csv':
    case 'text':
      return { code: 'not-json', message: 'The file is text, but not JSON.', place, hint: wanted };
    case 'gzip':
      return {
        code: 'not-json',
        message: 'The file is packed with gzip twice.',
        place,
        hint: 'Unpack it once.',
      };
    case 'other':
    case 'json':
      return {
        code: 'binary-file',
        message: `The file is ${content.kind === 'json' ? 'JSON' : content.name}, not a log.`,
        place,
        hint: wanted,
      };
  }
}

/** The problem for an error of the unpacker; undefined for other errors. */
export function unpackProblem(file: string, code: string): Problem | undefined {
  if (!code.startsWith('Z_')) return undefined;
  const truncated = code === 'Z_BUF_ERROR';
  return {
    code: truncated ? 'truncated-gzip' : 'corrupt-gzip',
    message: truncated ? 'The gzip file is cut off.' : 'The gzip file is damaged.',
    place: { file },
    hint: 'Fetch the file again.',
  };
}

export function foreignProblem(name: string, place: Place): Problem {
  const message = `This is ${name}, not an audit record.`;
  return { code: 'not-audit', message, place, hint: wanted };
}

/** The problem for a flaw that the scanner found in a piece of the input. */
export function flawProblem(kind: FlawKind, place: Place, limits: AuditLimits): Problem {
  switch (kind) {
    case 'broken': {
      const message = 'The JSON is broken here: brackets, quotes or commas do not fit.';
      return recordProblem(place, 'record-broken', message);
    }
    case 'cut-off': {
      const message = 'The file ends in the middle of its JSON.';
      return { code: 'truncated-json', message, place, hint: 'Fetch the file again.' };
    }
    case 'too-large': {
      const limit = `${Math.round(limits.maxRecordBytes / 1024)} KB`;
      return recordProblem(place, 'record-too-large', `The record is larger than ${limit}.`);
    }
    case 'too-deep': {
      const message = `The record is nested deeper than ${limits.maxDepth} levels.`;
      return recordProblem(place, 'record-too-deep', message);
    }
    case 'not-an-object':
      return recordProblem(place, 'record-not-an-object', 'The record is not a JSON object.');
    case 'not-json':
      return recordProblem(place, 'record-json', 'This is not JSON.');
  }
}
