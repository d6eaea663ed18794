import type { ReactNode } from 'react'
import type { ChangesetRepresentation } from '../../../src/artifacts/representations/changeset.ts'
import { UserLink } from '../design/user-badge.tsx'
import { texts } from '../texts/texts.ts'
import { getUserName } from '../user-name.ts'

/** The name of the user who made a change, or the address of a message. */
export const ChangesetAuthor = ({
  changeset: { submitted_by_details: user, email },
}: {
  readonly changeset: ChangesetRepresentation
}): ReactNode => (
  <strong>
    {user === null ? (email ?? texts.artifact.someone) : <UserLink url={user.user_url}>{getUserName(user)}</UserLink>}
  </strong>
)
