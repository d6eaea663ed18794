import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { archiveJobPermit } from '../../kit/messages/system-permits.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { removeReservedProject } from '../../projects/store/projects.ts'
import { buildStagedFileName } from '../../uploads/model/upload.ts'
import { extendUpload, findUpload, removeUpload } from '../../uploads/store/uploads.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { ArchiveError } from '../container/archive-error.ts'
import { importQueueSeconds, isImportActive, maxAttempts, type ProjectImport, truncateReport } from '../model/import.ts'
import { type Finding, toFinding } from '../plan/findings.ts'
import { openProgressNote, type ProgressNote } from '../store/import-progress.ts'
import { beginImport, endImport, findImport, putImportBack, saveCheckedImport } from '../store/imports.ts'
import type { ImportReport } from './import-archive.ts'
import { ImportSuperseded, importStaged } from './import-staged.ts'

/**
 * Imports an uploaded archive completely or reports the reasons to its owner and frees the short name. Restarted after
 * a crash; only one of several concurrent attempts completes.
 */
export async function runImport(world: CommandWorld, id: ProjectId): Promise<void> {
  const begun = await world.db.write((tx) => beginImport(tx, archiveJobPermit, id))
  if (begun !== undefined) await runOnce(world, begun)
  const projectImport = await findImport(withReads(world).db.read, id)
  // Another worker may still be running it, or a node may have crashed.
  if (projectImport === undefined || isImportActive(projectImport)) return
  await world.staging.remove(buildStagedFileName({ kind: 'project', id: projectImport.uploadId }))
}

async function runOnce(world: CommandWorld, begun: ProjectImport): Promise<void> {
  // Limits the attempts, in case the import crashes the server.
  if (begun.attempts > maxAttempts)
    return failImport(world, begun, [toFinding('import-failed', begun.fileName, tooManyAttempts)])
  const notes = openProgressNote(world.staging, begun.projectId)
  try {
    await importOrFail(world, begun, notes)
  } finally {
    await notes.remove()
  }
}

const tooManyAttempts = message`The import of this archive failed repeatedly. See the server log for the cause.`

async function importOrFail(world: CommandWorld, begun: ProjectImport, notes: ProgressNote): Promise<void> {
  try {
    const result = await importStaged(world, begun, notes)
    if ('problems' in result) await failImport(world, begun, result.problems, result.remarks)
    // A finished import has stored its report already.
    else if (result.ok.project === null) await saveCheck(world, begun, result.ok)
  } catch (error) {
    const now = await findImport(withReads(world).db.read, begun.projectId)
    // The owner canceled it or another worker took it over; this attempt is rolled back.
    if (error instanceof ImportSuperseded || now?.status !== 'running' || now.attempts !== begun.attempts) return
    if (error instanceof ArchiveError) {
      return failImport(world, begun, [toFinding('unreadable', begun.fileName, error.text)])
    }
    if (error instanceof Refusal && !isTransient(error)) {
      return failImport(world, begun, [toFinding('not-allowed', begun.fileName, error.text)])
    }
    if (isTransient(error)) await world.db.write((tx) => putImportBack(tx, archiveJobPermit, begun))
    // The job queue logs the error and retries later.
    throw error
  }
}

/** The import waits for the confirmation of its owner as long as it would wait for a worker. */
const saveCheck = ({ db, clock }: Pick<CommandWorld, 'db' | 'clock'>, begun: ProjectImport, report: ImportReport) =>
  db.write(async (tx) => {
    if (!(await saveCheckedImport(tx, archiveJobPermit, begun, truncateReport(report)))) return
    const upload = await findUpload(tx, { kind: 'project', id: begun.uploadId })
    if (upload !== undefined) await extendUpload(tx, archiveJobPermit, upload, clock.now() + importQueueSeconds)
  })

/** The file store is unreachable or full: not a problem of the archive. */
const isTransient = (error: unknown): boolean =>
  error instanceof Refusal && (error.kind === 'unavailable' || error.kind === 'out-of-space')

async function failImport(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  begun: ProjectImport,
  problems: readonly Finding[],
  remarks: readonly Finding[] = [],
): Promise<void> {
  const at = world.clock.now()
  const { projectId, uploadId, userId, shortName } = begun
  await world.db.write(async (tx) => {
    if (
      !(await endImport(tx, archiveJobPermit, begun, {
        status: 'failed',
        report: truncateReport({ problems, remarks }),
        at,
      }))
    )
      return
    await removeReservedProject(tx, archiveJobPermit, projectId)
    await removeUpload(tx, archiveJobPermit, { kind: 'project', id: uploadId })
    const entry = { at, by: { kind: 'claimed', id: userId } as const, action: 'project import failed' }
    const detail = { project: projectId, problems: problems.length }
    await auditProject(tx, { id: projectId, shortName }, { ...entry, detail })
  })
}
