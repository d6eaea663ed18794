import type { Reader } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId, FileId, ProjectId } from '../../kit/values/ids.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { getCachedProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import { readStoredBytes } from '../../uploads/reads/read-stored-bytes.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { ArchiveSink } from '../container/sink.ts'
import { getImportTimezone } from '../plan/import-timezone.ts'
import { mayExport } from '../policy.ts'
import { createExportedUsers } from '../reads/exported-users.ts'
import { loadExportedRepositories } from '../reads/load-exported-repositories.ts'
import { loadProjectStructure } from '../reads/project-structure.ts'
import { type ProjectExportContext, serializeProject } from '../reads/serialize-project.ts'
import { serializeTulipwoodXml } from '../reads/serialize-tulipwood-xml.ts'
import { serializeUsers } from '../reads/serialize-users.ts'
import { buildAttachmentPath, buildRemovedAttachmentPath } from '../serialize/artifact.ts'
import { buildDumpPath, type RepositoriesExport } from '../serialize/repositories.ts'
import { countArtifacts, loadFilesAfter } from '../store/histories.ts'

export interface ArchiveExport {
  readonly project: ProjectId
  readonly sink: ArchiveSink
  /** Omits repositories, even if Subversion is not available. */
  readonly withoutRepositories?: boolean
  readonly progress?: (done: number, total: number, what: 'artifacts' | 'files') => void
  readonly caller: Caller
}

export interface ExportReport {
  readonly project: { readonly id: ProjectId; readonly shortName: string }
  readonly counts: ExportCounts
}

interface ExportCounts {
  readonly users: number
  readonly groups: number
  readonly trackers: number
  readonly artifacts: number
  readonly repositories: number
  readonly files: number
  /** Files that are missing in the store. */
  readonly missing: number
}

type Deps = Pick<CommandWorld, 'db' | 'cache' | 'config' | 'clock' | 'files' | 'log' | 'repositories'>

/**
 * Writes a project as an archive (docs/api/archive-format.md §1, §2, §3) from one database snapshot, in batches. On
 * failure the partial archive is removed.
 */
export async function exportArchive(
  world: Deps,
  { project, sink, withoutRepositories, progress, caller }: ArchiveExport,
): Promise<ExportReport> {
  try {
    const settings = await getSettings(withReads(world))
    const { subject } = mayExport(caller, await getCachedProject(withReads(world), project), settings)
    const at = world.clock.now()
    const counts = await withReads(world).db.snapshot(async (db) => {
      const structure = await loadProjectStructure(db, subject.id)
      const repositories =
        withoutRepositories === true
          ? noRepositories
          : await loadExportedRepositories(db, world.repositories, subject.id)
      const trackers = structure.trackers.map(({ id }) => id)
      const artifacts = await countArtifacts(db, trackers)
      const context: ProjectExportContext = {
        structure,
        repositories,
        people: createExportedUsers(),
        timezone: getImportTimezone(settings, world.config),
        idsForTulipwood: new Set<ArtifactId>(),
        linkTypes: new Set<string>(),
        onArtifacts: (done) => progress?.(done, artifacts, 'artifacts'),
      }
      await sink.add('project.xml', serializeProject(db, context))
      const people = context.people.ids()
      await sink.add('users.xml', serializeUsers(db, people))
      await sink.add('tulipwood.xml', serializeTulipwoodXml(db, context))
      const files = await addFiles(world, db, context, sink)
      for (const { repository, directory, youngest } of repositories.repositories)
        await sink.add(buildDumpPath(repository), world.repositories.dumpUntil(directory, youngest))
      return {
        users: people.length,
        groups: structure.groups.statics.length,
        trackers: trackers.length,
        artifacts,
        repositories: repositories.repositories.length,
        ...files,
      }
    })
    const detail = { project: subject.id, ...counts }
    const entry = { at, by: caller, action: 'project exported', detail }
    await world.db.write((tx) => auditProject(tx, subject, entry))
    await sink.finish()
    return { project: { id: subject.id, shortName: subject.shortName }, counts }
  } catch (error) {
    await sink.abandon()
    throw error
  }
}

const noRepositories: RepositoriesExport = { repositories: [], administrators: [] }

const filesPerBatch = 500

/** Adds the content of all files; removed files have other paths, so that other products do not attach them again. */
async function addFiles(
  { files, log }: Pick<CommandWorld, 'files' | 'log'>,
  db: Reader,
  { structure }: ProjectExportContext,
  sink: ArchiveSink,
): Promise<{ readonly files: number; readonly missing: number }> {
  const trackers = structure.trackers.map(({ id }) => id)
  let after: FileId | 0 = 0
  let added = 0
  let missing = 0
  for (;;) {
    const some = await loadFilesAfter(db, trackers, after, filesPerBatch)
    const last = some.at(-1)
    if (last === undefined) return { files: added, missing }
    after = last.id
    for (const { id, blob, isAttached } of some) {
      const content = blob === null ? undefined : await readStoredBytes(files, blob)
      if (content === undefined) {
        if (isAttached) {
          log.warn({ file: id }, 'a file is missing from the store and not in the archive')
          missing += 1
        }
        continue
      }
      await sink.add(isAttached ? buildAttachmentPath(id) : buildRemovedAttachmentPath(id), content)
      added += 1
    }
  }
}
