import type { ExportId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { ProjectExport } from '../model/export.ts'
import { lookForExport, removeOtherExports, saveExport } from '../store/exports.ts'
import { zipStream } from '../zip-stream.ts'
import { exportArchive } from './export-archive.ts'

/** Writes an archive that was asked for into the store. Run twice, the first one to finish counts. */
export async function runExport(world: World, id: ExportId): Promise<void> {
  const requested = await lookForExport(world.db.read, id)
  if (requested === undefined) return
  if (!(await world.db.write((tx) => saveExport(tx, id, { status: 'running' })))) return
  const written = await writeArchive(world, requested).catch((problem: unknown) => {
    world.log.error({ err: problem, export: id, project: requested.projectId }, 'export of a project failed')
    return null
  })
  const finished_on = world.clock.now()
  if (written === null) {
    await world.db.write((tx) => saveExport(tx, id, { status: 'failed', finished_on }))
    return
  }
  const done = { status: 'done', blob: written.name, size: written.size, finished_on } as const
  // One archive of a project waits to be fetched: whoever asks again and again fills no disk.
  const unwanted = await world.db.write(async (tx) =>
    (await saveExport(tx, id, done)) ? removeOtherExports(tx, requested) : [written.name],
  )
  for (const name of unwanted) await world.files.remove(name)
}

async function writeArchive(
  world: World,
  { id, projectId }: ProjectExport,
): Promise<{ readonly name: string; readonly size: number }> {
  const { output, sink } = zipStream()
  const caller = { kind: 'system', reason: `export ${id}` } as const
  const stored = world.files.store(output)
  // Whoever fails first ends the other; both are heard.
  stored.catch((problem: unknown) => output.destroy(problem instanceof Error ? problem : undefined))
  const [, bytes] = await Promise.all([exportArchive(world, { project: projectId, sink, caller }), stored])
  return bytes
}
