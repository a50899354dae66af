import { demoGroup, demoLambda, demoWebRules } from './resource/compute.ts';
import { demoAlarm, demoLogGroup } from './resource/monitoring.ts';
import {
  demoDatabase,
  demoKey,
  demoPublicAccess,
  demoQueue,
  demoTable,
} from './resource/storage.ts';
import type { DemoResource } from './resources.ts';

/** A stack of the demo: a root module below `stacks/` in one repository. */
export interface DemoStack {
  readonly name: string;
  readonly resources: readonly DemoResource[];
}

/** The infrastructure of a shop, its payments and its reports. */
export const demoStacks: readonly DemoStack[] = [
  {
    name: 'shop',
    resources: [
      demoLambda('checkout', 'shop-checkout', 256, '# Totals, vouchers and tax'),
      demoQueue('orders', 'shop-orders', 30),
      demoLogGroup('checkout', '/aws/lambda/shop-checkout', 365),
      demoGroup('web', 'shop-web', { min: 2, desired: 2, max: 10 }),
      demoWebRules('web', 'shop-web', 'sg-0a11c0ffee0000001'),
      demoPublicAccess('assets', 'shop-assets'),
    ],
  },
  {
    name: 'payments',
    resources: [
      demoDatabase('ledger', 'payments-ledger'),
      demoQueue('settlements', 'payments-settlements', 60),
      demoLogGroup('api', '/ecs/payments-api', 365),
      demoTable('idempotency', 'payments-idempotency', true),
      demoKey('ledger', '1f3d5b79-0000-4000-8000-00000000c0de'),
    ],
  },
  {
    name: 'reports',
    resources: [
      demoGroup('workers', 'reports-workers', { min: 2, desired: 6, max: 20 }),
      demoLambda('ingest', 'reports-ingest', 512, '# One file at a time'),
      demoQueue('events', 'reports-events', 120),
      demoAlarm('backlog', 'reports-backlog', 500),
      demoTable('runs', 'reports-runs', false),
    ],
  },
];
