import type { CollectedLog } from '../../src/ports/store/collected.ts';
import type { ServiceStore } from '../../src/ports/store/service-store.ts';

/** A query of the service for audit records, and its SQL statement. */
export interface Question {
  readonly name: string;
  readonly ask: () => Promise<unknown>;
  readonly sql: string;
  readonly values: readonly unknown[];
}

const end = Date.parse('2026-06-30T00:00:00Z');
const day = 86_400_000;
const ago = (days: number): string => new Date(end - days * day).toISOString();

export function questions(store: ServiceStore, log: CollectedLog): readonly Question[] {
  return [
    {
      name: 'sources with records of the last 7 days (each run)',
      ask: () => log.names(ago(7)),
      sql: `with recursive names (source) as (
          (select source from collected_records where tenant = $1 and raw is not null
            order by source limit 1)
          union all
          select (select source from collected_records where tenant = $1 and raw is not null
            and source > names.source order by source limit 1)
          from names where names.source is not null)
        select source from names where source is not null and exists (
          select 1 from collected_records where tenant = $1 and source = names.source
            and raw is not null and event_time >= $2)`,
      values: ['acme', ago(7)],
    },
    {
      name: 'the oldest record that came since the last run (each run)',
      ask: () => log.oldest(ago(0.01)),
      sql: `select source, min(event_time) from collected_records where tenant = $1
        and raw is not null and collected_at >= $2 group by source order by source`,
      values: ['acme', ago(0.01)],
    },
    {
      name: 'the first 200 records of a source of the last 7 days (each run)',
      ask: async () => {
        for await (const texts of log.read('trail-0', ago(7))) return texts.length;
        return 0;
      },
      sql: `select id, event_time, raw from collected_records where tenant = $1 and source = $2
        and raw is not null and event_time >= $3 order by event_time, id limit 200`,
      values: ['acme', 'trail-0', ago(7)],
    },
    {
      name: 'a page of 200 records that are there already (each page collected)',
      ask: () =>
        log.add({
          source: 'trail-0',
          cloud: 'aws',
          stream: 'eu-central-1',
          at: ago(0),
          records: Array.from({ length: 200 }, (_, n) => ({
            id: `none-${n}`,
            eventTime: ago(1),
            ingestedAt: ago(1),
            digest: 'd',
            raw: '{}',
          })),
        }),
      sql: `select id from collected_records where tenant = $1 and source = $2 and id = any($3)`,
      values: ['acme', 'trail-0', ['none-0', 'none-1']],
    },
    {
      name: 'dropping the texts of a day that nobody used (daily)',
      ask: () => store.prune({ runs: ago(400), deliveries: ago(400), unusedRecords: ago(179) }),
      sql: `select source, id, cloud, event_time from collected_records where tenant = $1
        and raw is not null and event_time < $2 order by event_time, source, id limit 2000`,
      values: ['acme', ago(179)],
    },
  ];
}
