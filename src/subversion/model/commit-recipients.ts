import type { CommitNotification } from './repository.ts'

/**
 * docs/api/subversion.md §2.4: returns the notifications that match the touched directories. A path matches itself and
 * everything below; `*` matches one segment, `/` everything.
 */
export const filterMatchingNotifications = (
  notifications: readonly CommitNotification[],
  directories: readonly string[],
): CommitNotification[] => notifications.filter(({ path }) => directories.some((each) => isBelow(each, path)))

export const hasRecipients = ({ emails, users, groups }: CommitNotification): boolean =>
  emails.length + users.length + groups.length > 0

function isBelow(directory: string, path: string): boolean {
  const [segments, requested] = [splitPath(directory), splitPath(path)]
  return (
    requested.length <= segments.length && requested.every((each, index) => each === '*' || each === segments[index])
  )
}

const splitPath = (path: string): string[] => path.split('/').filter((segment) => segment !== '')
