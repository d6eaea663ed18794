import { loadOpenValues } from '../../artifacts/store/open-values.ts'
import { collectDependencies } from '../../fields/collect-dependencies.ts'
import type { Dependencies } from '../../fields/dependencies.ts'
import { emptyDependencies } from '../../fields/dependencies.ts'
import type { Reader } from '../../kit/db/db.ts'
import type { ArtifactId, TrackerId, UserGroupId, UserId } from '../../kit/ids.ts'
import { dynamicGroup } from '../../platform/model/groups.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactHistory } from '../history.ts'
import { artifactsIn } from '../store/histories.ts'
import type { HistoryWriting } from '../writing/artifact.ts'
import type { PeopleTold } from './people-told.ts'

/** What is the same for every history of an archive. */
export interface HistorySurroundings {
  readonly timezone: string
  readonly people: PeopleTold
  readonly groupNameOf: (group: UserGroupId) => string | undefined
  /** Links lead to artifacts of these trackers; `all`: wherever they lead. */
  readonly trackers: ReadonlySet<TrackerId> | 'all'
}

/** Looks up, for a batch of histories at once, all that they speak of (docs/api/archive-format.md §3.2). */
export async function historyReferences(
  db: Reader,
  histories: readonly ArtifactHistory[],
  { fields }: Pick<Tracker, 'fields'>,
  { timezone, people, groupNameOf, trackers }: HistorySurroundings,
): Promise<HistoryWriting> {
  const spoken = emptyDependencies()
  for (const { changesets } of histories) {
    for (const changeset of changesets) {
      collectDependencies(fields, changeset.values, spoken)
      gatherAuthors([changeset, ...changeset.comments], spoken)
    }
  }
  await people.meet(db, spoken.users)
  const openValues = await loadOpenValues(db, [...spoken.openValues])
  const targets = trackers === 'all' ? undefined : await artifactsIn(db, [...spoken.artifacts], trackers)
  const files = new Set(histories.flatMap((history) => history.files.map(({ id }) => id)))
  return {
    timezone,
    groupNameOf,
    userReferenceOf: people.personOf,
    authorOf: ({ submittedBy, submittedEmail }) =>
      (submittedBy === null ? undefined : people.personOf(submittedBy)) ?? {
        format: 'email',
        name: submittedEmail ?? '',
      },
    openLabelOf: (id) => openValues.get(id)?.label,
    fileOf: (id) => (files.has(id) ? `fileinfo_${id}` : undefined),
    artifactOf: (id: ArtifactId) => (targets === undefined || targets.has(id) ? `${id}` : undefined),
  }
}

function gatherAuthors(signed: readonly { readonly submittedBy: UserId | null }[], { users }: Dependencies): void {
  for (const { submittedBy } of signed) if (submittedBy !== null) users.add(submittedBy)
}

/** Groups by the names archives use: dynamic ones everywhere the same, static ones those of the project. */
export function groupNames(
  statics: readonly { readonly id: UserGroupId; readonly name: string }[],
): (id: UserGroupId) => string | undefined {
  const names = new Map(statics.map(({ id, name }) => [id, name]))
  return (id) => {
    const known = dynamicGroup(id)
    return known === undefined ? names.get(id) : (known.archiveName ?? known.shortName)
  }
}
