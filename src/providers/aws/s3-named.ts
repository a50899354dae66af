import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { member, numberAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import { built } from '../catalog/sources.ts';
import { tagMap } from '../catalog/tags.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { bucketPart, presentItems, s3Service } from './s3-part.ts';

/** The id of a configuration of which a bucket may have several. */
function idIn(root: string) {
  return ({ request }: AuditEvent): string =>
    textAt(request, `${root}.Id`) ?? requireText(request, 'id');
}

function filterBlock(root: string) {
  return ({ request }: AuditEvent): Json | undefined => {
    const given = requestAt(request, `${root}.Filter`);
    if (given === undefined) return undefined;
    const and = member(given, 'And');
    const tags = tagMap(member(given, 'Tag') ?? member(and, 'Tag') ?? member(and, 'Tags'));
    const found: JsonObject = withoutDefaults({
      prefix: textAt(given, 'Prefix') ?? textAt(and, 'Prefix'),
      tags,
    });
    return Object.keys(found).length === 0 ? undefined : [found];
  };
}

const tieringRoot = 'IntelligentTieringConfiguration';

function tierings({ request }: AuditEvent): Json | undefined {
  return presentItems(requestAt(request, tieringRoot), 'Tiering', (item) => ({
    access_tier: textAt(item, 'AccessTier') ?? null,
    days: numberAt(item, 'Days') ?? null,
  }));
}

const intelligentTiering = bucketPart({
  type: 'aws_s3_bucket_intelligent_tiering_configuration',
  name: idIn(tieringRoot),
  fields: {
    filter: built(filterBlock(tieringRoot)),
    status: `${tieringRoot}.Status`,
    tiering: built(tierings),
  },
  resets: { filter: [] },
  defaults: { status: 'Enabled' },
  calls: {
    PutBucketIntelligentTieringConfiguration: 'put',
    PutIntelligentTieringConfiguration: 'put',
    DeleteBucketIntelligentTieringConfiguration: 'delete',
    DeleteIntelligentTieringConfiguration: 'delete',
  },
});

const metric = bucketPart({
  type: 'aws_s3_bucket_metric',
  name: idIn('MetricsConfiguration'),
  fields: { filter: built(filterBlock('MetricsConfiguration')) },
  resets: { filter: [] },
  calls: {
    PutBucketMetricsConfiguration: 'put',
    PutMetricsConfiguration: 'put',
    DeleteBucketMetricsConfiguration: 'delete',
    DeleteMetricsConfiguration: 'delete',
  },
});

/**
 * Reports that are not worth translating. They are reported as changed, for a read-back to fill in.
 */
const opaque = [
  ['aws_s3_bucket_analytics_configuration', 'AnalyticsConfiguration'],
  ['aws_s3_bucket_inventory', 'InventoryConfiguration'],
] as const;

const opaqueEntries = opaque.flatMap(([type, root]) =>
  aws(s3Service, [
    {
      type,
      identity: [{ bucket: 'bucketName', name: idIn(root) }],
      calls: {
        [`PutBucket${root}`]: 'touch',
        [`Put${root}`]: 'touch',
        [`DeleteBucket${root}`]: 'delete',
        [`Delete${root}`]: 'delete',
      },
    },
  ]),
);

export const s3NamedEntries: readonly CatalogEntry[] = [
  ...intelligentTiering,
  ...metric,
  ...opaqueEntries,
];
