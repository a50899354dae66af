import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import type { Place, Problem } from '../../model/result.ts';
import { flawProblem, recordProblem } from '../cloudtrail/problems.ts';
import type { Tally } from '../cloudtrail/tally.ts';
import type { AuditLimits } from '../cloudtrail/types.ts';
import type { ScanSink } from '../scan/types.ts';
import { normalizeEntry } from './normalize.ts';
import type { GcpTriage } from './triage.ts';
import type { GcpDropReason, GcpItem } from './types.ts';
import { unwrap } from './unwrap.ts';

interface LogDeps {
  readonly tally: Tally<GcpDropReason>;
  readonly triage: GcpTriage;
  readonly limits: AuditLimits;
}

type ProblemItem = Extract<GcpItem, { kind: 'problem' }>;

/**
 * Turns what the scanner finds in one file into items. Problems come at the end of the file: only
 * then is it known if single entries are at fault, or the file as a whole.
 */
export class GcpLogSink implements ScanSink {
  readonly #file: string;
  readonly #deps: LogDeps;
  readonly #problems: ProblemItem[] = [];
  #items: GcpItem[] = [];
  #problemCount = 0;
  #good = false;

  constructor(file: string, deps: LogDeps) {
    this.#file = file;
    this.#deps = deps;
  }

  takeItems(): readonly GcpItem[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  /** `good`: some entry was whole and of Google Cloud, or there was nothing at all. */
  close(): { readonly good: boolean; readonly problems: readonly ProblemItem[] } {
    const more = this.#problemCount - this.#problems.length;
    const good = this.#good || this.#problemCount === 0;
    if (more === 0) return { good, problems: this.#problems };
    const message = `${more} more entries have problems.`;
    const hint = 'Check what wrote the file.';
    const problem = { code: 'records-bad', message, place: { file: this.#file }, hint };
    return { good, problems: [...this.#problems, { kind: 'problem', problem, fatal: false }] };
  }

  object({ bytes, start, end, index }: Parameters<ScanSink['object']>[0]): void {
    const raw = bytes.subarray(start, end);
    const place = { file: this.#file, record: index };
    const value = this.#parse(raw, place);
    if (!isJsonObject(value)) return;
    const found = unwrap(value);
    for (const one of found) {
      if (one.kind === 'broken') {
        this.#reject(recordProblem(place, 'record-not-an-object', 'The entry is no JSON object.'));
      } else if (one.kind === 'foreign') this.#reject(foreignProblem(one.name, place));
      else this.#take(one.entry, digestOf(one.entry === value ? raw : one.entry), place);
    }
  }

  flaw({ kind, index }: Parameters<ScanSink['flaw']>[0]): void {
    if (index !== undefined) this.#deps.tally.drop('invalid');
    const place = { file: this.#file, ...(index === undefined ? {} : { record: index }) };
    this.#report(flawProblem(kind, place, this.#deps.limits), kind === 'cut-off');
  }

  #parse(raw: Buffer, place: Place): Json | undefined {
    if (!isUtf8(raw)) {
      this.#reject(recordProblem(place, 'record-encoding', 'The entry is not valid UTF-8.'));
      return undefined;
    }
    try {
      return JSON.parse(raw.toString('utf8')) as Json;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#reject(recordProblem(place, 'record-json', `The entry is no JSON: ${error.message}.`));
      return undefined;
    }
  }

  #take(entry: JsonObject, digest: string, place: Place): void {
    const result = normalizeEntry(entry, digest, place);
    switch (result.kind) {
      case 'invalid':
        this.#reject(result.problem);
        return;
      case 'drop':
        this.#good = true;
        this.#deps.tally.drop(result.reason);
        return;
      case 'event':
        this.#good = true;
        this.#items.push(...this.#deps.triage.take(result));
    }
  }

  #reject(problem: Problem): void {
    this.#deps.tally.drop('invalid');
    this.#report(problem);
  }

  #report(problem: Problem, fatal = false): void {
    this.#problemCount++;
    if (this.#problems.length >= this.#deps.limits.maxProblems && !fatal) return;
    this.#problems.push({ kind: 'problem', problem, fatal });
  }
}

/** Of the raw bytes where the entry has its own; else of its JSON. */
function digestOf(entry: Buffer | JsonObject): string {
  const text = Buffer.isBuffer(entry) ? entry : JSON.stringify(entry);
  return createHash('sha256').update(text).digest('hex');
}

function foreignProblem(name: string, place: Place): Problem {
  const hint = 'Give entries of Cloud Logging: JSON lines, an array, or pages with `entries`.';
  const message = `This is ${name}, no log entry of Google Cloud.`;
  return { code: 'not-gcp-audit', message, place, hint };
}
