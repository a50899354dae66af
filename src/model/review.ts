/**
 * What a reviewer may do with an intent. `accept`: the code should match the live value. `revert`: the
 * cloud is to be what the code says. `delegate`: the field is left to the actor. `hold`: nothing
 * for now. `dismiss`: it is no drift to act on. `why`: tell the reasons.
 */
export const reviewActions = ['accept', 'revert', 'delegate', 'hold', 'dismiss', 'why'] as const;

export type ReviewAction = (typeof reviewActions)[number];
