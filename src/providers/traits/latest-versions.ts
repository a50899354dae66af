/** The attribute of the latest version, by the type and attribute that name one of them. */
const latestByAttribute: ReadonlyMap<string, string> = new Map([
  ['aws_launch_template.default_version', 'latest_version'],
]);

/**
 * The attribute with the number of the latest version, where this one names a version by its
 * number. Numbers are those of one resource: code for another one cannot say them.
 */
export function latestVersionAttribute(type: string, attribute: string): string | undefined {
  return latestByAttribute.get(`${type}.${attribute}`);
}
