import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportArchive } from '../../src/archives/commands/export-archive.ts'
import { type ImportReport, importArchive } from '../../src/archives/commands/import-archive.ts'
import { importTracker } from '../../src/archives/commands/import-tracker.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { openArchiveSink } from '../../src/archives/container/open-sink.ts'
import { formatFinding } from '../../src/archives/plan/findings.ts'
import { loadTrackerTemplate } from '../../src/archives/reads/tracker-template.ts'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import type { World } from '../../src/world/model/world.ts'
import { compareProjects } from '../kit/compare-projects.ts'
import { insertProject } from '../kit/project.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { importSampleArchives, type SampleArchive, sampleArchives } from './golden-state.ts'
import { getSharedPath } from './reference-data.ts'

const caller = { kind: 'system', reason: 'test' } as const

async function importFrom(world: World, path: string): Promise<ImportReport> {
  const archive = await openArchive(path)
  try {
    const result = await importArchive(world, { archive, users: { kind: 'create', as: 'active' }, caller })
    if ('ok' in result) return result.ok
    throw new Error(result.problems.map(formatFinding).join('\n'))
  } finally {
    await archive.close()
  }
}

// An export contains only the link types that its project uses. The project with a custom type is copied first, so that
// all trackers of both sites allow the same types. The others follow in reverse order, so that the copies get other
// ids.
const withLinkType: SampleArchive = 'tracker-artifact'
const inOrderOfCopies = [withLinkType, ...sampleArchives.toReversed().filter((name) => name !== withLinkType)]

onEachDatabase((dialect) => {
  describe('the sample archives, imported, exported and imported again', () => {
    const first = createServer(dialect)
    const second = createServer(dialect)
    let scratch = ''
    let reports: Readonly<Record<SampleArchive, ImportReport>>

    beforeAll(async () => {
      scratch = await mkdtemp(join(tmpdir(), 'tulipwood-export-'))
      reports = await importSampleArchives(first.world)
    })
    afterAll(() => rm(scratch, { recursive: true, force: true }))

    it.each(inOrderOfCopies)('%s has the same API responses after export and import, except for ids', async (name) => {
      const project = reports[name].project?.id as ProjectId
      const path = join(scratch, `${name}.zip`)
      await exportArchive(first.world, { project, sink: await openArchiveSink(path), caller })
      const copy = (await importFrom(second.world, path)).project?.id ?? 0
      expect(await compareProjects({ server: first, project }, { server: second, project: copy })).toEqual([])
    })

    it('the tracker templates have the same API responses after export and import', async () => {
      const project = await insertProject(first, { shortName: 'fresh' })
      const copy = await insertProject(second, { shortName: 'fresh' })
      for (const file of readdirSync(getSharedPath('archives/tracker-templates'))) {
        const xml = readFileSync(getSharedPath(`archives/tracker-templates/${file}`), 'utf8')
        const imported = await importTracker(first.world, { project: 'fresh', xml, caller })
        const id = 'ok' in imported ? imported.ok.tracker : null
        if (id === null) throw new Error(`${file} was not imported`)
        const template = await loadTrackerTemplate(first.world, caller, id)
        expect(await importTracker(second.world, { project: 'fresh', xml: template.xml, caller })).toHaveProperty('ok')
      }
      expect(await compareProjects({ server: first, project }, { server: second, project: copy })).toEqual([])
    })
  })
})
