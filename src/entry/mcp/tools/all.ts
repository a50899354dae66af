import type { AgentPlace } from '../place/types.ts';
import type { Tool } from '../tool.ts';
import { answer } from './answer.ts';
import { declareIntentTool } from './declare-intent.ts';
import { explain } from './explain.ts';
import { listDrift } from './list-drift.ts';
import { blameTool, checkOwnership } from './ownership.ts';
import { proposeChange } from './propose-change.ts';
import { whatWouldHappen } from './what-would-happen.ts';

const tools: readonly Tool[] = [
  listDrift,
  explain,
  blameTool,
  checkOwnership,
  whatWouldHappen,
  declareIntentTool,
  proposeChange,
  answer,
];

/** The tools that a caller may use in a place. */
export function toolsFor(
  place: AgentPlace,
  may: Readonly<Record<Tool['access'], boolean>>,
): readonly Tool[] {
  return tools.filter(({ access, isHere }) => may[access] && isHere(place));
}
