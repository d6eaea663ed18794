import { canSignIn } from '../../accounts/model/user.ts'
import { findAccount } from '../../accounts/store/accounts.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { archiveJobPermit } from '../../kit/messages/system-permits.ts'
import type { Member } from '../../kit/values/caller.ts'
import { findProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import { removeUpload } from '../../uploads/store/uploads.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { type ProjectImport, truncateReport } from '../model/import.ts'
import type { CheckResult } from '../plan/findings.ts'
import type { UserPolicy } from '../reads/check-archive.ts'
import type { ProgressNote } from '../store/import-progress.ts'
import { endImport } from '../store/imports.ts'
import { type ImportReport, importArchive } from './import-archive.ts'
import { withStagedArchive } from './with-staged-archive.ts'

/** Another attempt or the owner has ended the import: this transaction is rolled back. */
export class ImportSuperseded extends Error {}

/** Imports an uploaded archive into its reserved project, with the current permissions of its owner. */
export async function importStaged(
  world: CommandWorld,
  begun: ProjectImport,
  notes: ProgressNote,
): Promise<CheckResult<ImportReport>> {
  const owner = await findAccount(withReads(world), begun.userId)
  if (owner === undefined || !canSignIn(owner.user.status)) {
    throw new Refusal('forbidden', 'The account that uploaded it is no longer active')
  }
  const project = await findProject(withReads(world).db.read, begun.projectId)
  if (project?.status !== 'importing') throw new ImportSuperseded()
  const upload = { kind: 'project', id: begun.uploadId } as const
  const { max_archive_bytes: maxBytes, project_storage_bytes: maxFileBytes } = await getSettings(withReads(world))
  return withStagedArchive(world, upload, { maxTotalBytes: maxUnpackRatio * maxBytes }, (archive) =>
    importArchive(world, {
      archive,
      caller: owner.writing,
      users: userPolicyFor(owner.writing, begun),
      check: begun.isReviewed,
      limits: { maxKept: maxKeptCharacters, maxFileBytes: maxFileBytes ?? undefined },
      progress: (done, total, step) => notes.write({ step, done, total }),
      administrators: [begun.userId],
      into: {
        project,
        async conclude(tx, report) {
          const end = { status: 'done', report: truncateReport(report), at: world.clock.now() } as const
          if (!(await endImport(tx, archiveJobPermit, begun, end))) throw new ImportSuperseded()
          await removeUpload(tx, archiveJobPermit, upload)
        },
      },
    }),
  )
}

/**
 * docs/decisions/0020-restrict-project-archives.md: only site administrators may create accounts and attribute content
 * to others.
 */
const userPolicyFor = (
  { isSiteAdministrator }: Member,
  { chosenAccounts }: Pick<ProjectImport, 'chosenAccounts'>,
): UserPolicy => (isSiteAdministrator ? { kind: 'create', as: 'suspended', chosen: chosenAccounts } : { kind: 'known' })

/** Maximum ratio of the uncompressed size to the maximum archive size. */
const maxUnpackRatio = 10

/** Characters that a parsed document may keep in memory; a project of a million artifacts needs less. */
const maxKeptCharacters = 100_000_000
