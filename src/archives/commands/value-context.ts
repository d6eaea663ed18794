import type { ArchiveReadContext } from '../../fields/contexts/archive-read-context.ts'
import { findArchiveAccount } from '../parse/users-of-archive.ts'
import { parseLinkType } from '../plan/link-types.ts'
import type { HistoryImport } from './history-import.ts'

/** References of one artifact, in addition to the common ones. */
export type ArtifactReferences = Pick<ArchiveReadContext, 'fileOf' | 'openValueOf' | 'nextStepId'>

/** Resolves references in values to the new ids; the check has reported what is omitted. */
export const createValueContext = (context: HistoryImport, archived: ArtifactReferences): ArchiveReadContext => ({
  ...archived,
  timezone: context.timezone,
  userOf: (format, reference) => findArchiveAccount(context.principalOf(format, reference), context.accounts),
  valueOf: (key) => context.values.get(key),
  groupOf: context.groupOf,
  artifactOf: (oldId) => context.artifacts.get(oldId),
  linkType: parseLinkType,
  reportProblem() {},
})
