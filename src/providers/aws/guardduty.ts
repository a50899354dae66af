import { bool, response } from '../catalog/sources.ts';
import { aws } from './aws.ts';

const detector = 'aws_guardduty_detector';
const attributes = {
  enable: bool('enable'),
  finding_publishing_frequency: 'findingPublishingFrequency',
};

export const guarddutyEntries = aws('guardduty.amazonaws.com', [
  {
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
  },
]);
