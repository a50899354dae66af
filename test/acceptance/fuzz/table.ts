import type { Mutator } from './mutator.ts';
import { compute } from './mutators/compute.ts';
import { data } from './mutators/data.ts';
import { ec2 } from './mutators/ec2.ts';
import { ec2Tags } from './mutators/ec2-tags.ts';
import { events } from './mutators/events.ts';
import { groups } from './mutators/groups.ts';
import { identity } from './mutators/identity.ts';
import { messaging } from './mutators/messaging.ts';
import { network } from './mutators/network.ts';
import { operations } from './mutators/operations.ts';
import { scaling } from './mutators/scaling.ts';
import { services } from './mutators/services.ts';
import { settings } from './mutators/settings.ts';
import { storage } from './mutators/storage.ts';

/** Every mutator, by service. */
export const mutators: readonly Mutator[] = [
  ...compute,
  ...data,
  ...ec2,
  ...ec2Tags,
  ...events,
  ...groups,
  ...identity,
  ...messaging,
  ...network,
  ...operations,
  ...scaling,
  ...services,
  ...settings,
  ...storage,
];
