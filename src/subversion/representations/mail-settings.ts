import type { Static } from 'typebox'
import { Type } from '../../kit/schema.ts'
import type { Repository } from '../model/repository.ts'

/** Our extension. */
export const MailSettingsRepresentation = Type.Object(
  {
    /** stands before the subject of each mail about a commit */
    subject_header: Type.String(),
  },
  { title: 'CommitMailSettings', additionalProperties: false },
)
export type MailSettingsRepresentation = Static<typeof MailSettingsRepresentation>

export const representMailSettings = ({
  subjectHeader,
}: Pick<Repository, 'subjectHeader'>): MailSettingsRepresentation => ({ subject_header: subjectHeader })
