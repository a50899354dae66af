import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planProposals } from '../../../src/app/plan/plan.ts';
import type { ReconcileDeps } from '../../../src/app/reconcile/deps.ts';
import { createReconcileHandler } from '../../../src/app/reconcile/handler.ts';
import { loadShipped } from '../../../src/app/run/shipped.ts';
import { ConfigFile } from '../../../src/config/schema.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { createRunStack } from '../../../src/entry/service/run-stack.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { ok } from '../../../src/model/result.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import { noReceipts } from '../../adapters/receipt/no-receipts.ts';
import { code, stateText } from '../../reconcile/memory/memory-world.ts';
import { collected } from '../demo-stack.ts';

export interface MemoryStackOptions {
  readonly tenant: string;
  /** The current store: another one after a restart. */
  readonly store: () => ServiceStore;
  readonly forge?: boolean;
}

/** Loaded once, as in a process that makes one run after the other. */
const shipped = loadShipped();

/**
 * A stack with a queue and a security group, and the handler of its scans on a store. It has no
 * repository, because git processes take longer than a run.
 */
export class MemoryStack {
  code = code;
  state = stateText();
  /** Contents of `parley.yaml` and `.parleyignore`. */
  settings = 'version: 1\npolicy: accept-all\n';
  ignore = '';
  since = '7d';
  readonly #options: MemoryStackOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-memory-'));
  #now = 0;
  #scans = 0;

  constructor(options: MemoryStackOptions) {
    this.#options = options;
  }

  get key() {
    return { tenant: this.#options.tenant, stack: 'shop' };
  }

  /** Stores records as a source delivers them. */
  async collect(records: readonly JsonObject[], at: string): Promise<void> {
    const log = this.#options.store().collected(this.key.tenant);
    const page = { source: 'trail', cloud: 'aws', stream: 'a', at } as const;
    const given = records as readonly (JsonObject & { eventID: string; eventTime: string })[];
    await log.add({ ...page, records: collected(given) });
  }

  /** Scans as the schedule does, and returns the recorded run. */
  async scan(now: string) {
    this.#now = Date.parse(now);
    this.#scans += 1;
    const store = this.#options.store();
    const done = await createReconcileHandler(this.#deps(store))(
      { ...this.key, cause: 'schedule' },
      new AbortController().signal,
      `job-${this.#scans}`,
    );
    if (!done.ok) throw new Error(done.error.message);
    const run = await store.runs.latest(this.key);
    if (run === undefined) throw new Error('There is no run.');
    const planned = await store.runs.planned(this.key, run.id);
    const pending = await store.outbox.pending(1000);
    await store.outbox.done(pending.map(({ seq }) => seq));
    return { ...run, planned, jobs: pending.map(({ queue }) => queue) };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #deps(store: ServiceStore): ReconcileDeps {
    const { tenant, forge = false } = this.#options;
    const now = () => {
      this.#now += 1;
      return new Date(this.#now).toISOString();
    };
    const stack = Stack.parse({
      ...{ name: 'shop', tenant, repository: '/none', since: this.since },
      ...(forge ? { forge: 'hub', project: 'acme/infra' } : {}),
    });
    const settings = ConfigFile.parse({});
    // No programs are on the path: git would say who wrote which line.
    const env = { PATH: this.#folder };
    const places = { settings, written: settings, home: this.#folder, env };
    return {
      store,
      stacks: [stack],
      checkouts: { open: async () => ok(this.#checkout()) },
      run: createRunStack({
        ...places,
        now,
        elapsed: () => 0,
        incidents: store.incidents,
        shipped,
      }),
      receipts: noReceipts,
      plan: (run, of) => planProposals(run, { stack: of }),
      look: async () => ok(undefined),
      now,
      onEvent: () => undefined,
    };
  }

  #checkout() {
    const top = mkdtempSync(join(this.#folder, 'checkout-'));
    const files = {
      'main.tf': this.code,
      'terraform.tfstate': this.state,
      'parley.yaml': this.settings,
      ...(this.ignore === '' ? {} : { '.parleyignore': this.ignore }),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(top, name), text);
    const release = async () => rmSync(top, { recursive: true, force: true });
    return { revision: 'a'.repeat(40), top, root: top, release };
  }
}
