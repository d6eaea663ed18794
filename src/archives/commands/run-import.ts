import type { ProjectId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { recordOnProject } from '../../projects/store/project-log.ts'
import { removeReserved } from '../../projects/store/projects.ts'
import { stagedName } from '../../uploads/model/upload.ts'
import { removeUpload } from '../../uploads/store/uploads.ts'
import { type Finding, findingOf } from '../findings.ts'
import { type ProgressNotes, progressNotes } from '../import-progress.ts'
import { cutReport, isUnderWay, mostAttempts, type ProjectImport } from '../model/import.ts'
import { ArchiveProblem } from '../problem.ts'
import { beginImport, endImport, lookForImport, putImportBack } from '../store/imports.ts'
import { ImportOvertaken, importStaged } from './import-staged.ts'

/**
 * Makes a project of an archive that has arrived: it is there as a whole, or its owner is told why not and its short
 * name is free again. After a crash it is begun anew; of several at work one ends it.
 */
export async function runImport(world: World, id: ProjectId): Promise<void> {
  const begun = await world.db.write((tx) => beginImport(tx, id))
  if (begun !== undefined) await run(world, begun)
  const found = await lookForImport(world.db.read, id)
  // Another worker may be at it still; and a node may have died between the end of it and this.
  if (found === undefined || isUnderWay(found)) return
  await world.staging.remove(stagedName({ kind: 'project', id: found.uploadId }))
}

async function run(world: World, begun: ProjectImport): Promise<void> {
  // What ends the server is not begun for ever.
  if (begun.attempts > mostAttempts) return fail(world, begun, [findingOf('import-failed', begun.fileName, tooOften)])
  const notes = progressNotes(world.staging, begun.projectId)
  try {
    await importOrFail(world, begun, notes)
  } finally {
    await notes.remove()
  }
}

const tooOften = 'The server failed at this archive again and again; its log tells more to its administrators'

async function importOrFail(world: World, begun: ProjectImport, notes: ProgressNotes): Promise<void> {
  try {
    const result = await importStaged(world, begun, notes)
    if ('problems' in result) await fail(world, begun, result.problems, result.remarks)
  } catch (error) {
    const now = await lookForImport(world.db.read, begun.projectId)
    // Its owner took it back, or another worker took it over: nothing of this one is left.
    if (error instanceof ImportOvertaken || now?.status !== 'running' || now.attempts !== begun.attempts) return
    if (error instanceof ArchiveProblem) {
      return fail(world, begun, [findingOf('unreadable', begun.fileName, error.message)])
    }
    if (error instanceof Refusal && !isPassing(error)) {
      return fail(world, begun, [findingOf('not-allowed', begun.fileName, error.message)])
    }
    if (isPassing(error)) await world.db.write((tx) => putImportBack(tx, begun))
    // The queue tells the log of it, and begins it again after a while.
    throw error
  }
}

/** The store of bytes is out of reach, or full: what is not the fault of the archive. */
const isPassing = (error: unknown): boolean =>
  error instanceof Refusal && (error.kind === 'unavailable' || error.kind === 'out-of-space')

async function fail(
  world: Pick<World, 'db' | 'clock'>,
  begun: ProjectImport,
  problems: readonly Finding[],
  remarks: readonly Finding[] = [],
): Promise<void> {
  const at = world.clock.now()
  const { projectId, uploadId, userId, shortName } = begun
  await world.db.write(async (tx) => {
    if (!(await endImport(tx, begun, { status: 'failed', report: cutReport({ problems, remarks }), at }))) return
    await removeReserved(tx, projectId)
    await removeUpload(tx, { kind: 'project', id: uploadId })
    const entry = { at, by: { kind: 'claimed', id: userId } as const, action: 'project import failed' }
    const detail = { project: projectId, problems: problems.length }
    await recordOnProject(tx, { id: projectId, shortName }, { ...entry, detail })
  })
}
