import { harmDimensions } from '../../../model/harm.ts';
import { type LintCondition, lintCondition } from './condition.ts';

/** Dimensions whose harm is certain. Routing also counts when it is uncertain. */
const certain = harmDimensions.filter((dimension) => dimension !== 'routing');

/**
 * Relations between facts, as guards that always hold. They rule out impossible examples, and no
 * proof relies on them.
 */
export const lawTexts: readonly string[] = [
  ...certain.map((one) => `harm.severity >= harm.${one}`),
  'harm.routing <= harm.severity || harm.routing <= harm.possible',
  `harm.severity == 0 || ${['routing', ...certain].map((one) => `harm.${one} >= harm.severity`).join(' || ')}`,
  ...harmDimensions.map(
    (one) =>
      `harm.severity == 0 || !has(harm.dimension) || harm.dimension != "${one}" || harm.${one} >= harm.severity`,
  ),
  'harm.severity == 0 || has(harm.dimension)',
  'harm.possible == 0 || has(harm.dimension)',
  '!has(harm.dimension) || harm.severity > 0 || harm.possible > 0',
  'harm.severity == 0 || harm.direction == "weakens"',
  'harm.possible == 0 || harm.direction in ["weakens", "unclear"]',
  'harm.strengthens == 0 || harm.direction != "none"',
  'has(cost.monthly_change) == has(cost.currency)',
  '!has(cost.factor) || has(cost.direction)',
  '!has(cost.monthly_change) || has(cost.direction)',
  '!has(cost.monthly_change) || cost.monthly_change == 0.0 || has(cost.direction) && (cost.monthly_change > 0.0) == (cost.direction == "higher")',
  '!has(cost.factor) || has(cost.monthly_change) || cost.factor == 1.0 || has(cost.direction) && (cost.factor > 1.0) == (cost.direction == "higher")',
  '!approved || has(approval.by)',
  '!approved || !has(approval.gap)',
  '!approved || has(approval.carries) && approval.carries >= harm.severity',
  '!approved || has(approval.carries) && approval.carries >= harm.possible',
  'has(approval.by) == has(approval.ticket)',
  'has(approval.by) == has(approval.carries)',
  'has(approval.by) || !has(approval.role)',
  'has(approval.by) || !has(approval.gap)',
  '!change.zero || has(change.new) && double(change.new) == 0.0',
  '!has(change.new) || change.known',
  '!has(change.direction) || has(change.old) && has(change.new)',
  '!has(change.bounds) || has(change.new)',
  '!has(change.floor) || has(change.new)',
  '!change.same || change.kind in ["modify", "remove"]',
  'change.address.startsWith(change.type + ".") || change.address.startsWith("module.") && change.address.contains("." + change.type + ".")',
  'actor.recorded || actor.class == "unknown" && !actor.trusted && !actor.root && !actor.deployer',
  'actor.root == actor.principal.endsWith(":root")',
  'has(context.environment) || context.production',
];

export const laws: readonly LintCondition[] = lawTexts.map(lintCondition);
