import { createEmptyArtifacts } from '../../artifacts/commands/create-empty-artifacts.ts'
import { relinkArtifact } from '../../artifacts/commands/relink-artifact.ts'
import type { Artifact } from '../../artifacts/model/artifact.ts'
import { findArtifact, loadHeaders } from '../../artifacts/store/artifacts.ts'
import { setCacheVersion } from '../../artifacts/store/cache-versions.ts'
import { lockAgainstDeletion } from '../../artifacts/store/link-targets.ts'
import { createOpenValues } from '../../artifacts/store/open-list-values.ts'
import type { Tx } from '../../database/db/db.ts'
import { isUniqueViolation } from '../../database/sql/sql.ts'
import { message } from '../../kit/messages/message.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { auditTracker } from '../../trackers/commands/audit-tracker.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { lockTracker } from '../../trackers/store/lock-tracker.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { findArchiveAuthor } from '../parse/users-of-archive.ts'
import { type CheckResult, type Finding, gatherFindings, toFinding } from '../plan/findings.ts'
import { mayImport } from '../policy.ts'
import {
  checkDeletedArtifactArchive,
  type DeletedArtifactArchive,
  type RestorePlan,
} from '../reads/check-deleted-artifact-archive.ts'
import { isNumberFree, reserveArtifactId } from '../store/artifact-ids.ts'
import { type CreateValues, createOpenValueStore } from './open-list-value-store.ts'
import { type StoredBytes, withStoredFiles } from './store-files.ts'
import { type WrittenHistories, writeBatch } from './write-batch.ts'
import { writeLinkTypes } from './write-link-types.ts'
import { writeUsers } from './write-users.ts'

export interface ArtifactRestore extends DeletedArtifactArchive {
  /** Only checks; writes nothing. */
  readonly check?: boolean
  readonly caller: Caller
}

export interface RestoreReport {
  /** null: only checked */
  readonly artifact: ArtifactId | null
  readonly oldId: string
  readonly tracker: Pick<Tracker, 'id' | 'name'>
  /** null when only checked; includes links from other artifacts. */
  readonly counts: WrittenHistories | null
  readonly remarks: readonly Finding[]
}

type Deps = Pick<CommandWorld, 'db' | 'cache' | 'config' | 'clock' | 'files' | 'log' | 'mail'>

/**
 * Restores a deleted artifact from its archive (docs/api/archive-format.md §4) with history and files: checks
 * everything before it writes, in one transaction (docs/decisions/0013-archive-deleted-artifacts.md).
 */
export async function restoreArtifact(world: Deps, request: ArtifactRestore): Promise<CheckResult<RestoreReport>> {
  const permit = mayImport(request.caller)
  const findings = gatherFindings()
  const plan = await checkDeletedArtifactArchive(withReads(world), request, findings)
  const { problems, remarks } = findings
  if (plan === undefined || problems.length > 0) return { problems, remarks }
  const { id, name } = plan.tracker
  const report = { oldId: plan.archived.oldId, tracker: { id, name }, remarks }
  if (request.check === true) return { ok: { artifact: null, counts: null, ...report } }
  try {
    const result = await withStoredFiles(world, request.archive, plan.paths, (storedFiles) =>
      world.db.write((tx) => writeArtifact(tx, world, permit, { request, plan, storedFiles })),
    )
    return { ok: { ...result, ...report } }
  } catch (problem) {
    if (problem !== changedSinceCheck && !isUniqueViolation(problem)) throw problem
    const text = message`The tracker, or data that the artifact refers to, changed in the meantime. Restore it again.`
    return { problems: [toFinding('taken-meanwhile', 'artifact.xml', text)], remarks }
  }
}

const changedSinceCheck = new Error('The data changed while the import was checked. Try again.')

interface ArtifactToRestore {
  readonly request: ArtifactRestore
  readonly plan: RestorePlan
  readonly storedFiles: StoredBytes
}

async function writeArtifact(
  tx: Tx,
  world: Pick<CommandWorld, 'cache' | 'clock'>,
  permit: Permit<'import', 'site'>,
  { request, plan, storedFiles }: ArtifactToRestore,
): Promise<Pick<RestoreReport, 'artifact' | 'counts'>> {
  const { archive, tracker: requested, caller } = request
  const { archived, tracker, around } = plan
  const at = world.clock.now()
  const now = await lockTracker(tx, tracker.id)
  if (now === undefined || !areEqual(now, tracker)) throw changedSinceCheck
  const accounts = await writeUsers(tx, permit, plan.people, at)
  const { id } = await createBareArtifact(tx, permit, plan, accounts)
  // Another request restored it in the meantime.
  if (plan.isOwn && requested === undefined && `${id}` !== archived.oldId) throw changedSinceCheck
  await lockAgainstDeletion(tx, plan.targets)
  const targets = [...(await loadHeaders(tx, plan.targets)).keys()]
  const artifacts = new Map(targets.map((target) => [`${target}`, target]))
  artifacts.set(archived.oldId, id)
  const context = { ...around, permit, archive, accounts, artifacts, storedFiles, trackers: new Map() }
  const typed = createOpenValueStore(findOrCreateValues)
  const log = {
    kind: 'created',
    projectId: tracker.projectId,
    userId: getUserId(caller),
    at,
    audience: 'users',
  } as const
  const counts = await writeBatch(tx, [{ archived, id, tracker, log }], context, typed)
  const isBack = plan.isOwn && `${id}` === archived.oldId
  const back = isBack && around.tulipwood !== null ? await relinkArtifact(tx, permit, id, around.tulipwood) : 0

  const changesetId = (await findArtifact(tx, id))?.lastChangesetId ?? null
  // Changeset ids increase, so this is greater than any earlier cache version of the artifact.
  if (changesetId !== null) await setCacheVersion(tx, permit, id, changesetId)
  await writeLinkTypes(tx, permit, { linkTypes: plan.linkTypes, tulipwood: around.tulipwood }, { by: caller, at })
  const detail = { artifact: id, archive: archive.name, was: archived.oldId }
  await auditTracker(tx, tracker, { at, by: caller, action: 'artifact restored', detail })
  return { artifact: id, counts: { ...counts, links: counts.links + back } }
}

/** Keeps id, number and rank if this site assigned them and they are unused. */
async function createBareArtifact(
  tx: Tx,
  permit: Permit<'import', 'site'>,
  { archived, tracker, isOwn, own }: RestorePlan,
  accounts: Parameters<typeof findArchiveAuthor>[1],
): Promise<Artifact> {
  const [first] = archived.changesets
  const back = isOwn ? own : undefined
  const number = back && (await isNumberFree(tx, tracker.id, back.number)) ? back.number : undefined
  const id = await reserveArtifactId(tx, back && (Number(archived.oldId) as ArtifactId))
  const [artifact] = await createEmptyArtifacts(tx, permit, [
    {
      trackerId: tracker.id,
      ...{ id, number, ...findArchiveAuthor(first?.person, accounts) },
      submittedOn: first?.submittedOn ?? 0,
      rank: back?.rank || undefined,
      movedRank: back?.movedRank ?? null,
      versionDate: own?.versionDate || undefined,
    },
  ])
  if (artifact === undefined) throw new Error('Insert returned no artifact')
  return artifact
}

const areEqual = (one: Tracker, other: Tracker): boolean => JSON.stringify(one.fields) === JSON.stringify(other.fields)

/** Custom values of a tracker in use may already exist. */
const findOrCreateValues: CreateValues = async (tx, permit, values) => {
  const labels = Map.groupBy(values, ({ fieldId }) => fieldId)
  const find = await createOpenValues(
    tx,
    permit,
    new Map([...labels].map(([field, some]) => [field, some.map(({ label }) => label)])),
  )
  return values.map(({ fieldId, label }) => find(fieldId, label).id)
}
