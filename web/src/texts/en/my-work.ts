import { formatPlural } from './states.ts'

export const myWork = {
  title: 'My work',
  which: 'Which artifacts',
  assigned: 'Assigned to me',
  submitted: 'Submitted by me',
  watched: 'Watched',
  nOpen: (n: number): string => formatPlural(n, 'open artifact', 'open artifacts'),
  nWatched: (n: number): string => formatPlural(n, 'watched artifact', 'watched artifacts'),
  overdue: 'Overdue',
  daysLate: (n: number): string => `${formatPlural(n, 'day', 'days')} late`,
  /** Before a date, for screen readers. */
  due: 'Due',
  /** Before a status, for screen readers. */
  status: 'Status',
  noneAssigned: 'Nothing is waiting for you',
  noneAssignedText: 'Open artifacts that are assigned to you in any project appear here, overdue ones first.',
  noneSubmitted: 'You have submitted no open artifact',
  noneSubmittedText: 'Artifacts that you submit in any project appear here until they are closed.',
  noneWatched: 'You watch no artifact',
  noneWatchedText: 'Artifacts that you watch appear here, the latest changed first.',
}
