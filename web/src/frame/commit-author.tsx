import type { ReactNode } from 'react'
import type { CommittedRepresentation } from '../../../src/subversion/representations/commit.ts'
import { UserBadge } from '../design/user-badge.tsx'
import { texts } from '../texts/texts.ts'

/** Author of a commit, if known. */
export const CommitAuthor = ({
  commit: { author, author_name },
}: {
  readonly commit: Pick<CommittedRepresentation, 'author' | 'author_name'>
}): ReactNode =>
  author === null ? <span>{author_name ?? texts.repository.unknownAuthor}</span> : <UserBadge user={author} isLinked />
