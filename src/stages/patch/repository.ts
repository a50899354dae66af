import { rerender } from '../../code/manifests/sources/estate.ts';
import { ok } from '../../model/result.ts';
import { isObjectType } from '../../providers/kubernetes/names.ts';
import { editTree } from './apply.ts';
import type { CodeBase, EnoughImpacts } from './code-base.ts';
import { manifestCode } from './manifests/code-base.ts';
import type { EditableManifests } from './manifests/types.ts';
import {
  createDocumentSteps,
  createTerraformCode,
  type TerraformTools,
} from './terraform/code-base.ts';
import type { Project } from './terraform/types.ts';
import type { Goal } from './types.ts';

/** One tree that contains Terraform configuration, cluster manifests, or both. */
export interface RepositoryCode extends Project, EditableManifests {}

/**
 * Both languages over one tree: a goal is reached in the language of its resource, but an edit is
 * judged by its effect in both, since Terraform may read a values file of a chart.
 */
export function createRepositoryCode(tools: TerraformTools): CodeBase<RepositoryCode> {
  const terraform = createTerraformCode(tools);
  const documents = createDocumentSteps(tools);
  const ofGoal = (goal: Goal) => (isOfObject(goal) ? manifestCode : terraform);
  return {
    apply: (code, files) => {
      const edited = editTree(code.tree, files);
      if (!edited.ok) return edited;
      const tree = edited.value;
      const manifests = rerender(code.manifests, tree);
      return ok({ ...code, ...tools.load(tree), manifests });
    },
    parts: (code, goals) => {
      const { own, objects } = split(goals);
      return [...terraform.parts(code, own), ...manifestCode.parts(code, objects)];
    },
    inOrder: (goals) => {
      const { own, objects } = split(goals);
      return [...terraform.inOrder(own), ...manifestCode.inOrder(objects)];
    },
    sites: (code, goal, goals) => ofGoal(goal).sites(code, goal, goals),
    routes: (code, goal, goals) => ofGoal(goal).routes(code, goal, goals),
    inSteps: (code, goal, goals, choose) =>
      isOfObject(goal) ? undefined : documents(code, goal, goals, choose),
    reached: (code) => {
      const [inTerraform, inManifests] = [terraform.reached(code), manifestCode.reached(code)];
      return (goal) => (isOfObject(goal) ? inManifests(goal) : inTerraform(goal));
    },
    radius: (before, after, enough = () => false) => {
      let isDone = false;
      const isEnough: EnoughImpacts = (found) => {
        isDone = enough(found);
        return isDone;
      };
      const inTerraform = terraform.radius(before, after, isEnough);
      return isDone
        ? inTerraform
        : [...inTerraform, ...manifestCode.radius(before, after, isEnough)];
    },
    forbids: (before, after, goals) => {
      const { own, objects } = split(goals);
      return terraform.forbids(before, after, own) ?? manifestCode.forbids(before, after, objects);
    },
    repeats: terraform.repeats,
    covering: (goals, radius) => {
      const { own, objects } = split(goals);
      const inTerraform = terraform.covering(own, radius);
      const inManifests = manifestCode.covering(objects, radius);
      return (impact) => inTerraform(impact) ?? inManifests(impact);
    },
    maySettle: (goal, other, elsewhere) =>
      isOfObject(goal) === isOfObject(other) && ofGoal(goal).maySettle(goal, other, elsewhere),
    refusal: (code, goal, trials, attempt) => ofGoal(goal).refusal(code, goal, trials, attempt),
    completed: (code, goal, refusal) => ofGoal(goal).completed(code, goal, refusal),
    joint: (code) => {
      const [configuration, objects] = [terraform.joint(code), manifestCode.joint(code)];
      return {
        ...configuration,
        allows: (goal) => (isOfObject(goal) ? objects : configuration).allows(goal),
      };
    },
    parseNotes: (path, before, after) => [
      ...terraform.parseNotes(path, before, after),
      ...manifestCode.parseNotes(path, before, after),
    ],
    scopeNotes: (file, tree) => [
      ...terraform.scopeNotes(file, tree),
      ...manifestCode.scopeNotes(file, tree),
    ],
    notes: (before, after, goals) => {
      const { own, objects } = split(goals);
      return [
        ...terraform.notes(before, after, own),
        ...manifestCode.notes(before, after, objects),
      ];
    },
    trace: (code, traced) => {
      const found = manifestCode.trace(code, traced);
      return found.steps.length > 0 ? found : terraform.trace(code, traced);
    },
  };
}

function isOfObject({ type }: Goal): boolean {
  return isObjectType(type);
}

function split(goals: readonly Goal[]): {
  readonly own: readonly Goal[];
  readonly objects: readonly Goal[];
} {
  const objects = goals.filter(isOfObject);
  return { own: goals.filter((goal) => !isOfObject(goal)), objects };
}
