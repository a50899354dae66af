import { bool, response } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';

const service = 'guardduty.amazonaws.com';
const detector = 'aws_guardduty_detector';
const attributes = {
  enable: bool('enable'),
  finding_publishing_frequency: 'findingPublishingFrequency',
};

export const guarddutyEntries: readonly CatalogEntry[] = [
  ...aws({
    service,
    type: detector,
    identity: [{ id: 'detectorId' }],
    created: [{ id: response('detectorId') }],
    fields: attributes,
    tags: 'tags',
    defaults: { enable: true },
    importId: response('detectorId'),
    calls: {
      CreateDetector: 'create',
      UpdateDetector: 'patch',
      DeleteDetector: 'delete',
    },
  }),
];
