import type { ArchiveReadContext } from '../../fields/archive-read-context.ts'
import { parseLinkType } from '../link-types.ts'
import { accountOf } from '../parse/users-of-archive.ts'
import type { HistoryImport } from './history-import.ts'

/** References of one artifact, in addition to the common ones. */
export type ArtifactReferences = Pick<ArchiveReadContext, 'fileOf' | 'openValueOf' | 'nextStepId'>

/** Resolves references in values to the new ids; the check has reported what is omitted. */
export const createValueContext = (writing: HistoryImport, own: ArtifactReferences): ArchiveReadContext => ({
  ...own,
  timezone: writing.timezone,
  userOf: (format, reference) => accountOf(writing.principalOf(format, reference), writing.accounts),
  valueOf: (key) => writing.values.get(key),
  groupOf: writing.groupOf,
  artifactOf: (oldId) => writing.artifacts.get(oldId),
  linkType: parseLinkType,
  reportProblem() {},
})
