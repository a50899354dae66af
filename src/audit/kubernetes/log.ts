import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isJsonObject, type Json } from '../../model/json.ts';
import type { Place, Problem } from '../../model/result.ts';
import { flawProblem, recordProblem } from '../cloudtrail/problems.ts';
import { Seen } from '../cloudtrail/seen.ts';
import type { AuditLimits } from '../cloudtrail/types.ts';
import { ObjectScanner } from '../scan/scanner.ts';
import type { ScanSink } from '../scan/types.ts';
import { normalizeKubernetes } from './normalize.ts';
import type { KubernetesCounts, KubernetesDrop, KubernetesItem } from './types.ts';
import { type UnwrappedEvent, unwrapEvents } from './unwrap.ts';

interface ReadOptions {
  /** What the cluster is called where the log does not say it. */
  readonly cluster: string;
  readonly limits: AuditLimits;
}

/** Reads the audit events of one cluster's files; duplicates and counts are over all of them. */
export class KubernetesLog {
  readonly #options: ReadOptions;
  readonly #seen = new Seen();
  readonly #dropped = new Map<KubernetesDrop, number>();
  #read = 0;
  #kept = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  counts(): KubernetesCounts {
    const entries = [...this.#dropped].sort(([a], [b]) => (a < b ? -1 : 1));
    return { read: this.#read, kept: this.#kept, dropped: Object.fromEntries(entries) };
  }

  /** The items of a file, as its bytes arrive. */
  async *items(
    file: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): AsyncGenerator<KubernetesItem> {
    const { maxRecordBytes, maxDepth } = this.#options.limits;
    const found: KubernetesItem[] = [];
    const sink = this.#sink(file, found);
    const scanner = new ObjectScanner({
      // Envelopes that say nothing of the cluster; the others are taken whole.
      containers: ['items', 'events', 'records'],
      watched: [],
      opening: 'kind',
      maxBytes: maxRecordBytes,
      maxDepth,
    });
    for await (const chunk of chunks) {
      scanner.write(chunk, sink);
      yield* found.splice(0);
    }
    scanner.end(sink);
    yield* found.splice(0);
  }

  #sink(file: string, found: KubernetesItem[]): ScanSink {
    return {
      object: ({ bytes, start, end, index }) => {
        found.push(...this.#object(bytes.subarray(start, end), { file, record: index }));
      },
      flaw: ({ kind, index }) => {
        const place = { file, ...(index === undefined ? {} : { record: index }) };
        const problem = flawProblem(kind, place, this.#options.limits);
        if (index !== undefined) this.#drop('invalid');
        found.push({ kind: 'problem', problem });
      },
    };
  }

  #object(raw: Buffer, place: Place): readonly KubernetesItem[] {
    const value = parsed(raw);
    if (!isJsonObject(value)) {
      return this.#reject(recordProblem(place, 'record-json', 'The record is no JSON in UTF-8.'));
    }
    const { maxDepth } = this.#options.limits;
    return unwrapEvents(value, { maxDepth }).flatMap((one) => this.#take(one, raw, place));
  }

  #take(one: UnwrappedEvent, raw: Buffer, place: Place): readonly KubernetesItem[] {
    switch (one.kind) {
      case 'other-log':
        return this.#drop('other-log');
      case 'broken':
        return this.#reject(recordProblem(place, 'record-broken', one.message));
      case 'foreign': {
        const message = `This is ${one.name}, no audit event of Kubernetes.`;
        this.#drop('not-kubernetes');
        return [{ kind: 'problem', problem: recordProblem(place, one.code, message) }];
      }
      case 'record':
        return this.#normalize(one, raw, place);
    }
  }

  #normalize(
    one: Extract<UnwrappedEvent, { kind: 'record' }>,
    raw: Buffer,
    place: Place,
  ): readonly KubernetesItem[] {
    const digest = createHash('sha256')
      .update(one.raw ?? raw)
      .digest('hex');
    const cluster = one.cluster ?? this.#options.cluster;
    const result = normalizeKubernetes(one.record, { cluster, digest }, place);
    if (result.kind === 'drop') return this.#drop(result.reason);
    if (result.kind === 'invalid') return this.#reject(result.problem);
    const sighting = this.#seen.sight(result.event);
    if (sighting.kind !== 'new') {
      const of = sighting.kind === 'duplicate' ? sighting.of : sighting.by;
      return [...this.#drop('duplicate'), { kind: 'duplicate', event: result.event, of }];
    }
    const { event } = sighting;
    this.#count(event.outcome);
    return [{ kind: 'event', event }];
  }

  #count(outcome: 'success' | 'failure' | 'dry-run'): void {
    if (outcome === 'success') {
      this.#read++;
      this.#kept++;
    } else this.#drop(outcome === 'failure' ? 'failed' : 'dry-run');
  }

  #reject(problem: Problem): readonly KubernetesItem[] {
    this.#drop('invalid');
    return [{ kind: 'problem', problem }];
  }

  #drop(reason: KubernetesDrop): readonly KubernetesItem[] {
    this.#read++;
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1);
    return [];
  }
}

function parsed(raw: Buffer): Json | undefined {
  if (!isUtf8(raw)) return undefined;
  try {
    return JSON.parse(raw.toString('utf8')) as Json;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
