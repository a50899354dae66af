/** Names of label maps in Google Cloud. Its network tags are something else. */
const labelMaps: ReadonlySet<string> = new Set(['labels', 'resource_labels', 'user_labels']);

/** True for an attribute, or a block, that holds tags or labels. */
export function isTagAttribute(type: string, name: string): boolean {
  if (type.startsWith('google_')) return labelMaps.has(name);
  return name === 'tags' || (type === 'aws_autoscaling_group' && name === 'tag');
}

/** What the cloud of the type calls them. */
export function tagNoun(type: string): string {
  return type.startsWith('google_') ? 'label' : 'tag';
}

/** Attributes in which a provider repeats tags or labels, together with those of its defaults. */
const copies: ReadonlyMap<string, string> = new Map([
  ['tags_all', 'tags'],
  ['effective_labels', 'labels'],
  ['terraform_labels', 'labels'],
]);

/** The attribute that this one repeats; undefined if it repeats none. */
export function copiedTagAttribute(name: string): string | undefined {
  return copies.get(name);
}
