import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { allDeclarations, storedDeclarations } from '../../../src/app/run/declarations.ts';
import { declaredApproval } from '../../../src/config/approvers.ts';
import { bearer, now, post, secrets, type TestApi, testApis } from './api.ts';
import { signCall } from './signing.ts';

const open = testApis();
let api: TestApi;
beforeEach(() => {
  api = open();
});

const secret = secrets['TICKET_SECRET'] ?? '';
const seconds = Math.floor(Date.parse(now) / 1000);

const approved = {
  ticket: 'CHG-311',
  stack: 'shop/prod',
  state: 'approved',
  approved_by: 'sam@example.com',
  for: 'maria@example.com',
  at: 'aws_db_instance.main',
  field: 'backup_retention_period',
  want: { equals: 3 },
  from: '2026-03-14T02:00:00Z',
  until: '2026-03-14T04:00:00+01:00',
  because: 'The audit is over',
};

const cancelled = { ticket: 'CHG-311', state: 'cancelled' };

function signed(said: unknown, { at = seconds, with: key = secret } = {}): RequestInit {
  const body = typeof said === 'string' ? said : JSON.stringify(said);
  const timestamp = String(at);
  return post(body, {
    'x-parley-timestamp': timestamp,
    'x-parley-signature': signCall(key, timestamp, body),
  });
}

async function notify(init: RequestInit, source = 'changes'): Promise<string> {
  const response = await api.call(`/api/v1/tickets/${source}`, init);
  const { status } = await response.json();
  return response.status < 300 ? `${response.status} ${status}` : String(response.status);
}

const approvers = [{ who: 'sam@example.com', role: 'owner', up_to: 5 as const }];

/** The approvals that a run of the stack would apply. */
async function approvals(stack = 'shop/prod') {
  const stored = await storedDeclarations(api.store.project({ tenant: api.shop, stack }));
  return allDeclarations([], stored).flatMap(
    ({ id, declaration }) => declaredApproval(id, declaration, approvers) ?? [],
  );
}

const expected = {
  approver: { name: 'sam@example.com', role: 'owner', carries: 5, evidence: 'trusted' },
  actor: 'maria@example.com',
  address: 'aws_db_instance.main',
  path: ['backup_retention_period'],
  want: { kind: 'eq', value: 3 },
  from: '2026-03-14T02:00:00.000Z',
  until: '2026-03-14T03:00:00.000Z',
  ticket: 'CHG-311',
};

describe('a call from a ticket system', () => {
  it('becomes one trusted approval, which says where it comes from', async () => {
    const calls = [await notify(signed(approved)), await notify(signed(approved))];
    const listed = await api.call('/api/v1/stacks/shop%2Fprod/declared-intents', {
      headers: bearer('read'),
    });

    expect(calls).toEqual(['202 kept', '200 unchanged']);
    expect(await approvals()).toMatchObject([expected]);
    expect(await listed.json()).toMatchObject({ items: [{ via: 'changes' }] });
  });

  it('covers any actor or the whole resource if it names no actor or field', async () => {
    const { for: _, field: __, ...rest } = approved;
    await notify(signed({ ...rest, want: { absent: true } }));

    const [approval] = await approvals();
    expect(approval).toMatchObject({ path: [], want: { kind: 'absent' } });
    expect(approval).not.toHaveProperty('actor');
  });

  it("replaces the ticket's earlier approval, also in another stack", async () => {
    await notify(signed(approved, { at: seconds - 20 }));
    await notify(signed({ ...approved, want: { min: 5 } }, { at: seconds - 10 }));
    expect(await approvals()).toMatchObject([{ want: { kind: 'range', min: 5 } }]);

    await notify(signed({ ...approved, stack: 'tools' }));
    expect([await approvals(), await approvals('tools')]).toMatchObject([[], [expected]]);
  });

  it('withdraws the approval, which an older call does not bring back', async () => {
    await notify(signed(approved, { at: seconds - 20 }));
    const calls = [
      await notify(signed(cancelled, { at: seconds - 10 })),
      await notify(signed(cancelled, { at: seconds - 10 })),
      await notify(signed(approved, { at: seconds - 20 })),
      await notify(signed(approved, { at: seconds - 10 })),
      await notify(signed({ ...cancelled, ticket: 'CHG-1' })),
    ];

    expect(calls).toEqual(['202 kept', ...Array(4).fill('200 unchanged')]);
    expect(await approvals()).toEqual([]);
    expect(await notify(signed(approved))).toBe('202 kept');
    expect(await approvals()).toHaveLength(1);
  });

  it.each<[string, RequestInit, string]>([
    ['another secret', signed(approved, { with: 'another-secret-0123456789' }), '401'],
    ['an old time', signed(approved, { at: seconds - 301 }), '401'],
    ['a time to come', signed(approved, { at: seconds + 301 }), '401'],
    ['no signature', post(JSON.stringify(approved)), '401'],
    ['a token', post(JSON.stringify(approved), bearer('write')), '401'],
    ['another body', { ...signed(approved), body: JSON.stringify(cancelled) }, '401'],
    ['no JSON', signed('hello'), '400'],
    ['no approver', signed({ ...approved, approved_by: undefined }), '400'],
    ['no end', signed({ ...approved, until: undefined }), '400'],
    ['an end before the beginning', signed({ ...approved, until: approved.from }), '400'],
    ['no address', signed({ ...approved, at: '' }), '400'],
    ['a field that is none', signed({ ...approved, field: 'a b' }), '400'],
    ['a value without a field', signed({ ...approved, field: undefined }), '400'],
    ['two wants', signed({ ...approved, want: { equals: 3, absent: true } }), '400'],
    ['another state', signed({ ...approved, state: 'open' }), '400'],
    ['a key too many', signed({ ...approved, via: 'me' }), '400'],
    ['no stack where there are two', signed({ ...approved, stack: undefined }), '400'],
    ['a stack of another tenant', signed({ ...approved, stack: 'theirs' }), '400'],
    ['too much', signed({ ...approved, because: 'x'.repeat(300_000) }), '413'],
  ])('is refused with %s', async (_, init, status) => {
    expect(await notify(init)).toBe(status);
    expect([...(await approvals()), ...(await approvals('tools'))]).toEqual([]);
  });

  it('is not accepted for an unknown source, or if no secret is set', async () => {
    expect(await notify(signed(approved), 'nobody')).toBe('404');
    api = open({ resolve: () => undefined });
    expect(await notify(signed(approved, { with: '' }))).toBe('404');
  });

  it('cannot be forged with a token', async () => {
    const path = '/api/v1/stacks/shop%2Fprod/declared-intents';
    const { stack: _, state: __, for: by, ...entry } = approved;
    const forged = {
      via: 'changes',
      ticket: 'CHG-311',
      reported: now,
      declaration: { ...entry, by },
    };
    const refused = await api.call(path, post(JSON.stringify(forged), bearer('approver')));
    const claimed = await api.call(
      path,
      post(JSON.stringify({ ...entry, by }), bearer('approver')),
    );

    expect([refused.status, claimed.status]).toEqual([400, 201]);
    expect(await approvals()).toMatchObject([{ approver: { carries: 3, evidence: 'claimed' } }]);
  });
});

/**
 * A record as the Table API writes it, with references by display name.
 * https://www.servicenow.com/docs/bundle/zurich-api-reference/page/integrate/inbound-rest/concept/c_TableAPI.html
 */
const record = {
  sys_id: '46e18c0fa9fe19810066a0083f76bd56',
  number: 'CHG-311',
  short_description: 'The audit is over',
  type: 'normal',
  state: '-1',
  approval: 'approved',
  start_date: '2026-03-14 02:00:00',
  end_date: '2026-03-14 03:00:00',
  assigned_to: {
    link: 'https://example.service-now.com/api/now/table/sys_user/5137153cc611227c000bbd1bd8cd2005',
    value: '5137153cc611227c000bbd1bd8cd2005',
    display_value: 'maria@example.com',
  },
  u_parley_address: 'aws_db_instance.main',
  u_parley_field: 'backup_retention_period',
  u_parley_want: '{"equals": 3}',
  u_parley_approved_by: 'sam@example.com',
};

/** A field with its stored value, and as displayed to a person in Berlin. */
const both = (value: string, display_value = value) => ({ value, display_value });

/**
 * A change as the Change Management API returns it: every field has both values.
 * https://www.servicenow.com/docs/bundle/zurich-api-reference/page/integrate/inbound-rest/concept/change-management-api.html
 */
const change = {
  sys_id: both('46e18c0fa9fe19810066a0083f76bd56'),
  number: both('CHG-311'),
  short_description: both('The audit is over'),
  type: both('normal', 'Normal'),
  state: both('-1', 'Implementierung'),
  approval: both('approved', 'Genehmigt'),
  start_date: both('2026-03-14 02:00:00', '14.03.2026 03:00:00'),
  end_date: both('2026-03-14 03:00:00', '14.03.2026 04:00:00'),
  assigned_to: both('5137153cc611227c000bbd1bd8cd2005', 'maria@example.com'),
  u_parley_address: both('aws_db_instance.main'),
  u_parley_field: both('backup_retention_period'),
  u_parley_want: both('{"equals": 3}'),
  u_parley_approved_by: both('62826bf03710200044e0bfc8bcbe5df1', 'sam@example.com'),
};

describe('a ServiceNow change request', () => {
  it.each([record, { result: record }, change, { result: change }])(
    'becomes an approval',
    async (body) => {
      expect(await notify(signed(body), 'snow')).toBe('202 kept');
      expect(await approvals()).toMatchObject([expected]);
    },
  );

  it.each([
    { approval: 'requested' },
    { approval: 'rejected' },
    { approval: 'approved', state: '4' },
    { approval: both('requested', 'Angefordert') },
    { state: both('4', 'Storniert') },
  ])('is withdrawn with %j', async (more) => {
    await notify(signed(record, { at: seconds - 9 }), 'snow');
    expect(await notify(signed({ ...record, ...more }), 'snow')).toBe('202 kept');
    expect(await approvals()).toEqual([]);
  });

  it.each([
    { u_parley_want: 'three' },
    { u_parley_approved_by: '' },
    { end_date: '' },
    { start_date: '14.03.2026 02:00' },
    { u_parley_stack: 'tools' },
  ])('is refused with %j', async (more) => {
    expect(await notify(signed({ ...record, ...more }), 'snow')).toBe('400');
  });
});

/**
 * The approvals field, as the REST API of Jira Service Management returns it.
 * https://developer.atlassian.com/server/jira-servicedesk/rest/v1005/api-group-approval
 */
const approval = {
  id: '1',
  name: 'Waiting for approval',
  finalDecision: 'approved',
  canAnswerApproval: false,
  approvers: [
    {
      approver: { accountId: '1', emailAddress: 'kim@example.com', displayName: 'Kim' },
      approverDecision: 'pending',
    },
    {
      approver: { accountId: '2', emailAddress: 'sam@example.com', displayName: 'Sam' },
      approverDecision: 'approved',
    },
  ],
};

/** https://developer.atlassian.com/cloud/jira/platform/webhooks/ */
const issue = {
  timestamp: seconds * 1000,
  webhookEvent: 'jira:issue_updated',
  issue_event_type_name: 'issue_generic',
  user: { accountId: '2', displayName: 'Sam', active: true, accountType: 'atlassian' },
  changelog: {
    id: '10124',
    items: [
      {
        field: 'status',
        fieldtype: 'jira',
        from: '3',
        fromString: 'Review',
        toString: 'Implementing',
      },
    ],
  },
  issue: {
    id: '10042',
    key: 'CHG-311',
    fields: {
      summary: 'The audit is over',
      status: { name: 'Implementing', statusCategory: { key: 'indeterminate' } },
      assignee: { accountId: '3', emailAddress: 'maria@example.com', displayName: 'Maria' },
      customfield_10036: [{ ...approval, id: '0', finalDecision: 'declined' }, approval],
      customfield_10101: 'aws_db_instance.main',
      customfield_10102: 'backup_retention_period',
      customfield_10103: '{"equals": 3}',
      customfield_10104: '2026-03-14T02:00:00.000+0000',
      customfield_10105: '2026-03-14T04:00:00.000+0100',
    },
  },
};

/** A webhook call, signed as Jira does. */
function hub(said: unknown, key = secret): RequestInit {
  const body = JSON.stringify(said);
  const digest = createHmac('sha256', key).update(body).digest('hex');
  return post(body, { 'x-hub-signature': `sha256=${digest}` });
}

function issueWith(more: Partial<typeof issue>, fields: object = {}) {
  return {
    ...issue,
    ...more,
    issue: { ...issue.issue, fields: { ...issue.issue.fields, ...fields } },
  };
}

describe('a Jira issue', () => {
  it('becomes an approval, signed as Jira does or as any other call', async () => {
    expect(await notify(hub(issue), 'jira')).toBe('202 kept');
    expect(await approvals()).toMatchObject([expected]);
    expect(await notify(signed(issue), 'jira')).toBe('200 unchanged');
  });

  it.each([
    issueWith({}, { status: { name: 'Declined' } }),
    issueWith({}, { customfield_10036: [{ ...approval, finalDecision: 'declined' }] }),
    issueWith({}, { customfield_10036: [approval, { ...approval, finalDecision: 'pending' }] }),
    issueWith({}, { customfield_10036: null }),
    issueWith({ webhookEvent: 'jira:issue_deleted' }),
  ])('is withdrawn when it is no longer approved (%#)', async (body) => {
    await notify(hub({ ...issue, timestamp: issue.timestamp - 9000 }), 'jira');
    expect(await notify(hub(body), 'jira')).toBe('202 kept');
    expect(await approvals()).toEqual([]);
  });

  it.each<[string, RequestInit, string]>([
    ['of another secret', hub(issue, 'another-secret-0123456789'), '401'],
    ['that is old', hub({ ...issue, timestamp: issue.timestamp - 301_000 }), '401'],
    ['without a time', hub({ ...issue, timestamp: undefined }), '401'],
    ['with a time that is none', hub({ ...issue, timestamp: 'now' }), '401'],
    ['without an address', hub(issueWith({}, { customfield_10101: null })), '400'],
  ])('is refused if it is a call %s', async (_, init, status) => {
    expect(await notify(init, 'jira')).toBe(status);
    expect(await approvals()).toEqual([]);
  });

  it("does not make Jira's signature valid for other systems", async () => {
    expect(await notify(hub(approved), 'changes')).toBe('401');
  });
});
