import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isJsonObject, type Json } from '../../model/json.ts';
import type { Place, Problem } from '../../model/result.ts';
import type { ScanSink } from '../scan/types.ts';
import { normalizeRecord } from './normalize.ts';
import { flawProblem, foreignProblem, recordProblem } from './problems.ts';
import { surelyReads } from './skim.ts';
import type { Tally } from './tally.ts';
import type { Triage } from './triage.ts';
import type { AuditItem, AuditLimits } from './types.ts';
import { type Unwrapped, unwrap } from './unwrap.ts';

type ProblemItem = Extract<AuditItem, { kind: 'problem' }>;

interface LogDeps {
  readonly tally: Tally;
  readonly triage: Triage;
  readonly limits: AuditLimits;
}

/**
 * Turns what the scanner finds in one file into items. Problems are held back until a record is
 * good: only then are they problems of single records; else the file as a whole is at fault.
 */
export class LogSink implements ScanSink {
  readonly #file: string;
  readonly #deps: LogDeps;
  readonly #problems: ProblemItem[] = [];
  #items: AuditItem[] = [];
  #problemCount = 0;
  /** A record was whole and from CloudTrail. */
  #good = false;

  constructor(file: string, deps: LogDeps) {
    this.#file = file;
    this.#deps = deps;
  }

  /** Items since the last call; problems only once the file proved good. */
  takeItems(): readonly AuditItem[] {
    const problems = this.#good ? this.#problems.splice(0) : [];
    const items = this.#items;
    this.#items = [];
    return [...problems, ...items];
  }

  /** What remains to be said at the end of the file. */
  close(): { readonly good: boolean; readonly items: readonly AuditItem[] } {
    const more = this.#problemCount - this.#deps.limits.maxProblems;
    if (more > 0) {
      const message = `${more} more records have problems.`;
      const hint = 'Check what wrote the file.';
      const problem = { code: 'records-bad', message, place: { file: this.#file }, hint };
      this.#problems.push({ kind: 'problem', problem, fatal: false });
    }
    // A log without records is good; one that has only problems is not.
    this.#good ||= this.#problems.length === 0;
    const items = [...this.takeItems(), ...this.#problems];
    return { good: this.#good, items };
  }

  object(found: Parameters<ScanSink['object']>[0]): void {
    const { bytes, start, end, index, members, escapedNames } = found;
    if (!escapedNames && surelyReads(bytes, members)) {
      this.#good = true;
      this.#deps.tally.drop('read-only');
      return;
    }
    const raw = bytes.subarray(start, end);
    const place = { file: this.#file, record: index };
    const value = this.#parse(raw, place);
    if (!isJsonObject(value)) return;
    for (const one of unwrap(value, this.#deps.limits.maxDepth)) this.#take(one, raw, place);
  }

  flaw({ kind, index }: Parameters<ScanSink['flaw']>[0]): void {
    if (index !== undefined) this.#deps.tally.drop('invalid');
    const place = { file: this.#file, ...(index === undefined ? {} : { record: index }) };
    this.#report(flawProblem(kind, place, this.#deps.limits), kind === 'cut-off');
  }

  #parse(raw: Buffer, place: Place): Json | undefined {
    if (!isUtf8(raw)) {
      this.#reject(recordProblem(place, 'record-encoding', 'The record is not valid UTF-8.'));
      return undefined;
    }
    try {
      return JSON.parse(raw.toString('utf8')) as Json;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#reject(recordProblem(place, 'record-json', `The record is no JSON: ${error.message}.`));
      return undefined;
    }
  }

  #take(one: Unwrapped, raw: Buffer, place: Place): void {
    switch (one.kind) {
      case 'drop':
        this.#good = true;
        this.#deps.tally.drop(one.reason);
        return;
      case 'broken':
        this.#reject(recordProblem(place, 'record-broken', one.message));
        return;
      case 'foreign':
        this.#deps.tally.drop('not-cloudtrail');
        this.#report(foreignProblem(one.name, place));
        return;
      case 'record':
        this.#normalize(one, raw, place);
    }
  }

  #normalize(one: Extract<Unwrapped, { kind: 'record' }>, raw: Buffer, place: Place): void {
    const digest = createHash('sha256')
      .update(one.raw ?? raw)
      .digest('hex');
    const result = normalizeRecord(one.record, digest, place);
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
        this.#items.push(...this.#deps.triage.take(result.event));
    }
  }

  #reject(problem: Problem): void {
    this.#deps.tally.drop('invalid');
    this.#report(problem);
  }

  #report(problem: Problem, fatal = false): void {
    this.#problemCount++;
    if (this.#problemCount > this.#deps.limits.maxProblems && !fatal) return;
    this.#problems.push({ kind: 'problem', problem, fatal });
  }
}
