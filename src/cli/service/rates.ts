import type { Rates } from '../../../workers/work.ts';
import type { Limits } from '../../config/service/limits.ts';
import type { Rate } from '../../queue/rate-limit.ts';

/** The limits of the settings, as the workers count. */
export function ratesOf({ tenant, forge }: Limits): Rates {
  return {
    tenant: {
      collect: rateOf(tenant.collect),
      reconcile: rateOf(tenant.reconcile),
      propose: rateOf(tenant.propose),
      notify: rateOf(tenant.notify),
      feedback: rateOf(tenant.feedback),
    },
    forge: { propose: rateOf(forge.propose), feedback: rateOf(forge.feedback) },
  };
}

function rateOf({ per_minute, burst }: Limits['forge']['propose']): Rate {
  return { burst, interval: 60_000 / per_minute };
}
