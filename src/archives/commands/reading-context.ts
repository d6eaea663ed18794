import type { ArchiveReadContext } from '../../fields/archive-read-context.ts'
import { archivedLinkType } from '../link-types.ts'
import { accountOf } from '../reading/people.ts'
import type { HistoryWriting } from './history-writing.ts'

/** What belongs to one artifact, beside what all have in common. */
export type OwnReferences = Pick<ArchiveReadContext, 'fileOf' | 'openValueOf' | 'nextStepId'>

/** What values refer to, now that everything has its id; what must be left out was said by the check. */
export const readingContext = (writing: HistoryWriting, own: OwnReferences): ArchiveReadContext => ({
  ...own,
  timezone: writing.timezone,
  userOf: (format, reference) => accountOf(writing.personOf(format, reference), writing.accounts),
  valueOf: (key) => writing.values.get(key),
  groupOf: writing.groupOf,
  artifactOf: (oldId) => writing.artifacts.get(oldId),
  linkType: archivedLinkType,
  reportProblem() {},
})
