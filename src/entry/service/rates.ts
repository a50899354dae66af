import type { Rates } from '../../../workers/work.ts';
import type { Rate } from '../../adapters/queue/rate-limit.ts';
import type { LimitSettings } from '../../config/service/limits.ts';

/** The limits of the settings, in the form that workers use. */
export function workerRates({ tenant, forge }: LimitSettings): Rates {
  return {
    tenant: {
      collect: rateOf(tenant.collect),
      reconcile: rateOf(tenant.reconcile),
      propose: rateOf(tenant.propose),
      converge: rateOf(tenant.converge),
      notify: rateOf(tenant.notify),
      feedback: rateOf(tenant.feedback),
    },
    forge: {
      propose: rateOf(forge.propose),
      converge: rateOf(forge.converge),
      feedback: rateOf(forge.feedback),
    },
  };
}

function rateOf({ per_minute, burst }: LimitSettings['forge']['propose']): Rate {
  return { burst, interval: 60_000 / per_minute };
}
