import { bool, creates, deletes, response, updates } from '../catalog/define.ts';
import type { CatalogEntry } from '../catalog/types.ts';

const service = 'guardduty.amazonaws.com';
const detector = 'aws_guardduty_detector';
const attributes = {
  enable: bool('enable'),
  finding_publishing_frequency: 'findingPublishingFrequency',
};

export const guarddutyEntries: readonly CatalogEntry[] = [
  creates({
    service,
    operations: ['CreateDetector'],
    type: detector,
    keys: [{ id: response('detectorId') }],
    attributes,
    tags: 'tags',
    defaults: { enable: true },
    importId: response('detectorId'),
  }),
  updates({
    service,
    operations: ['UpdateDetector'],
    type: detector,
    keys: [{ id: 'detectorId' }],
    attributes,
  }),
  deletes({
    service,
    operations: ['DeleteDetector'],
    type: detector,
    keys: [{ id: 'detectorId' }],
  }),
];
