import type { CommitNotification } from './repository.ts'

/**
 * docs/api/subversion.md §2.4: who hears of a commit that touches these directories: a path stands for itself and all
 * below it, `*` for one segment, `/` for everything.
 */
export const notificationsFor = (
  notifications: readonly CommitNotification[],
  directories: readonly string[],
): CommitNotification[] => notifications.filter(({ path }) => directories.some((each) => isBelow(each, path)))

function isBelow(directory: string, path: string): boolean {
  const [segments, wanted] = [segmentsOf(directory), segmentsOf(path)]
  return wanted.length <= segments.length && wanted.every((each, index) => each === '*' || each === segments[index])
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')
