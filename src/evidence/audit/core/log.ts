import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import type { Place, Problem } from '../../../model/result.ts';
import type { TableRow } from '../csv/table.ts';
import type { ScanSink } from '../scan/types.ts';
import type { Dialect } from './dialect.ts';
import { type Opened, open } from './envelope.ts';
import { flawProblem, foreignProblem, recordProblem } from './problems.ts';
import { recognize } from './recognize.ts';
import type { Tally } from './tally.ts';
import type { AuditItem, AuditLimits } from './types.ts';

type ProblemItem = Extract<AuditItem, { kind: 'problem' }>;
type Found = Parameters<ScanSink['object']>[0];

export interface LogDeps {
  readonly tally: Tally;
  readonly limits: AuditLimits;
  /** Tried in this order. */
  readonly dialects: readonly Dialect[];
  /** True for an object whose bytes alone show that it only reads. */
  readonly surelyReads: (found: Found) => boolean;
}

/**
 * Turns what the scanner finds in one file into items. Problems are held back until a record is
 * good: only then are they problems of single records; otherwise the file as a whole is at fault.
 */
export class LogSink implements ScanSink {
  readonly #file: string;
  readonly #deps: LogDeps;
  readonly #problems: ProblemItem[] = [];
  #items: AuditItem[] = [];
  #problemCount = 0;
  /** True once a complete record of an audit log was found. */
  #good = false;

  constructor(file: string, deps: LogDeps) {
    this.#file = file;
    this.#deps = deps;
  }

  /** Items since the last call; problems only once the file has proved good. */
  takeItems(): readonly AuditItem[] {
    const problems = this.#good ? this.#problems.splice(0) : [];
    const items = this.#items;
    this.#items = [];
    return [...problems, ...items];
  }

  /** The remaining items at the end of the file, and whether the file is good. */
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

  object(found: Found): void {
    if (this.#deps.surelyReads(found)) {
      this.#good = true;
      this.#deps.tally.drop('read-only');
      return;
    }
    const raw = found.bytes.subarray(found.start, found.end);
    const place = { file: this.#file, record: found.index };
    const value = this.#parse(raw, place);
    if (!isJsonObject(value)) return;
    const { maxDepth } = this.#deps.limits;
    const isRecord = (object: JsonObject): boolean => this.#dialectOf(object) !== undefined;
    for (const one of open(value, { maxDepth, isRecord })) {
      this.#take(one, one.kind === 'record' && one.record === value ? raw : undefined, place);
    }
  }

  /** A row of a table, which has no bytes of its own. */
  row(row: TableRow, index: number): void {
    const place = { file: this.#file, record: index };
    if (row.kind === 'object')
      this.#takeRecord({ kind: 'record', record: row.object }, undefined, place);
    else if (row.kind === 'broken') {
      this.#reject(recordProblem(place, 'record-broken', row.message));
    } else this.flaw({ kind: row.kind, index });
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
    const record = parsedJson(raw.toString('utf8'));
    if (record === undefined)
      this.#reject(recordProblem(place, 'record-json', 'The record is not JSON.'));
    return record;
  }

  #dialectOf(object: JsonObject): Dialect | undefined {
    return this.#deps.dialects.find((dialect) => dialect.knows(object));
  }

  #take(one: Opened, raw: Buffer | undefined, place: Place): void {
    switch (one.kind) {
      case 'drop':
        this.#good = true;
        this.#deps.tally.drop(one.reason);
        return;
      case 'broken':
        this.#reject(recordProblem(place, 'record-broken', one.message));
        return;
      case 'record':
        this.#takeRecord(one, raw, place);
    }
  }

  #takeRecord(
    one: Extract<Opened, { kind: 'record' }>,
    raw: Buffer | undefined,
    place: Place,
  ): void {
    const { record, cluster } = one;
    const dialect = this.#dialectOf(record);
    if (dialect === undefined) {
      this.#deps.tally.drop('not-audit');
      this.#report(foreignProblem(recognize(record), place));
      return;
    }
    const digest = createHash('sha256')
      .update(raw ?? one.raw ?? canonicalJson(record))
      .digest('hex');
    const source = { place, digest, ...(cluster === undefined ? {} : { cluster }) };
    const taken = dialect.take(record, source);
    if (taken.kind === 'invalid') {
      this.#reject(taken.problem);
      return;
    }
    this.#good = true;
    if (taken.kind === 'drop') this.#deps.tally.drop(taken.reason);
    else this.#items.push(...taken.items);
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
