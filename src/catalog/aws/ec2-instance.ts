import { deleteEffect, refTo } from '../effects.ts';
import { objectsAt, requireText } from '../request.ts';
import type { CatalogEntry } from '../types.ts';

const service = 'ec2.amazonaws.com';

export const instanceEntries: readonly CatalogEntry[] = [
  {
    service,
    operations: ['TerminateInstances'],
    types: ['aws_instance'],
    effects: ({ request }) =>
      objectsAt(request, 'instancesSet').map((item) =>
        deleteEffect(refTo('aws_instance', { id: requireText(item, 'instanceId') })),
      ),
  },
];
