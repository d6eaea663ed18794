import { findDynamicGroup } from '../../accounts/model/groups.ts'
import { loadOpenValues } from '../../artifacts/store/open-list-values.ts'
import type { Reader } from '../../database/db/db.ts'
import type { Dependencies } from '../../fields/model/dependencies.ts'
import { createEmptyDependencies } from '../../fields/model/dependencies.ts'
import { collectDependencies } from '../../fields/registry/collect-dependencies.ts'
import type { ArtifactId, TrackerId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactHistory } from '../model/artifact-history.ts'
import type { HistoryContext } from '../serialize/artifact.ts'
import { filterArtifactsIn } from '../store/histories.ts'
import type { ExportedUsers } from './exported-users.ts'

/** Data common to all histories of an archive. */
export interface HistoryExportContext {
  readonly timezone: string
  readonly people: ExportedUsers
  readonly groupKeyOf: (group: UserGroupId) => string | undefined
  /** Trackers whose artifacts links may refer to; `all`: any. */
  readonly trackers: ReadonlySet<TrackerId> | 'all'
}

/** Loads the entities that a batch of histories refers to (docs/api/archive-format.md §3.2). */
export async function loadHistoryReferences(
  db: Reader,
  histories: readonly ArtifactHistory[],
  { fields }: Pick<Tracker, 'fields'>,
  { timezone, people, groupKeyOf, trackers }: HistoryExportContext,
): Promise<HistoryContext> {
  const dependencies = createEmptyDependencies()
  for (const { changesets } of histories) {
    for (const changeset of changesets) {
      collectDependencies(fields, changeset.values, dependencies)
      collectAuthors([changeset, ...changeset.comments], dependencies)
    }
  }
  await people.load(db, dependencies.users)
  const openValues = await loadOpenValues(db, [...dependencies.openValues])
  const targets = trackers === 'all' ? undefined : await filterArtifactsIn(db, [...dependencies.artifacts], trackers)
  const files = new Set(histories.flatMap((history) => history.files.map(({ id }) => id)))
  return {
    timezone,
    groupKeyOf,
    userReferenceOf: people.referenceOf,
    authorOf: ({ submittedBy, submittedEmail }) =>
      (submittedBy === null ? undefined : people.referenceOf(submittedBy)) ?? {
        format: 'email',
        name: submittedEmail ?? '',
      },
    openLabelOf: (id) => openValues.get(id)?.label,
    fileOf: (id) => (files.has(id) ? `fileinfo_${id}` : undefined),
    artifactOf: (id: ArtifactId) => (targets === undefined || targets.has(id) ? `${id}` : undefined),
  }
}

function collectAuthors(signed: readonly { readonly submittedBy: UserId | null }[], { users }: Dependencies): void {
  for (const { submittedBy } of signed) if (submittedBy !== null) users.add(submittedBy)
}

/**
 * Returns archive names of groups, for permissions, and their keys, for values and comments
 * (docs/api/archive-format.md §2.3, §2.8, §3.3): dynamic ones are the same everywhere, static ones have the name that
 * they have in the project.
 */
export function createGroupNames(statics: readonly { readonly id: UserGroupId; readonly name: string }[]) {
  const names = new Map(statics.map(({ id, name }) => [id, name]))
  return {
    groupNameOf(id: UserGroupId): string | undefined {
      const dynamicGroup = findDynamicGroup(id)
      return dynamicGroup === undefined ? names.get(id) : (dynamicGroup.archiveName ?? dynamicGroup.shortName)
    },
    groupKeyOf: (id: UserGroupId): string | undefined => findDynamicGroup(id)?.key ?? names.get(id),
  }
}
