import type { Mutator } from './mutator.ts';
import { balancers } from './mutators/balancers.ts';
import { companions } from './mutators/companions.ts';
import { data } from './mutators/data.ts';
import { doors } from './mutators/doors.ts';
import { ec2 } from './mutators/ec2.ts';
import { ec2Tags } from './mutators/ec2-tags.ts';
import { events } from './mutators/events.ts';
import { functions } from './mutators/functions.ts';
import { groups } from './mutators/groups.ts';
import { links } from './mutators/links.ts';
import { messaging } from './mutators/messaging.ts';
import { network } from './mutators/network.ts';
import { operations } from './mutators/operations.ts';
import { people } from './mutators/people.ts';
import { roles } from './mutators/roles.ts';
import { scaling } from './mutators/scaling.ts';
import { services } from './mutators/services.ts';
import { serving } from './mutators/serving.ts';
import { settings } from './mutators/settings.ts';
import { storage } from './mutators/storage.ts';

/** Every mutator, by service. */
export const mutators: readonly Mutator[] = [
  ...balancers,
  ...companions,
  ...data,
  ...doors,
  ...ec2,
  ...ec2Tags,
  ...events,
  ...functions,
  ...groups,
  ...links,
  ...messaging,
  ...network,
  ...operations,
  ...people,
  ...roles,
  ...scaling,
  ...services,
  ...serving,
  ...settings,
  ...storage,
];
