import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import { throwNotInstalled } from '../../subversion/storage/assert-subversion-installed.ts'
import { loadActiveRepositories } from '../../subversion/store/repositories.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { ProjectExport } from '../model/export.ts'
import { mayExport } from '../policy.ts'
import { addExport, isExportRunning } from '../store/exports.ts'

/** Requests an export of a project, which a job writes; one at a time per project. */
export async function requestExport(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'repositories'>,
  caller: Caller,
  id: ProjectId,
): Promise<ProjectExport> {
  const permit = mayExport(caller, await getCachedProject(withReads(world), id), await getSettings(withReads(world)))
  const { subject } = permit
  const at = world.clock.now()
  return world.db.write(async (tx) => {
    // Checked here because the job could only report a failure.
    const hasRepositories = (await loadActiveRepositories(tx, [subject.id])).length > 0
    if (hasRepositories && world.repositories.state() === 'absent') throwNotInstalled()
    if (await isExportRunning(tx, subject.id)) {
      throw new Refusal('conflict', 'An export of this project is already running.')
    }
    const requested = await addExport(tx, permit, at)
    await tx.enqueue('export-project', { id: requested.id })
    const entry = { at, by: caller, action: 'project export requested' }
    await auditProject(tx, subject, { ...entry, detail: { project: subject.id, export: requested.id } })
    return requested
  })
}
