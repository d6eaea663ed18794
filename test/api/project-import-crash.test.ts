import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readProgress } from '../../src/archives/store/import-progress.ts'
import { findImport } from '../../src/archives/store/imports.ts'
import { findProject } from '../../src/projects/store/projects.ts'
import {
  buildArtifact,
  buildChange,
  buildChangeset,
  buildField,
  buildTracker,
  buildValue,
  createArchive,
  openFields,
} from '../kit/archive.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { buildJobWorkerScript, stageArchive } from '../kit/import-process.ts'
import { createLocalInstallation } from '../kit/local-installation.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { startScript } from '../kit/script-process.ts'
import { countRows, onEachDatabase } from '../kit/server.ts'

const on = '2026-02-02T09:14:03+01:00'
const text = buildChange('summary', 'string', [buildValue('x'.repeat(200))])
const artifacts = 4000

/** Large enough that the server is killed during the import. */
async function largeZip(): Promise<Buffer> {
  const archive = await createArchive({
    users: [{ id: 201, login: 'mira' }],
    trackers: [
      buildTracker({
        id: 'T1',
        fields: [buildField('string', 'F1', 'summary')],
        permissions: openFields('F1'),
        artifacts: Array.from({ length: artifacts }, (_, n) =>
          buildArtifact(n + 1, buildChangeset('mira', on, [text])),
        ),
      }),
    ],
  })
  const bytes = await readFile((await archive.toZip()).path)
  await archive.remove()
  return bytes
}

onEachDatabase((dialect) => {
  describe('a server that is killed while it imports an uploaded archive', () => {
    it('leaves no partial data, and the next server imports the project once', async () => {
      const home = await createLocalInstallation(dialect)
      const world = await home.start()
      const id = await stageArchive(world, 'large', await largeZip())
      const before = await countRows(world)

      const child = startScript(buildJobWorkerScript(home.env))
      for (;;) {
        const progress = await readProgress(world.staging, id)
        if (progress?.step === 'writing' && progress.done > 0) break
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      await child.kill()
      expect((await findImport(world.db.read, id))?.status).toBe('running')
      expect((await findProject(world.db.read, id))?.status).toBe('importing')
      expect(await countRows(world)).toEqual(before)

      // The job is retried after the end of its lease.
      expect((await runJobs(world))['import-project']).toBeUndefined()
      expect((await runJobs(world, { later: 130 }))['import-project']).toBe(1)
      expect(await findImport(world.db.read, id)).toMatchObject({ status: 'done', attempts: 2 })
      expect((await findProject(world.db.read, id))?.status).toBe('active')
      const after = await countRows(world)
      expect([after['artifact'], after['changeset'], after['upload']]).toEqual([artifacts, artifacts, 0])
      expect(await findContradictions(world.db)).toEqual([])
      expect(await Array.fromAsync(world.staging.list())).toEqual([])
      expect((await runJobs(world, { later: 14_500 }))['import-project']).toBeUndefined()
      await world.db.close()
      await home.remove()
    })
  })
})
