import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectRound } from '../../../src/adapters/collect/collect.ts';
import { createGcpRequest } from '../../../src/adapters/collect/gcp/request.ts';
import { createSource } from '../../../src/adapters/collect/sources.ts';
import { SourceSettings } from '../../../src/config/sources.ts';
import { MemoryLog } from './memory-log.ts';
import { type EntriesServer, type LogEntry, startEntries } from './servers/gcp.ts';
import { fakePace } from './timer.ts';

const start = Date.UTC(2026, 2, 14);
const minute = 60_000;
const now = new Date(start + 120 * minute).toISOString();

function entry(number: number, more: object = {}): LogEntry {
  return {
    protoPayload: {
      '@type': 'type.googleapis.com/google.cloud.audit.AuditLog',
      serviceName: 'storage.googleapis.com',
      methodName: 'storage.buckets.update',
      resourceName: 'projects/_/buckets/shop-logs',
      authenticationInfo: { principalEmail: 'maria@example.com' },
    },
    insertId: `i${number}`,
    resource: { type: 'gcs_bucket', labels: { project_id: 'shop-prod' } },
    timestamp: new Date(start + number * minute).toISOString().replace('Z', '123456Z'),
    severity: 'NOTICE',
    logName: 'projects/shop-prod/logs/cloudaudit.googleapis.com%2Factivity',
    receiveTimestamp: new Date(start + number * minute + 2000).toISOString(),
    size: 12345678901234,
    ...more,
  };
}

let server: EntriesServer;
beforeEach(async () => {
  server = await startEntries(Array.from({ length: 10 }, (_, i) => entry(i)));
});
afterEach(() => server.stop());

async function collect(more: object = {}, log = new MemoryLog(), at = now) {
  const timer = fakePace();
  const settings = SourceSettings.parse({
    name: 'gcp',
    kind: 'gcp-audit',
    parents: ['projects/shop-prod'],
    endpoint: server.url,
    since: '1d',
    ...more,
  });
  const source = createSource(settings, { env: {}, timer, now: () => at });
  if (!source.ok) throw new Error(source.error.message);
  const report = await collectRound([source.value], { now: at }, { log, now: () => at });
  return { log, report, timer };
}

describe('entries.list', () => {
  it('is read by time of arrival, page by page', async () => {
    const { log, report } = await collect();

    expect(report.streams).toMatchObject([{ stream: 'projects/shop-prod', pages: 4, added: 10 }]);
    expect(server.calls[0]).toMatchObject({
      resourceNames: ['projects/shop-prod'],
      pageSize: 1000,
      orderBy: 'timestamp asc',
    });
    const [record] = [...log.records.values()];
    expect(record).toMatchObject({
      raw: JSON.stringify(entry(0)),
      id: `${entry(0).logName} ${entry(0).timestamp} i0`,
      ingestedAt: entry(0).receiveTimestamp,
    });
  });

  it('finds an entry that is days old but has just arrived', async () => {
    const log = new MemoryLog();
    await collect({}, log);
    server.entries.push(
      entry(999, {
        timestamp: new Date(start - 3 * 24 * 60 * minute).toISOString(),
        receiveTimestamp: new Date(start + 130 * minute).toISOString(),
      }),
    );
    const { report } = await collect({}, log, new Date(start + 140 * minute).toISOString());

    expect(report.streams).toMatchObject([{ added: 1 }]);
  });

  it('waits when the quota per minute is used up', async () => {
    const error = { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'ReadRequestsPerMinute' };
    server.faults.push({ status: 429, body: JSON.stringify({ error }) });
    const { report, timer } = await collect();

    expect(report.streams).toMatchObject([{ added: 10 }]);
    expect(timer.slept).toContain(1000);
  });

  it('stays below sixty calls a minute across all parents', async () => {
    const parents = Array.from({ length: 90 }, (_, i) => `projects/shop-${String(i)}`);
    const { timer } = await collect({ parents, since: '1h' });

    expect(server.calls).toHaveLength(90);
    expect(timer.elapsed()).toBeGreaterThan((90 - 60) * 1000);
  });

  it('restarts the window when a page token has expired', async () => {
    const log = new MemoryLog();
    const error = { code: 401, status: 'UNAUTHENTICATED', message: 'expired' };
    // The credentials expire after the second page; by the next round its page token has, too.
    server.onCall = (number) => {
      if (number === 2) server.faults.push({ status: 401, body: JSON.stringify({ error }) });
    };
    const { report } = await collect({}, log);
    expect(report.streams).toMatchObject([{ added: 6, failed: { code: 'collect-credentials' } }]);
    server.forget();
    const { report: again } = await collect({}, log);

    expect(again.streams).toMatchObject([{ read: 10, added: 4, notes: [] }]);
    expect(again.streams[0]?.failed).toBeUndefined();
  });

  it('reads folders and organizations, each for its own logs only', async () => {
    const logName = 'organizations/456/logs/cloudaudit.googleapis.com%2Factivity';
    server.entries.push(entry(20, { logName }));
    const { report } = await collect({ parents: ['projects/shop-prod', 'organizations/456'] });

    expect(report.streams).toMatchObject([
      { stream: 'organizations/456', added: 1 },
      { stream: 'projects/shop-prod', added: 10 },
    ]);
  });

  it('signs in as the environment says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-gcp-'));
    const subject = join(folder, 'subject');
    writeFileSync(subject, 'token-of-the-machine');
    const credentials = join(folder, 'credentials.json');
    writeFileSync(
      credentials,
      JSON.stringify({
        type: 'external_account',
        audience:
          '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        token_url: `${server.url}/token`,
        credential_source: { file: subject },
      }),
    );
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', credentials);
    // Otherwise the client asks Google for the id of the pool's project.
    vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'shop-prod');
    try {
      const request = createGcpRequest(server.url, () => now, true);
      const filter = `logName=("x") AND timestamp>="${now}" AND receiveTimestamp>="${now}" AND receiveTimestamp<="${now}"`;
      const answer = await request('/v2/entries:list', { resourceNames: [], filter, pageSize: 1 });

      expect(answer).toEqual({ ok: true, value: '{}' });
      expect(server.calls[0]?.authorization).toBe('Bearer of-the-test');
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
