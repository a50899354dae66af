import { createHash } from 'node:crypto';
import { policyDocument } from '../../../src/app/receipt/policy-document.ts';
import { runRecord } from '../../../src/app/run/run-record.ts';
import { shownRun } from '../../../src/app/shown/shown-run.ts';
import type { TokenSettings } from '../../../src/config/service/server.ts';
import type { Report } from '../../../src/model/report.ts';
import { nothingRemembered } from '../../../src/ports/store/memory.ts';
import type { KnownProposal, ServiceRun } from '../../../src/ports/store/service-store.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { sensitiveVariables } from '../../../src/reconcile/shown/hide.ts';
import type { DecisionRecord } from '../../../src/stages/arbitration/replay/record.ts';
import { plansOf, runDemo, storefront } from '../../app/plan/demo-plans.ts';
import { demoRecords } from '../../reconcile/demo.ts';
import { secrets, settingsOf, type TestApi } from '../api/api.ts';
import type { FlatApi } from '../api/flat-api.ts';

/** Token of a person who reads and answers. */
export const opsToken = 'ops-token-0123456789';
/** Token of an administrator of the service, who may not answer. */
export const adminToken = 'keeper-token-0123456789';
/** Token of a person who changed something in the demo. */
export const mariaToken = 'maria-token-0123456789';

/** An hour after the demo was scanned. */
export const webNow = '2026-03-15T10:00:00.000Z';

/** An actor's name: callers choose their own. */
export const hostileName =
  '<img src=x onerror=alert(1)>\u202e"><script>alert(2)</script></svg>\u001b[31m[x](javascript:alert(3))';

let worlds = 0;

/** Settings with tokens of people; each call makes new tenants. */
export function webDeps(): Partial<FlatApi> {
  worlds += 1;
  const settings = settingsOf(`web-${worlds}`, `web-other-${worlds}`);
  const { tenant = '' } = settings.stacks[0] ?? {};
  const more: readonly TokenSettings[] = [
    { name: 'ops', tenant, scopes: ['read', 'write'], token: '${TOKEN_OPS}' },
    { name: 'maria', tenant, scopes: ['read', 'write'], token: '${TOKEN_MARIA}' },
    { name: 'keeper', tenant, scopes: ['read', 'admin'], token: '${TOKEN_KEEPER}' },
  ];
  const own = new Map([
    ['${TOKEN_OPS}', opsToken],
    ['${TOKEN_KEEPER}', adminToken],
    ['${TOKEN_MARIA}', mariaToken],
  ]);
  return {
    settings: {
      ...settings,
      server: { ...settings.server, tokens: [...settings.server.tokens, ...more] },
    },
    resolve: (reference) => own.get(reference) ?? secrets[reference.slice(2, -1)],
    now: () => webNow,
  };
}

export const webStack = 'shop/prod';

/** Stores scans of the demo over some days, its records, and a pull request. */
export async function fillWeb({ store, shop }: Pick<TestApi, 'store' | 'shop'>): Promise<void> {
  const result = await runDemo({ alternatives: 3, memory: nothingRemembered });
  const key = { tenant: shop, stack: webStack };
  const days = [3, 5, 4, 7, 6, 9].map((drifts, at) => ({
    drifts,
    time: `2026-03-0${at + 4}T08:00:00.000Z`,
  }));
  for (const { drifts, time } of days)
    await store.runs.keep(key, earlierRun(result, drifts, time), () => []);
  const run = await store.runs.keep(
    key,
    serviceRunOf(result, withHostileName(result.report)),
    () => [],
  );
  await store.runs.keep(
    { tenant: shop, stack: 'tools' },
    earlierRun(result, 2, '2026-03-14T07:00:00.000Z'),
    () => [],
  );
  await store.collected(shop).add({
    ...{ source: 'trail', cloud: 'aws', stream: 'demo', at: webNow },
    records: demoRecords().map((record) => {
      const raw = JSON.stringify(record);
      const eventTime = String(record['eventTime']);
      const digest = createHash('sha256').update(raw).digest('hex');
      return { id: String(record['eventID']), eventTime, ingestedAt: eventTime, digest, raw };
    }),
  });
  await store.incidents.put(shop, { id: 'INC-7', time: webNow, body: {} });
  const [plan] = plansOf(result);
  if (plan !== undefined) await store.proposals.put(proposalOf(key, run.id, plan));
}

/** Stores another scan of the stack `tools`, which found the first `drifts` drifts. */
export async function scanAgain(
  { store, shop }: Pick<TestApi, 'store' | 'shop'>,
  drifts: number,
  startedAt: string,
): Promise<void> {
  const run = earlierRun(
    await runDemo({ alternatives: 3, memory: nothingRemembered }),
    drifts,
    startedAt,
  );
  await store.runs.keep({ tenant: shop, stack: 'tools' }, run, () => []);
}

function serviceRunOf(result: RunResult, report: Report): ServiceRun {
  const schema = loadSchema();
  const { configuration } = result.original.evaluation;
  const names = { variables: sensitiveVariables(configuration), schema };
  const { memory, ...rest } = runRecord('scan', { report, written: [], schema, result });
  const ids = new Set(report.drifts.map(({ id }) => id));
  const open = memory?.open.filter(({ id }) => ids.has(id)) ?? [];
  return {
    record: {
      ...rest,
      report,
      ...(memory && { memory: { ...memory, open } }),
      ...(rest.record && { record: withWindows(rest.record) }),
    },
    revision: 'a'.repeat(40),
    findings: report.startedAt,
    planned: plansOf(result, storefront),
    shown: shownRun(result.patched, names, {
      policy: policyDocument({ builtIn: 'default' }),
      deployments: [
        ...result.deployments,
        {
          ...{ name: 'role/terraform-deploy', from: '2026-03-14T00:40:00.000Z' },
          to: '2026-03-14T01:20:00.000Z',
        },
      ],
    }),
  };
}

/** Adds an incident during the demo's night, and a freeze that ended before it. */
function withWindows(record: DecisionRecord): DecisionRecord {
  const incidents = [
    { id: 'INC-7', from: '2026-03-14T02:00:00.000Z', to: '2026-03-14T03:10:00.000Z' },
  ];
  const freezes = [
    { id: 'spring-sale', from: '2026-03-12T18:00:00.000Z', to: '2026-03-13T20:00:00.000Z' },
  ];
  return { ...record, context: { ...record.context, incidents, freezes } };
}

/** A scan that found the first `count` drifts. */
function earlierRun(result: RunResult, count: number, startedAt: string): ServiceRun {
  const { report } = result;
  const drifts = report.drifts.slice(0, count);
  const ids = new Set(drifts.map(({ id }) => id));
  const decisions = report.decisions.filter(({ drift }) => ids.has(drift));
  const intents = report.intents
    .filter(({ id }) => decisions.some(({ intent }) => intent === id))
    .map((intent) => ({ ...intent, drifts: intent.drifts.filter((id) => ids.has(id)) }));
  const openDrifts = (report.openDrifts ?? []).filter(({ id }) => ids.has(id));
  return serviceRunOf(result, { ...report, startedAt, drifts, decisions, intents, openDrifts });
}

function withHostileName(report: Report): Report {
  const intents = report.intents.map((intent, at) =>
    at === 0 ? { ...intent, actor: { ...intent.actor, name: hostileName.repeat(1000) } } : intent,
  );
  return { ...report, intents };
}

function proposalOf(
  key: { readonly tenant: string; readonly stack: string },
  run: string,
  { kind, intent, digest, branch, title, addresses }: ReturnType<typeof plansOf>[number],
): KnownProposal {
  const of = {
    ...key,
    forge: 'github',
    number: 12,
    kind,
    intent,
    digest,
    branch,
    title,
    addresses,
  };
  return {
    ...{ ...of, commit: 'b'.repeat(40), state: 'open', run },
    location: 'https://github.example/shop/infra/pull/12',
    openedAt: webNow,
    updatedAt: webNow,
  };
}
