import type { CollectedTables } from './tables/collected.ts';
import type { DocumentColumns, OfStack } from './tables/column.ts';
import type { OpenTables } from './tables/open.ts';
import type { ReceiptTables } from './tables/receipt.ts';
import type { RunTables } from './tables/run.ts';
import type { ServiceTables } from './tables/service.ts';
import type { ShownTables } from './tables/shown.ts';

/** The tables; every row belongs to a tenant, and most to a stack of it. */
export interface Tables
  extends CollectedTables,
    OpenTables,
    ReceiptTables,
    RunTables,
    ServiceTables,
    ShownTables {
  readonly declared_intents: DocumentColumns & OfStack;
  readonly feedback: DocumentColumns & OfStack;
  readonly knowledge: DocumentColumns;
  readonly incidents: DocumentColumns;
}
