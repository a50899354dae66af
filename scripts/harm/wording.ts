import { availability } from './wording/availability.ts';
import { code } from './wording/code.ts';
import { cost } from './wording/cost.ts';
import { detection } from './wording/detection.ts';
import { durability } from './wording/durability.ts';
import { encryption } from './wording/encryption.ts';
import { governance } from './wording/governance.ts';
import { identity } from './wording/identity.ts';
import { network } from './wording/network.ts';
import { observability } from './wording/observability.ts';
import { routing } from './wording/routing.ts';
import type { Wording } from './wording/types.ts';

/** Plain words for the meanings of given facts that are too terse to read, by theme. */
export const wordings: Readonly<Record<string, Wording>> = {
  availability,
  code,
  cost,
  detection,
  durability,
  encryption,
  governance,
  identity,
  network,
  observability,
  routing,
};

export const wording: Wording = Object.assign({}, ...Object.values(wordings));
