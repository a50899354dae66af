import type { Log } from '../../adapters/telemetry/log.ts';
import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import type { CollectEvent } from '../../app/collect/handler.ts';
import type { ConvergeEvent } from '../../app/converge/deps.ts';
import type { NotifyFailure } from '../../app/notify/handler.ts';
import type { ReconcileEvent } from '../../app/reconcile/deps.ts';
import { problemFields } from './observe.ts';

/** Logs what the handlers report. */
export function logReconcile(
  log: Log,
  metrics: Pick<Metrics, 'run'>,
): (news: ReconcileEvent) => void {
  return ({ tenant, stack, ...news }) => {
    const line = log.with({ tenant, stack });
    switch (news.kind) {
      case 'unknown-stack':
        return line.warn('the settings have no such stack');
      case 'busy':
        return line.info('another run is on');
      case 'unhandled':
        return line.warn('forge not looked at', problemFields(news.problem));
      case 'failed':
        metrics.run({ tenant, stack }, 'failed');
        return line.error('run failed', problemFields(news.problem));
      case 'lost':
        metrics.run({ tenant, stack }, 'failed');
        return line.error('run lost', problemFields(news.problem));
      case 'set-aside':
        return news.isNew
          ? line.error('stack set aside', problemFields(news.problem))
          : line.warn('stack rests, set aside', problemFields(news.problem));
      case 'recorded': {
        const { run, drifts, planned, unknown, isNews } = news;
        return line.info('run recorded', { run, drifts, planned, unknown, news: isNews });
      }
    }
  };
}

export function logCollect(log: Log, metrics: Metrics): (news: CollectEvent) => void {
  return ({ tenant, source, ...news }) => {
    const line = log.with({ tenant, source });
    switch (news.kind) {
      case 'unknown-source':
        return line.warn('the settings have no such source');
      case 'note':
        return line.warn('collected with a note', {
          stream: news.stream,
          ...problemFields(news.problem),
        });
      case 'collected':
        metrics.collected({ tenant, source }, news.added);
        return line.info('collected', { read: news.read, added: news.added });
    }
  };
}

export function logConverge(log: Log): (news: ConvergeEvent) => void {
  return ({ tenant, gitops, ...news }) => {
    const line = log.with({ tenant, gitops });
    switch (news.kind) {
      case 'unknown-gitops':
        return line.warn('the settings have no such repository');
      case 'refused':
        return line.warn('code of a resource stays as it is', {
          resource: news.resource,
          reason: news.reason,
        });
      case 'failed':
        return line.error('repository not brought up to date', problemFields(news.problem));
      case 'converged': {
        const { written, proposed, current } = news;
        return line.info('repository compared with what is declared', {
          written,
          proposed,
          current,
        });
      }
    }
  };
}

export function logNotify(log: Log, metrics: Metrics): (failure: NotifyFailure) => void {
  return ({ failure, ...where }) => {
    const isUnknown = failure.unknown === true;
    metrics.undelivered(where.to, isUnknown ? 'unknown' : 'failed');
    const line = isUnknown ? 'notification perhaps not delivered' : 'notification not delivered';
    log.error(line, { ...where, ...problemFields(failure) });
  };
}
