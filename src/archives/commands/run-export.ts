import { archiveJobPermit } from '../../kit/messages/system-permits.ts'
import type { ExportId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { createZipArchive } from '../container/zip-archive.ts'
import type { ProjectExport } from '../model/export.ts'
import { findExport, removeOtherExports, saveExport } from '../store/exports.ts'
import { exportArchive } from './export-archive.ts'

/** Writes a requested archive into the store. If run twice, the first run to finish wins. */
export async function runExport(world: CommandWorld, id: ExportId): Promise<void> {
  const requested = await findExport(withReads(world).db.read, id)
  if (requested === undefined) return
  if (!(await world.db.write((tx) => saveExport(tx, archiveJobPermit, id, { status: 'running' })))) return
  const archive = await writeArchive(world, requested).catch((problem: unknown) => {
    world.log.error({ err: problem, export: id, project: requested.projectId }, 'export of a project failed')
    return null
  })
  const finished_on = world.clock.now()
  if (archive === null) {
    await world.db.write((tx) => saveExport(tx, archiveJobPermit, id, { status: 'failed', finished_on }))
    return
  }
  const done = { status: 'done', blob: archive.name, size: archive.size, finished_on } as const
  // Keeps only the latest archive of a project, so that repeated exports do not fill the disk.
  const unwanted = await world.db.write(async (tx) =>
    (await saveExport(tx, archiveJobPermit, id, done))
      ? removeOtherExports(tx, archiveJobPermit, requested)
      : [archive.name],
  )
  for (const name of unwanted) await world.files.remove(name)
}

async function writeArchive(
  world: CommandWorld,
  { id, projectId }: ProjectExport,
): Promise<{ readonly name: string; readonly size: number }> {
  const { output, sink } = createZipArchive()
  const caller = { kind: 'system', reason: `export ${id}` } as const
  const storedFile = world.files.store(output)
  // Either side ends the other on failure; both errors are reported.
  storedFile.catch((problem: unknown) => output.destroy(problem instanceof Error ? problem : undefined))
  const [, bytes] = await Promise.all([exportArchive(world, { project: projectId, sink, caller }), storedFile])
  return bytes
}
