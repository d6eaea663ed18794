import { formatCount } from './states.ts'

/** Forms that create artifacts and projects. */
export const creation = {
  create: (item: string): string => `Create ${item}`,
  copyOf: (xref: string): string => `A copy of ${xref}, without its files and links`,
  originalMissing: 'The artifact to copy does not exist in this tracker, or you cannot see it.',
  parentMissing: 'The parent does not exist, or you cannot see it.',
  another: 'Create another',
  restored: 'Your draft is restored',
  discard: 'Discard the draft',
  draftKept: 'Your draft is kept',
  created: (xref: string): string => `Created ${xref}`,
  notSent: (seconds: number): string => `No answer yet. Trying again in ${formatCount(seconds)} s`,
  perhapsCreated:
    'An earlier attempt was saved with other values. Look for it in the tracker before you create another one.',
  refused: 'Not created',
  initialStatus: (labels: string): string => `At creation: ${labels}`,
  dateRule: (label: string, comparator: string, other: string): string => `${label} must be ${comparator} ${other}`,
  comparators: {
    '=': 'equal to',
    '≠': 'different from',
    '<': 'before',
    '≤': 'on or before',
    '>': 'after',
    '≥': 'on or after',
  },
  notAllowed: 'You cannot create anything in this tracker',
  notAllowedText: 'Administrators of the tracker decide who can create.',
  noFields: 'It has no fields yet. Its administrators can add them on the administration pages.',
  toTracker: (label: string): string => `Go to ${label}`,
  chooseTracker: 'Create in which tracker?',
  noTracker: 'You cannot create anything in this project',
}
