import type { AuditEvent } from '../../model/event.ts';
import { relativeGoogleName } from '../../model/google-name.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';

/** A text in a record that could identify a resource. */
export interface NamedText {
  readonly text: string;
  /** Dotted path of the member, relative to the part that contains it. */
  readonly member: string;
  /** True if the call itself contains it, in a member of its request that is not in a list. */
  readonly asked: boolean;
  /**
   * True if a bare word here is more likely a value than a name, because it is in a tag or in the
   * response.
   */
  readonly loose: boolean;
}

/** ARNs inside a longer text, such as a policy. */
const arnsInside = /arn:aws[a-z-]*:[^\s"'`,;<>()[\]{}\\]+/g;
const longestArn = 2048;
const tagMember = /^tags?(?:set|list|keys?)?$/i;

/**
 * All texts in a record that could identify a managed resource: from the request first, breadth
 * first, since the resource is usually named at the top; then from the response, the details and
 * CloudTrail's list of resources. The caller's identity is not included.
 */
export function namedTexts(event: AuditEvent): readonly NamedText[] {
  const { cloud, details, request, response, resources = [] } = event;
  const own = cloud === 'gcp' ? [googleName(event)] : [];
  // In Azure, the resource of a call is named outside of the body; names in the body are those of
  // others.
  const isOwn = (member: string): boolean => cloud !== 'azure' || member === 'resourceId';
  return [
    ...own,
    ...textsOf(request).map((found) => ({ ...found, asked: found.asked && isOwn(found.member) })),
    ...[response, details].flatMap((part) => textsOf(part).map(unasked)),
    ...resources.map((text) => unasked({ text, member: 'resources', asked: false, loose: true })),
  ].flatMap((found) => (found === undefined ? [] : inside(event, found)));
}

function unasked(found: NamedText): NamedText {
  return { ...found, asked: false, loose: true };
}

/** The name of the resource, which Google Cloud logs outside the request. */
function googleName({ details }: AuditEvent): NamedText | undefined {
  const text = details['resourceName'];
  if (typeof text !== 'string') return undefined;
  return { text, member: 'resourceName', asked: true, loose: false };
}

/** The text itself, or the ARNs in it; for Google Cloud, names contain the project's id. */
function inside(event: AuditEvent, found: NamedText): readonly NamedText[] {
  const { text } = found;
  if (event.cloud === 'gcp') return [{ ...found, text: googleSpelling(text, event.scope) }];
  if (text.startsWith('arn:') || !text.includes('arn:aws')) return [found];
  const arns = new Set(text.match(arnsInside) ?? []);
  return [...arns]
    .filter((arn) => arn.length <= longestArn)
    .map((arn) => ({ ...found, text: arn, asked: false }));
}

/** Replaces the project's number, which services also log, by its id. */
function googleSpelling(text: string, project: string): string {
  return relativeGoogleName(text).replace(/^projects\/\d+(?=\/)/, `projects/${project}`);
}

interface Node {
  readonly path: readonly string[];
  readonly value: Json;
  readonly listed: boolean;
  readonly loose: boolean;
}

function textsOf(root: JsonObject): readonly NamedText[] {
  const found: NamedText[] = [];
  let level: readonly Node[] = [{ path: [], value: root, listed: false, loose: false }];
  while (level.length > 0) {
    const next: Node[] = [];
    for (const node of level) {
      const { path, value, listed, loose } = node;
      if (typeof value === 'string') {
        found.push({ text: value, member: path.join('.'), asked: !listed, loose });
      } else if (isJsonArray(value)) {
        for (const item of value) next.push({ path, value: item, listed: true, loose });
      } else if (isJsonObject(value)) {
        for (const [name, child] of Object.entries(value)) {
          const at = [...path, name];
          next.push({ path: at, value: child, listed, loose: loose || tagMember.test(name) });
          // Responses list errors by ARN if a call is for several resources.
          if (name.startsWith('arn:')) {
            found.push({ text: name, member: path.join('.'), asked: false, loose: true });
          }
        }
      }
    }
    level = next;
  }
  return found;
}
