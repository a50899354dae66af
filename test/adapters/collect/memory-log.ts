import type { Json } from '../../../src/model/json.ts';
import type {
  CollectedLog,
  CollectedPage,
  CollectedRecord,
} from '../../../src/ports/store/collected.ts';

/** An in-memory store of records that, like the real one, adds a page as a whole or not at all. */
export class MemoryLog implements CollectedLog {
  readonly records = new Map<string, CollectedRecord>();
  readonly cursors = new Map<string, Json>();
  /** Called before a page is stored; if it throws, the page is not stored. */
  before: (page: CollectedPage) => void = () => undefined;

  async add(page: CollectedPage): Promise<number> {
    this.before(page);
    let added = 0;
    for (const record of page.records) {
      const key = `${page.source} ${record.id}`;
      if (this.records.has(key)) continue;
      this.records.set(key, record);
      added += 1;
    }
    if (page.cursor !== undefined) this.cursors.set(`${page.source} ${page.stream}`, page.cursor);
    return added;
  }

  async cursor(source: string, stream: string): Promise<Json | undefined> {
    return this.cursors.get(`${source} ${stream}`);
  }

  async sources(): Promise<never[]> {
    return [];
  }

  async names(): Promise<never[]> {
    return [];
  }

  async oldest(): Promise<never[]> {
    return [];
  }

  async *read(): AsyncGenerator<readonly string[]> {
    yield [...this.records.values()].map(({ raw }) => raw);
  }

  async prune(source: string, before: string): Promise<number> {
    const old = [...this.records].filter(
      ([key, { eventTime }]) => key.startsWith(`${source} `) && eventTime < before,
    );
    for (const [key] of old) this.records.delete(key);
    return old.length;
  }

  /** The ids of the records, without the prefix that names their source. */
  ids(): readonly string[] {
    return [...this.records.keys()].map((key) => key.slice(key.indexOf(' ') + 1)).sort();
  }
}
