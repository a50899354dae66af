import { naming } from '../../code/terraform/program.ts';
import type { DriftValue } from '../../model/drift.ts';
import type { Report } from '../../model/report.ts';
import { shortPath } from '../../model/short-path.ts';
import { displayText } from '../../model/text.ts';
import { formatCount } from '../../model/words.ts';
import {
  type AppliedChange,
  countsByOutcome,
  type PutBack,
} from '../../reconcile/put-back/changes.ts';
import {
  maxTargets,
  type TerraformPlace,
  terraformCommand,
} from '../../reconcile/put-back/commands.ts';
import { sidesText } from './change-text.ts';
import type { TerminalStyle } from './style.ts';

const askedText =
  'Terraform asks for confirmation and includes what these resources depend on. As far as Parley knows, this changes:';

/** Number of changes that a list shows at most. */
const maxShown = 10;

/**
 * The command that reverts what was refused, what it would do, and what else apply would change.
 */
export function renderPutBack(
  { targets, restored, alongside, elsewhere }: PutBack,
  place: TerraformPlace,
  style: TerminalStyle,
): readonly string[] {
  const command = terraformCommand('apply', place, targets);
  if (command === undefined) {
    return restored.length === 0
      ? []
      : ['No command can address these resources; make the change by hand.'];
  }
  const rest = targets.length - maxTargets;
  return [
    style.bold(command),
    ...(rest > 0 ? [style.dim(`and the same for ${formatCount(rest, 'more resource')}`)] : []),
    naming(place.program, askedText),
    ...listed(restored, style),
    ...(alongside.length === 0
      ? []
      : [
          `and, since -target applies complete resources, ${formatCount(alongside.length, 'value')} more of them (${countsByOutcome(alongside)}):`,
          ...listed(alongside, style),
        ]),
    ...(elsewhere.length === 0
      ? ['Without -target it would change no other open drift.']
      : [
          `Without -target it would also undo ${formatCount(elsewhere.length, 'value')} not in the code yet (${countsByOutcome(elsewhere)}):`,
          ...listed(elsewhere, style),
        ]),
  ];
}

function listed(changes: readonly AppliedChange[], style: TerminalStyle): readonly string[] {
  const rest = changes.length - maxShown;
  return [
    ...changes.slice(0, maxShown).map((change) => `  ${changeText(change)}`),
    ...(rest > 0 ? [style.dim(`  and ${rest} more`)] : []),
  ];
}

/** `aws_sqs_queue.orders delay_seconds: 30 -> 5`, without secrets. */
function changeText({ address, path, live, declared }: AppliedChange): string {
  const where = displayText(address, 160);
  if (path.length === 0) return `${where}: ${wholeText(live, declared)}`;
  const field = `${where} ${shortPath(path)}`;
  if (typeof path.at(-1) === 'object') {
    return `${field}: ${declared.kind === 'absent' ? 'removed' : 'added again'}`;
  }
  return `${field}: ${sidesText([live, declared], path).join(' -> ')}`;
}

function wholeText(live: DriftValue, declared: DriftValue): string {
  if (live.kind === 'absent') return 'created again';
  return declared.kind === 'absent' ? 'destroyed' : 'changed';
}

/** Where the code of a report is applied, relative to the working directory. */
export function terraformPlace({ inputs }: Report, dir: string): TerraformPlace {
  const { varFiles = [], workspace, program, moves } = inputs;
  return {
    varFiles,
    ...(dir === '.' ? {} : { dir }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(program === undefined ? {} : { program }),
    ...(moves === undefined ? {} : { moves }),
  };
}
