import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { Repository } from '../model/repository.ts'

/** Tulipwood extension. */
export const MailSettingsRepresentation = Type.Object(
  {
    /** prefix of the subject of commit mails */
    subject_header: Type.String(),
  },
  { title: 'CommitMailSettings', additionalProperties: false },
)
export type MailSettingsRepresentation = Static<typeof MailSettingsRepresentation>

export const representMailSettings = ({
  subjectHeader,
}: Pick<Repository, 'subjectHeader'>): MailSettingsRepresentation => ({ subject_header: subjectHeader })
