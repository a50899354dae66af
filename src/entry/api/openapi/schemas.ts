import type { z } from 'zod';
import { ReportV1 } from '../../../model/report.ts';
import { ProblemView } from '../http/problem.ts';
import { AddedStackView } from '../routes/added-stacks.ts';
import { DecisionRecordList, DecisionRecordView } from '../routes/decision-records.ts';
import { DeclaredIntentList, DeclaredIntentView, DeclaredNowView } from '../routes/declared.ts';
import { PushedView } from '../routes/events.ts';
import { DecisionList, DriftList, RevertedList } from '../routes/findings.ts';
import { HealthView, ReadinessView } from '../routes/health.ts';
import { IncidentView } from '../routes/incidents.ts';
import { AnsweredView, IntentList } from '../routes/intents.ts';
import { LedgerEntryView, LedgerList } from '../routes/ledger.ts';
import { ClosedDriftList, OpenDriftList, OpenQuestionList } from '../routes/open-drifts.ts';
import { ProposalList } from '../routes/proposals.ts';
import { DeadJobList, DeadJobView, QueuesView, RetriedView } from '../routes/queues.ts';
import {
  ReceiptBundleView,
  ReceiptDetailView,
  ReceiptList,
  ReceiptLogView,
  ReceiptView,
} from '../routes/receipts.ts';
import {
  DeclaredResourceView,
  ResourceDetailView,
  ResourceList,
} from '../routes/resource-views.ts';
import { PushedResourceView } from '../routes/resources.ts';
import { JobView, ScanDetailView, ScanList } from '../routes/scans.ts';
import { StackList } from '../routes/stacks.ts';
import { TicketView } from '../routes/tickets.ts';
import { DeliveryView } from '../routes/webhooks.ts';
import { DocumentView } from '../schema/common.ts';
import {
  AnswerView,
  DecisionView,
  DriftView,
  IntentDetailView,
  IntentView,
  RevertedView,
} from '../schema/findings.ts';
import {
  ClosedDriftView,
  OpenCountView,
  OpenDriftView,
  OpenQuestionView,
} from '../schema/open-drifts.ts';
import { ProposalView } from '../schema/proposals.ts';
import { ScanView, StackDetailView, StackView } from '../schema/stacks.ts';

/** Schemas that have a name in the document. */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = {
  AddedStack: AddedStackView,
  Answer: AnswerView,
  Answered: AnsweredView,
  ClosedDrift: ClosedDriftView,
  ClosedDriftList,
  DeadJob: DeadJobView,
  DeadJobList,
  Decision: DecisionView,
  DecisionList,
  DecisionRecord: DecisionRecordView,
  DecisionRecordList,
  DeclaredIntent: DeclaredIntentView,
  DeclaredIntentList,
  DeclaredNow: DeclaredNowView,
  Delivery: DeliveryView,
  Document: DocumentView,
  Drift: DriftView,
  DriftList,
  Health: HealthView,
  Incident: IncidentView,
  Intent: IntentView,
  IntentDetail: IntentDetailView,
  IntentList,
  Job: JobView,
  LedgerEntry: LedgerEntryView,
  LedgerList,
  OpenCount: OpenCountView,
  OpenDrift: OpenDriftView,
  OpenDriftList,
  OpenQuestion: OpenQuestionView,
  OpenQuestionList,
  Problem: ProblemView,
  Proposal: ProposalView,
  ProposalList,
  Pushed: PushedView,
  PushedResource: PushedResourceView,
  Queues: QueuesView,
  Readiness: ReadinessView,
  Receipt: ReceiptView,
  ReceiptBundle: ReceiptBundleView,
  ReceiptDetail: ReceiptDetailView,
  ReceiptList,
  ReceiptLog: ReceiptLogView,
  Report: ReportV1,
  Resource: DeclaredResourceView,
  ResourceDetail: ResourceDetailView,
  ResourceList,
  Retried: RetriedView,
  Reverted: RevertedView,
  RevertedList,
  Scan: ScanView,
  ScanDetail: ScanDetailView,
  ScanList,
  Stack: StackView,
  StackDetail: StackDetailView,
  StackList,
  Ticket: TicketView,
};
