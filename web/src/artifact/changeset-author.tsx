import type { ReactNode } from 'react'
import type { ChangesetRepresentation } from '../../../src/artifacts/representations/changeset.ts'
import { texts } from '../texts/texts.ts'
import { getUserName } from '../user-name.ts'

/** The name of the user who made a change, or the address of a message. */
export const ChangesetAuthor = ({ changeset }: { readonly changeset: ChangesetRepresentation }): ReactNode => (
  <strong>
    {changeset.submitted_by_details === null
      ? (changeset.email ?? texts.artifact.someone)
      : getUserName(changeset.submitted_by_details)}
  </strong>
)
