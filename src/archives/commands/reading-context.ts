import type { ArchiveReading } from '../../fields/archive-reading.ts'
import { archivedLinkType } from '../link-types.ts'
import { accountOf } from '../reading/people.ts'
import type { HistoryWriting } from './history-writing.ts'

/** What belongs to one artifact, beside what all have in common. */
export type OwnReferences = Pick<ArchiveReading, 'fileOf' | 'openValueOf' | 'takeStepId'>

/** What values refer to, now that everything has its id; what must be left out was said by the check. */
export const readingContext = (writing: HistoryWriting, own: OwnReferences): ArchiveReading => ({
  ...own,
  timezone: writing.timezone,
  userOf: (format, reference) => accountOf(writing.personOf(format, reference), writing.accounts),
  valueOf: (key) => writing.values.get(key),
  groupOf: writing.groupOf,
  artifactOf: (oldId) => writing.artifacts.get(oldId),
  linkType: archivedLinkType,
  problem() {},
})
