import type { Member } from '../../kit/caller.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { canSignIn } from '../../platform/model/user.ts'
import { accountOf } from '../../platform/store/accounts.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { lookForProject } from '../../projects/store/projects.ts'
import { stagedName } from '../../uploads/model/upload.ts'
import { removeUpload } from '../../uploads/store/uploads.ts'
import type { Checked } from '../findings.ts'
import type { ProgressNotes } from '../import-progress.ts'
import { cutReport, type ProjectImport } from '../model/import.ts'
import type { UserPolicy } from '../reads/check-archive.ts'
import { openArchive } from '../source.ts'
import { endImport } from '../store/imports.ts'
import { type ImportReport, importArchive } from './import-archive.ts'

/** It is not this beginning that ends the import: what it wrote is undone. */
export class ImportOvertaken extends Error {}

/** Imports an archive from where it arrived into its reserved project, as its owner would who may do so now. */
export async function importStaged(
  world: World,
  begun: ProjectImport,
  notes: ProgressNotes,
): Promise<Checked<ImportReport>> {
  const owner = await accountOf(world, begun.userId)
  if (owner === undefined || !canSignIn(owner.user.status)) {
    throw new Refusal('forbidden', 'The account that uploaded it is not active any more')
  }
  const project = await lookForProject(world.db.read, begun.projectId)
  if (project?.status !== 'importing') throw new ImportOvertaken()
  const upload = { kind: 'project', id: begun.uploadId } as const
  const { max_archive_bytes: maxBytes, project_storage_bytes: maxFileBytes } = await settingsOf(world)
  const archive = await openArchive(world.staging.pathOf(stagedName(upload)), { maxTotalBytes: mostGrowth * maxBytes })
  try {
    return await importArchive(world, {
      archive,
      caller: owner.writing,
      users: usersFor(owner.writing),
      limits: { maxKept, maxFileBytes: maxFileBytes ?? undefined },
      progress: (done, total, step) => notes.note({ step, done, total }),
      into: {
        project,
        administrators: [begun.userId],
        async conclude(tx, report) {
          const end = { status: 'done', report: cutReport(report), at: world.clock.now() } as const
          if (!(await endImport(tx, begun, end))) throw new ImportOvertaken()
          await removeUpload(tx, upload)
        },
      },
    })
  } finally {
    await archive.close()
  }
}

/** docs/decisions/0020-restrict-project-archives.md: accounts are made, and others spoken for, by those alone who may do so anyway. */
const usersFor = ({ isSiteAdministrator }: Member): UserPolicy =>
  isSiteAdministrator ? { kind: 'create', as: 'suspended' } : { kind: 'known' }

/** How many times its largest size an archive may unpack to. */
const mostGrowth = 10

/** In characters of what a document keeps in memory; a project of a million artifacts keeps less. */
const maxKept = 100_000_000
