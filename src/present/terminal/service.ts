import type { ConfigFile } from '../../config/schema.ts';
import { idleSettings } from '../../config/service/idle.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { displayText } from '../../model/text.ts';
import { formatCount } from '../../model/words.ts';

/** What the service would watch with these settings as written, without showing any values. */
export function renderService(config: ConfigFile): string {
  const { stacks, sources, forges, notifications } = config;
  if (stacks.length === 0) return 'It names no stacks to watch.\n';
  const counts = [
    formatCount(stacks.length, 'stack'),
    formatCount(sources.length, 'source'),
    formatCount(forges.length, 'forge'),
    formatCount(notifications.length, 'channel'),
  ];
  const idle = idleSettings(config);
  const note = `Without effect here; they belong in the parley.yaml of a repository: ${idle.join(', ')}.\n`;
  return `${counts.join(', ')}\n${stacks.map(describe).join('')}${idle.length === 0 ? '' : note}`;
}

function describe(stack: Stack): string {
  const { tenant, name, repository, branch, root, workspace, forge, sources, notify } = stack;
  const lines = [
    `code: ${repository}, ${branch}${root === '.' ? '' : `, ${root}`}`,
    `scan: ${timesOf(stack)}`,
    `records: ${sources === undefined ? 'all sources of the tenant' : sources.join(', ') || 'none'}`,
    ...(workspace === 'default' ? [] : [`workspace: ${workspace}`]),
    `proposals: ${forge ?? 'none'}`,
    ...(notify.length === 0 ? [] : [`notifies: ${notify.join(', ')}`]),
  ];
  const title = tenant === 'default' ? name : `${name} (${tenant})`;
  const shown = lines.map((line) => `  ${displayText(line, 400)}\n`);
  return `${displayText(title, 200)}\n${shown.join('')}`;
}

function timesOf({ scan }: Stack): string {
  if (scan === undefined) return 'when records come in, or when somebody asks';
  return 'every' in scan ? `every ${scan.every}` : `${scan.cron} (${scan.time_zone})`;
}
