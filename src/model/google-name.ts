const prefix =
  /^(?:https:\/\/(?:[a-z0-9-]+\.)+googleapis\.com(?:\/[a-z][a-z0-9_]*){0,3}\/|\/\/[a-z]+\.googleapis\.com\/)(?=projects\/)/;

/**
 * `projects/p/global/networks/n` for a self link of any API version or a full resource name; any
 * other text unchanged.
 */
export function relativeGoogleName(text: string): string {
  return text.includes('googleapis.com/') ? text.replace(prefix, '') : text;
}

/** The project and the zone, region or location in a name of Google Cloud. */
export function googlePlace(text: string): { readonly project?: string; readonly place?: string } {
  const [, project, rest = ''] =
    /^projects\/([^/]+)(?:\/(.*))?$/.exec(relativeGoogleName(text)) ?? [];
  if (project === undefined) return {};
  const [, place] = /^(?:zones|regions|locations)\/([^/]+)/.exec(rest) ?? [];
  return place === undefined ? { project } : { project, place };
}
