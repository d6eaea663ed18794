import type { Caller } from '../../kit/caller.ts'
import type { Reader } from '../../kit/db/db.ts'
import type { ArtifactId, FileId, ProjectId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { recordOnProject } from '../../projects/store/project-log.ts'
import { projectOf } from '../../projects/store/projects.ts'
import { bytesOf } from '../../uploads/reads/bytes-of.ts'
import { mayExport } from '../policy.ts'
import { oursTold } from '../reads/ours-told.ts'
import { peopleTold } from '../reads/people-told.ts'
import { projectStructure } from '../reads/project-structure.ts'
import { type ProjectTelling, projectTold } from '../reads/project-told.ts'
import { repositoriesTold } from '../reads/repositories-told.ts'
import { usersTold } from '../reads/users-told.ts'
import type { ArchiveSink } from '../sink.ts'
import { countArtifacts, nextFiles } from '../store/histories.ts'
import { timezoneOf } from '../timezone.ts'
import { pathOf, removedPathOf } from '../writing/artifact.ts'
import { dumpPathOf, type TellingRepositories } from '../writing/repositories.ts'

export interface ArchiveExport {
  readonly project: ProjectId
  readonly sink: ArchiveSink
  /** Leaves them out, where there is no Subversion. */
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
  /** Files whose bytes are gone from the store. */
  readonly missing: number
}

type Needed = Pick<World, 'db' | 'cache' | 'config' | 'clock' | 'files' | 'log' | 'repositories'>

/**
 * Writes a project as an archive (docs/api/archive-format.md §1, §2, §3), all of one moment, a batch at a time; what
 * was written of it is gone when it fails.
 */
export async function exportArchive(
  world: Needed,
  { project, sink, withoutRepositories, progress, caller }: ArchiveExport,
): Promise<ExportReport> {
  try {
    const settings = await settingsOf(world)
    const { subject } = mayExport(caller, await projectOf(world, project), settings)
    const at = world.clock.now()
    const counts = await world.db.snapshot(async (db) => {
      const structure = await projectStructure(db, subject.id)
      const repositories =
        withoutRepositories === true ? noRepositories : await repositoriesTold(db, world.repositories, subject.id)
      const trackers = structure.trackers.map(({ id }) => id)
      const artifacts = await countArtifacts(db, trackers)
      const telling: ProjectTelling = {
        structure,
        repositories,
        people: peopleTold(),
        timezone: timezoneOf(settings, world.config),
        ours: new Set<ArtifactId>(),
        linkTypes: new Set<string>(),
        onArtifacts: (done) => progress?.(done, artifacts, 'artifacts'),
      }
      await sink.add('project.xml', projectTold(db, telling))
      const people = telling.people.ids()
      await sink.add('users.xml', usersTold(db, people))
      await sink.add('tulipwood.xml', oursTold(db, telling))
      const files = await addFiles(world, db, telling, sink)
      for (const { repository, folder, youngest } of repositories.repositories)
        await sink.add(dumpPathOf(repository), world.repositories.dumpUntil(folder, youngest))
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
    await world.db.write((tx) => recordOnProject(tx, subject, entry))
    await sink.finish()
    return { project: { id: subject.id, shortName: subject.shortName }, counts }
  } catch (error) {
    await sink.abandon()
    throw error
  }
}

const noRepositories: TellingRepositories = { repositories: [], administrators: [] }

const filesAtOnce = 500

/** The bytes of every file; those of files that were removed lie apart, so that others do not attach them again. */
async function addFiles(
  { files, log }: Pick<World, 'files' | 'log'>,
  db: Reader,
  { structure }: ProjectTelling,
  sink: ArchiveSink,
): Promise<{ readonly files: number; readonly missing: number }> {
  const trackers = structure.trackers.map(({ id }) => id)
  let after: FileId | 0 = 0
  let added = 0
  let missing = 0
  for (;;) {
    const some = await nextFiles(db, trackers, after, filesAtOnce)
    const last = some.at(-1)
    if (last === undefined) return { files: added, missing }
    after = last.id
    for (const { id, blob, isAttached } of some) {
      const content = blob === null ? undefined : await bytesOf(files, blob)
      if (content === undefined) {
        if (isAttached) {
          log.warn({ file: id }, 'the bytes of a file are gone: the archive is without them')
          missing += 1
        }
        continue
      }
      await sink.add(isAttached ? pathOf(id) : removedPathOf(id), content)
      added += 1
    }
  }
}
