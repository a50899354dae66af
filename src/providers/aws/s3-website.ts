import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { member, requestAt, textAt } from '../catalog/request.ts';
import { built } from '../catalog/sources.ts';
import { bucketPart, xmlItems } from './s3-part.ts';
import { block } from './s3-rules.ts';

const website = 'WebsiteConfiguration';
const redirect = `${website}.RedirectAllRequestsTo`;

function routingRules({ request }: AuditEvent): Json | undefined {
  const given = requestAt(request, `${website}.RoutingRules`);
  const found = xmlItems(
    { RoutingRule: member(given, 'RoutingRule') ?? given ?? [] },
    'RoutingRule',
  );
  if (found.length === 0) return undefined;
  return found.map((rule) => {
    const condition = member(rule, 'Condition');
    const target = member(rule, 'Redirect');
    return withoutDefaults({
      condition: block({
        http_error_code_returned_equals: textAt(condition, 'HttpErrorCodeReturnedEquals'),
        key_prefix_equals: textAt(condition, 'KeyPrefixEquals'),
      }),
      redirect: block({
        host_name: textAt(target, 'HostName'),
        http_redirect_code: textAt(target, 'HttpRedirectCode'),
        protocol: textAt(target, 'Protocol'),
        replace_key_prefix_with: textAt(target, 'ReplaceKeyPrefixWith'),
        replace_key_with: textAt(target, 'ReplaceKeyWith'),
      }),
    });
  });
}

export const s3WebsiteEntries = bucketPart({
  type: 'aws_s3_bucket_website_configuration',
  fields: {
    'error_document.0.key': `${website}.ErrorDocument.Key`,
    'index_document.0.suffix': `${website}.IndexDocument.Suffix`,
    'redirect_all_requests_to.0.host_name': `${redirect}.HostName`,
    'redirect_all_requests_to.0.protocol': `${redirect}.Protocol`,
    routing_rule: built(routingRules),
  },
  resets: {
    error_document: [],
    index_document: [],
    redirect_all_requests_to: [],
    routing_rule: [],
  },
  within: {
    argument: 'website',
    fields: {
      'website.0.error_document': `${website}.ErrorDocument.Key`,
      'website.0.index_document': `${website}.IndexDocument.Suffix`,
      'website.0.redirect_all_requests_to': `${redirect}.HostName`,
    },
    resets: {
      'website.0.error_document': null,
      'website.0.index_document': null,
      'website.0.redirect_all_requests_to': null,
    },
    gone: [],
  },
  calls: {
    PutBucketWebsite: 'put',
    DeleteBucketWebsite: 'delete',
  },
});
