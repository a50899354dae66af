/**
 * What a reviewer may do with an intent. `accept`: the code should match the live value. `revert`:
 * the cloud should match the code. `delegate`: the field is left to the actor. `hold`: nothing for
 * now. `dismiss`: the drift needs no action. `why`: explain the decision.
 */
export const reviewActions = ['accept', 'revert', 'delegate', 'hold', 'dismiss', 'why'] as const;

export type ReviewAction = (typeof reviewActions)[number];
