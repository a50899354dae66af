import type { z } from 'zod';
import { ReportV1 } from '../../model/report-schema.ts';
import { ProblemView } from '../http/problem.ts';
import { DocumentView } from '../schema/document.ts';
import { PushedView } from '../routes/events.ts';
import { HealthView, ReadinessView } from '../routes/health.ts';
import { IncidentView } from '../routes/incidents.ts';
import { JobView, ScanDetailView, ScanList } from '../routes/scans.ts';
import { StackList } from '../routes/stacks.ts';
import { DeliveryView } from '../routes/webhooks.ts';
import { ScanView, StackDetailView, StackView } from '../schema/stacks.ts';

/** Schemas that have a name in the document. */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = {
  Delivery: DeliveryView,
  Document: DocumentView,
  Health: HealthView,
  Incident: IncidentView,
  Job: JobView,
  Problem: ProblemView,
  Pushed: PushedView,
  Readiness: ReadinessView,
  Report: ReportV1,
  Scan: ScanView,
  ScanDetail: ScanDetailView,
  ScanList,
  Stack: StackView,
  StackDetail: StackDetailView,
  StackList,
};
