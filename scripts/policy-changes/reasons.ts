/** Why the new verdict is better, by the rule that gives it. */
export const reasons: Readonly<Record<string, string>> = {
  'cost-asks':
    'What a cost tool saves in production may be worth what it damages, or not: a database with a quarter of its memory. Before, it was refused unseen, like a saving that harms nobody. Now a person sees what it damages and decides; whatever a person wants of the same field still goes first.',
  'lesser-harm':
    'Backups, redundancy and small defenses that somebody took by hand went into the code as if they were any other change. In a sandbox the harm counts one less, and is still worth a question.',
  'severe-loss':
    'Backups from 14 days to 3 were written into the code, with a commit that nobody looks for. What may lose data for good stays out until somebody approves this very value; the approval here was for another one.',
  'severe-outage':
    'An autoscaler owns what it scales within its bounds, and the last copy of a service that declares no bounds is not within them: the field was handed over and the service stood still.',
  'unclear-harm':
    'That an agent announced what it would do does not say what the value does. Where old and new value do not say whether it is for the worse, and it may be severe, somebody looks.',
  'incident-exposure':
    'An incident excused everything for hours. A database that is open to the world is found within minutes, so that it is asked about at once, whatever the incident.',
  'severe-exposure':
    'A network that was let in was taken over, since only the whole world counted as a weakening. A defense less is a defense less, and needs leave that was given beforehand.',
  traffic:
    'A name that points elsewhere sends users elsewhere, and neither value says whether that is right. It was taken over because a person did it.',
  deletion:
    'What is deleted cannot be brought back by writing code, and severe loss is severe in a sandbox, too. It was removed from the code without a word.',
};
