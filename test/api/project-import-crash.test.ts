import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { projectArchives } from '../../src/archives/commands/project-archives.ts'
import { progressOf } from '../../src/archives/import-progress.ts'
import { lookForImport } from '../../src/archives/store/imports.ts'
import type { ProjectId, UserId } from '../../src/kit/ids.ts'
import type { World } from '../../src/kit/world.ts'
import { accountOf } from '../../src/platform/store/accounts.ts'
import { reserveProject } from '../../src/projects/commands/reserve-project.ts'
import { lookForProject } from '../../src/projects/store/projects.ts'
import { concludeUpload } from '../../src/uploads/commands/conclude-upload.ts'
import { findUpload } from '../../src/uploads/store/uploads.ts'
import { inAnotherProcess } from '../kit/another-process.ts'
import { anArchive, artifact, change, changeset, field, openFields, tracker, value } from '../kit/archive.ts'
import { anInstallationHome } from '../kit/installation-home.ts'
import { contradictions } from '../kit/integrity.ts'
import { doJobs } from '../kit/jobs.ts'
import { countRows, onEachDatabase } from '../kit/server.ts'

const admin = 101 as UserId
const on = '2026-02-02T09:14:03+01:00'
const text = change('summary', 'string', [value('x'.repeat(200))])
const artifacts = 4000

/** Large enough that the server is killed in its middle. */
async function largeZip(): Promise<Buffer> {
  const archive = await anArchive({
    people: [{ id: 201, login: 'mira' }],
    trackers: [
      tracker({
        id: 'T1',
        fields: [field('string', 'F1', 'summary')],
        permissions: openFields('F1'),
        artifacts: Array.from({ length: artifacts }, (_, n) => artifact(n + 1, changeset('mira', on, [text]))),
      }),
    ],
  })
  const bytes = await readFile((await archive.zipped()).path)
  await archive.remove()
  return bytes
}

const module = (path: string): string => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)

/** A server as far as jobs go. */
const worker = (env: Readonly<Record<string, string>>): string => `
  import { openWorld } from ${module('app/open-world.ts')}
  import { readConfig } from ${module('kit/config.ts')}
  import { slices } from ${module('app/slices.ts')}
  import { startWorker } from ${module('app/worker.ts')}
  const world = await openWorld(readConfig(${JSON.stringify(env)}))
  startWorker(world, slices.flatMap((slice) => slice.jobs))
  setInterval(() => {}, 1000)
`

/** As if all of it had arrived over tus. */
async function arrived(world: World, bytes: Buffer): Promise<ProjectId> {
  const account = await accountOf(world, admin)
  if (account === undefined) throw new Error('There is no administrator')
  const source = { kind: 'archive', fileName: 'large.zip', fileSize: bytes.length } as const
  const names = { shortName: 'large', name: 'Large', description: '', isPublic: true, allowsRestricted: null }
  const request = { ...names, source, fields: [], categories: [] }
  const { id, uploadHref } = await reserveProject(world, account.writing, request, source)
  const upload = await findUpload(world.db.read, { kind: 'project', id: Number(uploadHref.split('/').at(-1)) })
  if (upload === undefined) throw new Error('Nothing is expected')
  for await (const _ of world.staging.list());
  await writeFile(world.staging.pathOf(`project-${upload.id}`), bytes)
  await concludeUpload(world, projectArchives, { ...upload, size: bytes.length })
  return id
}

onEachDatabase((dialect) => {
  describe('a server that is killed while it imports an uploaded archive', () => {
    it('leaves nothing half-made, and the next one makes the project once', async () => {
      const home = await anInstallationHome(dialect)
      const world = await home.start()
      const id = await arrived(world, await largeZip())
      const before = await countRows(world)

      const child = inAnotherProcess(worker(home.env))
      for (;;) {
        const progress = await progressOf(world.staging, id)
        if (progress?.step === 'writing' && progress.done > 0) break
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      await child.kill()
      expect((await lookForImport(world.db.read, id))?.status).toBe('running')
      expect((await lookForProject(world.db.read, id))?.status).toBe('importing')
      expect(await countRows(world)).toEqual(before)

      // The job is its own again once its lease is over.
      expect((await doJobs(world))['import-project']).toBeUndefined()
      expect((await doJobs(world, { later: 130 }))['import-project']).toBe(1)
      expect(await lookForImport(world.db.read, id)).toMatchObject({ status: 'done', attempts: 2 })
      expect((await lookForProject(world.db.read, id))?.status).toBe('active')
      const after = await countRows(world)
      expect([after['artifact'], after['changeset'], after['upload']]).toEqual([artifacts, artifacts, 0])
      expect(await contradictions(world.db)).toEqual([])
      expect(await Array.fromAsync(world.staging.list())).toEqual([])
      expect((await doJobs(world, { later: 14_500 }))['import-project']).toBeUndefined()
      await world.db.close()
      await home.remove()
    })
  })
})
