import { keepGroups } from '../../accounts/store/groups.ts'
import type { Tx } from '../../database/db/db.ts'
import type { LogEntry } from '../../database/effects/log-entry.ts'
import { runPipelined } from '../../database/statements/pipeline.ts'
import { withoutWaiting } from '../../database/unit/unawaited.ts'
import type { Field, StoredValues } from '../../fields/model/field.ts'
import { holdsGrants } from '../../fields/registry/capabilities.ts'
import type { ChangesetId, PermissionSetId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { Artifact } from '../model/artifact.ts'
import type { ArtifactPermit } from '../model/artifact-permit.ts'
import type { NewChangeset } from '../model/changeset.ts'
import { computeNextVersionDate } from '../model/version-date.ts'
import { addChangesets, numberChangesets } from '../store/add-changesets.ts'
import { addModifiers } from '../store/modifiers.ts'
import { buildPermissionSetSignature, internPermissionSets } from '../store/permission-sets.ts'
import { saveArtifacts } from '../store/save-artifacts.ts'
import { saveIndexes } from '../store/save-indexes.ts'
import { concernsUsers, findAudience } from './concerns-users.ts'
import { recordReferences } from './record-references.ts'

/** Changesets to add to one artifact, the oldest first; at least one. */
export interface History {
  readonly permit: ArtifactPermit
  /** state before: reserved, empty, or existing and locked */
  readonly artifact: Artifact
  /** every field of its tracker */
  readonly fields: readonly Field[]
  readonly changesets: readonly NewChangeset[]
  /** The existing index rows of unchanged fields are correct and are not rewritten. */
  readonly isIndexed?: boolean
  /** `new tracker`: no reader of the change log knows the artifact yet */
  readonly log: HistoryLog | 'new tracker'
}

/** What the entry of the change log has that a history does not show, or has otherwise. */
type HistoryLog = Pick<LogEntry, 'projectId'> & Partial<Pick<LogEntry, 'kind' | 'from' | 'userId' | 'at' | 'audience'>>

/**
 * Writes the history of many artifacts and the resulting state: changesets with their entries of the change log,
 * comments, modifiers, document, indexes, permissions and cross references, each in one statement for all. A few hundred
 * artifacts at a time keep memory flat; one artifact is a batch of one. Returns the artifacts after the change, in the same order.
 */
export async function recordHistory(tx: Tx, batch: readonly History[]): Promise<Artifact[]> {
  const steps = batch.flatMap(({ permit, artifact, changesets }) =>
    changesets.map((changeset) => ({ permit, artifactId: artifact.id, changeset })),
  )
  const granted = batch.map((history) => grantedGroups(history.fields, finalValues(history)))
  const [numbered, sets] = await runPipelined(
    tx,
    () => numberChangesets(tx, steps),
    () =>
      internPermissionSets(
        tx,
        granted.filter((groups) => groups !== null),
      ),
    () =>
      keepGroups(
        tx,
        batch.flatMap((history, index) => (changesGrants(history) ? (granted[index] ?? []) : [])),
      ),
  )

  let count = 0
  const after = batch.map((history, index) => {
    count += history.changesets.length
    // Each changeset was numbered.
    const last = numbered[count - 1]?.id as ChangesetId
    const groups = granted[index] ?? null
    return stateAfter(history, last, groups === null ? null : (sets.get(buildPermissionSetSignature(groups)) ?? null))
  })
  const changes = after.map((artifact, index) => ({ permit: (batch[index] as History).permit, artifact }))
  const { same = [], other = [] } = Object.groupBy(changes, ({ artifact }, index) =>
    changesAccess(batch[index] as History, artifact) ? 'other' : 'same',
  )
  const modifiers = batch.map((history, index) => ({
    permit: history.permit,
    artifact: after[index] as Artifact,
    authors: listAuthors(history),
  }))
  const entries = batch.flatMap((history, index) => toLogEntry(history, after[index] as Artifact))
  const log = entries.length === 0 ? 'new tracker' : entries
  // An import would pile up statements.
  const writer = batch.length === 1 ? withoutWaiting(tx) : tx
  if (batch.length === 1) {
    // The artifact after its indexes: a new one locks its tracker until the commit (store/save-artifacts.ts).
    await saveIndexes(writer, batch, after)
    await saveArtifacts(writer, same)
    await saveArtifacts(writer, other, 'other access')
    await addChangesets(writer, numbered, log)
    await addModifiers(writer, modifiers)
  } else {
    await runPipelined(
      tx,
      () => saveArtifacts(tx, same),
      () => saveArtifacts(tx, other, 'other access'),
      () => addChangesets(tx, numbered, log),
      () => addModifiers(tx, modifiers),
      () => saveIndexes(tx, batch, after),
    )
  }
  await recordReferences(writer, batch)
  return after
}

/** The author before the change as well: another one may follow now. */
const listAuthors = ({ artifact, changesets }: History): (UserId | null)[] => [
  ...(artifact.version === 0 ? [] : [artifact.updatedBy]),
  ...changesets.map(({ submittedBy }) => submittedBy),
]

function toLogEntry({ artifact, fields, changesets, log }: History, after: Artifact): LogEntry[] {
  if (log === 'new tracker') return []
  const { submittedBy: userId = null, submittedOn: at = after.updatedOn } = changesets.at(-1) ?? {}
  const concerning = {
    fields,
    artifact: after,
    changed: Object.assign({}, ...changesets.map(({ values }) => values)),
    comments: changesets.flatMap(({ comments }) => comments),
    author: userId,
  }
  const isNew = artifact.version === 0
  // A new artifact has no followers yet.
  const audienceOfNew = concernsUsers(concerning) ? 'users' : 'none'
  return [
    {
      kind: isNew ? 'created' : 'updated',
      artifactId: after.id,
      trackerId: after.trackerId,
      changesetId: after.lastChangesetId,
      userId,
      at,
      audience: isNew ? audienceOfNew : findAudience(concerning),
      ...log,
    },
  ]
}

const changesGrants = ({ fields, changesets }: History): boolean =>
  fields.some((field) => holdsGrants(field) && changesets.some(({ values }) => values[field.id] !== undefined))

/** Whether other users may see the artifact than before. */
const changesAccess = (history: History, { permissionSetId }: Artifact): boolean =>
  history.artifact.permissionSetId !== permissionSetId || changesUsers(history)

/** Assignees may see an artifact. A new one is not shown anywhere yet. */
const changesUsers = ({ artifact, fields, changesets }: History): boolean =>
  artifact.version > 0 &&
  fields.some(({ id, bind }) => bind?.kind === 'users' && changesets.some(({ values }) => values[id] !== undefined))

const finalValues = ({ artifact, changesets }: History): StoredValues =>
  Object.assign({ ...artifact.values }, ...changesets.map((each) => each.values))

/**
 * docs/api/trackers.md §6.4: returns the groups of the permissions field; null: the artifact has no permissions of its
 * own. They remain in force while the field is unused, so that removing the field does not expose the artifact.
 */
function grantedGroups(fields: readonly Field[], values: StoredValues): readonly UserGroupId[] | null {
  const permissions = fields.filter(holdsGrants)
  // An unused field counts until the field that replaced it has a value.
  const inOrder = [...permissions.filter(({ isUsed }) => isUsed), ...permissions.filter(({ isUsed }) => !isUsed)]
  const field = inOrder.find(({ id }) => values[id] !== undefined)
  // fields/model/field.ts: user group ids, null when not used.
  return field === undefined ? null : (values[field.id] as readonly UserGroupId[] | null)
}

function stateAfter(history: History, lastChangesetId: ChangesetId, permissionSetId: PermissionSetId | null): Artifact {
  const { artifact, changesets } = history
  const last = changesets.at(-1)
  if (last === undefined) return artifact
  return {
    ...artifact,
    version: artifact.version + changesets.length,
    lastChangesetId,
    updatedBy: last.submittedBy,
    updatedEmail: last.submittedEmail,
    updatedOn: last.submittedOn,
    // No client has seen a bare artifact, so there is no earlier version to be distinguished from.
    versionDate:
      artifact.version === 0
        ? Math.max(last.submittedOn, artifact.versionDate)
        : computeNextVersionDate(artifact, last.submittedOn),
    permissionSetId,
    values: finalValues(history),
  }
}
