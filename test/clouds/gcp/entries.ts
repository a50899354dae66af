type Parts = Readonly<Record<string, unknown>>;

/** The parts of an entry that a case is about; the rest is as Cloud Logging writes it. */
export interface CallParts {
  readonly service: string;
  readonly method: string;
  readonly resource: string;
  readonly request?: Parts;
  readonly response?: Parts;
  /** Minutes after 02:00 UTC. */
  readonly at?: number;
  readonly project?: string;
  readonly caller?: Parts;
  readonly userAgent?: string;
  readonly payload?: Parts;
  readonly labels?: Parts;
  readonly entry?: Parts;
  readonly log?: string;
}

let made = 0;

/** Restarts the ids, which are sequential so that every run of a case is the same. */
export function restartIds(): void {
  made = 0;
}

const browser = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/124.0,gzip(gfe),gzip(gfe)';

export const ada: Parts = {
  principalEmail: 'ada@shop.example',
  principalSubject: 'user:ada@shop.example',
};

export function serviceAccount(name: string, more: Parts = {}): Parts {
  const principalEmail = `${name}@shop-prod.iam.gserviceaccount.com`;
  return { principalEmail, principalSubject: `serviceAccount:${principalEmail}`, ...more };
}

/** A log entry of one call. */
export function call(parts: CallParts): Parts {
  made += 1;
  const { project = 'shop-prod', at = 0, log = 'activity' } = parts;
  const time = new Date(Date.UTC(2026, 2, 14, 2, at)).toISOString();
  return {
    insertId: `syn${made}`,
    logName: `projects/${project}/logs/cloudaudit.googleapis.com%2F${log}`,
    timestamp: time.replace('.000Z', '.123456Z'),
    receiveTimestamp: time.replace('.000Z', '.923456Z'),
    severity: 'NOTICE',
    resource: { type: 'audited_resource', labels: { project_id: project, ...parts.labels } },
    protoPayload: {
      '@type': 'type.googleapis.com/google.cloud.audit.AuditLog',
      status: {},
      authenticationInfo: parts.caller ?? ada,
      requestMetadata: {
        callerIp: '203.0.113.77',
        callerSuppliedUserAgent: parts.userAgent ?? browser,
        requestAttributes: {},
        destinationAttributes: {},
      },
      serviceName: `${parts.service}.googleapis.com`,
      methodName: parts.method,
      authorizationInfo: [{ resource: parts.resource, permission: 'x.y.update', granted: true }],
      resourceName: parts.resource,
      ...(parts.request === undefined
        ? {}
        : { request: { '@type': 'type.googleapis.com/x', ...parts.request } }),
      ...(parts.response === undefined ? {} : { response: parts.response }),
      ...parts.payload,
    },
    ...parts.entry,
  };
}

/** The two entries of a Compute Engine operation: its request, and its end. */
export function operation(parts: CallParts): readonly Parts[] {
  const { at = 0 } = parts;
  const id = `operation-17414000000${made}-0f0f-${parts.method.length}`;
  const producer = `${parts.service}.googleapis.com`;
  return [
    call({
      ...parts,
      response: { '@type': 'type.googleapis.com/operation', name: id, status: 'RUNNING' },
      entry: { operation: { id, producer, first: true } },
    }),
    call({
      ...parts,
      at: at + 1,
      request: {},
      payload: {},
      entry: { operation: { id, producer, last: true } },
    }),
  ];
}

/** A Compute Engine operation by its short method, such as `firewalls.patch`. */
export function compute(
  method: string,
  path: string,
  request: Parts,
  more: Partial<CallParts> = {},
): readonly Parts[] {
  const project = more.project ?? 'shop-prod';
  return operation({
    service: 'compute',
    method: `v1.compute.${method}`,
    resource: `projects/${project}/${path}`,
    request,
    ...more,
  });
}

/** The payload of `SetIamPolicy` with the policy delta. */
export function policyDeltas(deltas: readonly Parts[]): Parts {
  return {
    serviceData: {
      '@type': 'type.googleapis.com/google.iam.v1.logging.AuditData',
      policyDelta: { bindingDeltas: deltas },
    },
  };
}
