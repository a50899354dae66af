import { z } from 'zod';

/* The used members of answers of the REST API (version 2022-11-28). */

export const GitHubLabel = z.object({ name: z.string() });

export const CheckRuns = z.object({ check_runs: z.array(z.object({ id: z.int() })) });

export const Installation = z.object({ id: z.int().positive() });

export const InstallationToken = z.object({ token: z.string().min(1), expires_at: z.string() });

/** An app created from a manifest. */
export const MadeApp = z.object({
  id: z.int().positive(),
  slug: z.string().regex(/^[\w-]{1,100}$/),
  html_url: z.url({ protocol: /^https?$/ }),
  pem: z.string().regex(/^-----BEGIN [A-Z ]+-----\n/),
  webhook_secret: z.string().min(16),
});
