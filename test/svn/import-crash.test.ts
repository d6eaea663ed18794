import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findImport } from '../../src/archives/store/imports.ts'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import { findProject } from '../../src/projects/store/projects.ts'
import { sweepRepositories } from '../../src/subversion/commands/sweep-repositories.ts'
import { loadActiveRepositories } from '../../src/subversion/store/repositories.ts'
import type { World } from '../../src/world/model/world.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { buildJobWorkerScript, stageArchive } from '../kit/import-process.ts'
import { createLocalInstallation } from '../kit/local-installation.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { startScript } from '../kit/script-process.ts'
import { countRows, onEachDatabase } from '../kit/server.ts'
import { runProgram } from '../kit/svn-client.ts'
import { createZipArchive } from '../kit/uploaded-archive.ts'

const revisions = 150
const names = ['first', 'second', 'third']

/** A Subversion dump in which each revision adds a file. */
function dumpOf(): string {
  const properties = (entries: Readonly<Record<string, string>>): string =>
    `${Object.entries(entries)
      .map(([key, value]) => `K ${key.length}\n${key}\nV ${value.length}\n${value}\n`)
      .join('')}PROPS-END\n`
  const revision = (n: number): string => {
    const text = properties({ 'svn:log': `Adds file ${n}`, 'svn:date': '2026-02-02T09:14:03.000000Z' })
    return `Revision-number: ${n}\nProp-content-length: ${text.length}\nContent-length: ${text.length}\n\n${text}\n`
  }
  const node = (n: number): string => {
    const [none, content] = [properties({}), `${n}\n`.repeat(100)]
    const sizes = [none.length, content.length, none.length + content.length]
    const [first, second, third] = sizes
    return `Node-path: file-${n}\nNode-kind: file\nNode-action: add\nProp-content-length: ${first}\nText-content-length: ${second}\nContent-length: ${third}\n\n${none}${content}\n\n`
  }
  const all = Array.from({ length: revisions }, (_, n) => revision(n + 1) + node(n + 1))
  return `SVN-fs-dump-format-version: 2\n\n${revision(0)}${all.join('')}`
}

describe.skipIf(inject('subversion') === null)('a server that is killed while it imports repositories', () => {
  onEachDatabase((dialect) => {
    let installation: Awaited<ReturnType<typeof createLocalInstallation>>
    let world: World
    let zip: Buffer
    let directory = ''
    beforeAll(async () => {
      installation = await createLocalInstallation(dialect)
      world = await installation.start()
      directory = path.join(installation.env['TULIPWOOD_DATA'] ?? '', 'svn/repositories')
      const dump = dumpOf()
      const elements = names.map((name) => `<repository name="${name}" dump-file="svn/${name}.dump"/>`)
      const files = Object.fromEntries(names.map((name) => [`svn/${name}.dump`, dump]))
      zip = await createZipArchive({ sections: [`<svn>${elements.join('')}</svn>`], files })
    })
    afterAll(async () => {
      await world?.db.close()
      await installation?.remove()
    })

    const onDisk = (): Promise<string[]> => readdir(directory).catch(() => [])
    const isHalf = (name: string): boolean => name.startsWith('new-')
    const directoriesOf = async (project: ProjectId): Promise<string[]> =>
      (await loadActiveRepositories(world.db.read, [project])).map(({ directory: each }) => each ?? '')
    const isActive = async (id: ProjectId): Promise<boolean> =>
      (await findProject(world.db.read, id))?.status === 'active'

    it.each<[string, (before: readonly string[], id: ProjectId) => Promise<boolean>]>([
      ['when the first repository is loading', async () => (await onDisk()).some(isHalf)],
      [
        'between two of its repositories',
        async (before) => (await onDisk()).filter((each) => !isHalf(each)).length > before.length,
      ],
      [
        'when all but the last are loaded',
        async (before) => (await onDisk()).filter((each) => !isHalf(each)).length >= before.length + names.length - 1,
      ],
      [
        'at a random time after its first repository started',
        async () => {
          if (!(await onDisk()).some(isHalf)) return false
          await wait(Math.random() * 4000)
          return true
        },
      ],
    ])('%s leaves nothing incomplete, and its job then completes the import', async (when, isReached) => {
      const before = await onDisk()
      const id = await stageArchive(world, when.replaceAll(/[^a-z]+/g, '-').slice(0, 20), zip)
      const rows = await countRows(world)
      const child = startScript(buildJobWorkerScript(installation.env))
      while (!((await isReached(before, id)) || (await isActive(id)))) await wait(2)
      await child.kill()

      // The import is complete, or as if it had not started.
      if (!(await isActive(id))) {
        expect((await findImport(world.db.read, id))?.status).toBe('running')
        expect((await findProject(world.db.read, id))?.status).toBe('importing')
        expect(await directoriesOf(id)).toEqual([])
        expect(await countRows(world)).toEqual(rows)
        // Waits for the end of the lease.
        expect((await runJobs(world, { later: 130 }))['import-project']).toBe(1)
      }
      expect((await findImport(world.db.read, id))?.status).toBe('done')
      expect(await isActive(id)).toBe(true)
      const repositories = await directoriesOf(id)
      expect(repositories.length).toBe(names.length)
      const { svnadmin = '', svnlook = '' } = inject('subversion') ?? {}
      for (const each of repositories) {
        const repositoryPath = world.repositories.path(each)
        expect(await runProgram(svnadmin, ['verify', '-q', repositoryPath])).toMatchObject({ code: 0, stderr: '' })
        expect(String((await runProgram(svnlook, ['youngest', repositoryPath])).stdout).trim()).toBe(`${revisions}`)
      }
      expect(await findContradictions(world.db)).toEqual([])

      // A process started by the killed server exits by itself; the sweep removes its files.
      const tomorrow = { ...world, clock: { now: () => world.clock.now() + 86_500 } }
      const sweepAndList = async (): Promise<string[]> => {
        await sweepRepositories(tomorrow)
        return (await onDisk()).toSorted()
      }
      await expect.poll(sweepAndList, { timeout: 60_000 }).toEqual([...before, ...repositories].toSorted())
      expect((await runJobs(world, { later: 14_500 }))['import-project']).toBeUndefined()
    })
  })
})
