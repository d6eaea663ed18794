import { createNumberFormats } from '../numbers.ts'

export const { formatCount, formatPlural } = createNumberFormats('en', (n) => Math.abs(n) === 1)

/** Texts shared by all pages. */
export const states = {
  offline: 'The server does not respond. Check the connection, then try again.',
  retrying: 'The server does not respond. Trying again…',
  again: 'Try again',
  back: 'Back',
  loading: 'Loading',
  failed: 'We could not load this page',
  refused: 'You do not have access to this page',
  notFoundTitle: 'Page not found',
  notFound: 'There is nothing here, or your account does not have access.',
  notFoundVisitor: 'There is nothing here, or you need to sign in to see it.',
  toProjects: 'Go to projects',
  toProject: (label: string): string => `Go to ${label}`,
  onlyProjectAdministrators: 'Only administrators of this project can open its settings.',
  onlySiteAdministrators: 'Only site administrators can open this page.',
  isOffline: 'You are offline. Pages show what was loaded before.',
  problem: 'Something went wrong on the server.',
  problemOf: (id: string): string =>
    `Something went wrong on the server. Your administrator finds the cause in the log by this reference: ${id}`,
  crashed: (message: string): string => `Something went wrong on this page: ${message}`,
  required: 'This field is required',
  notAddress: 'Enter a complete URL, such as https://example.com',
  notEmail: 'This is not an email address',
  tooShort: (n: number): string => `At least ${formatPlural(n, 'character', 'characters')}`,
  tooLong: (n: number): string => `At most ${formatPlural(n, 'character', 'characters')}`,
  notValid: 'This value is not valid',
  problems: (n: number): string => `${formatPlural(n, 'field needs', 'fields need')} attention`,
  labelled: (label: string, text: string): string => `${label}: ${text}`,
  optional: 'optional',
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy. Select the text and copy it yourself.',
  shownOnce: 'Copy it now. You will not be able to see it again.',
  notCopied: 'You have not copied it yet. Once you leave, it cannot be shown again.',
  leaveAnyway: 'Leave anyway',
  stay: 'Stay',
  done: 'Done',
  hidden: 'Hidden while this tab is in the background',
  range: (from: number, to: number, total: number): string =>
    `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`,
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  yes: 'Yes',
  no: 'No',
  none: 'None',
  byteUnits: ['B', 'KiB', 'MiB', 'GiB', 'TiB'],
  retryIn: (seconds: number): string =>
    seconds < 90
      ? `Try again in ${formatPlural(seconds, 'second', 'seconds')}.`
      : `Try again in ${formatPlural(Math.ceil(seconds / 60), 'minute', 'minutes')}.`,
}
