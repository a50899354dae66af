import { z } from 'zod';

export const DocumentView = z.record(z.string(), z.unknown());
