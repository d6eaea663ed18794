import type { Settings } from '../../site/model/settings.ts'

type MessageSettings = Pick<Settings, 'svn_allow_empty_message'>

/** Rules of docs/api/subversion.md §2.1 in their order; each returns the message for the client, or null. */
export const validateMessage = (message: string, settings: MessageSettings): string | null =>
  !settings.svn_allow_empty_message && message.trim() === '' ? 'Commit message must not be empty' : null

/** wire text */
export const missingReferenceMessage = 'Commit message must contains a reference'

export interface SizedFile {
  readonly path: string
  readonly size: number
}

export function validateFileSizes(files: readonly SizedFile[], limitMib: number): string | null {
  const limit = limitMib * 1024 ** 2
  const large = limitMib === 0 ? undefined : files.find(({ size }) => size > limit)
  return large === undefined
    ? null
    : `\`${large.path}\` file size is ${large.size} bytes. Allowed limit is ${limit} bytes.`
}

export interface PropertyChange {
  readonly name: string
  /** Action of Subversion: added, deleted or modified. */
  readonly action: string
}

/** Only the message of a revision can change, if that is allowed. */
export function validatePropertyChange(change: PropertyChange, isMessageChangeAllowed: boolean): string | null {
  if (change.action !== 'M' || change.name !== 'svn:log') return 'Cannot modify anything but svn:log'
  return isMessageChangeAllowed ? null : 'Commit message is not allowed to change.'
}
