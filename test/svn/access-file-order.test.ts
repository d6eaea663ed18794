import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openWorld } from '../../src/app/start/open-world.ts'
import { addMember } from '../../src/projects/commands/add-member.ts'
import { removeMember } from '../../src/projects/commands/remove-member.ts'
import { syncAccessFile } from '../../src/subversion/commands/sync-access-file.ts'
import { withLockFile } from '../../src/subversion/storage/lock-file.ts'
import { openStorage } from '../../src/subversion/storage/open-storage.ts'
import { findRepository } from '../../src/subversion/store/repositories.ts'
import type { RepositoryStorage } from '../../src/world/model/ports.ts'
import type { World } from '../../src/world/model/world.ts'
import { insertProject } from '../kit/project.ts'
import { createRepository, enableSubversion } from '../kit/repositories.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const
const text = (n: number): string => `# ${n}\n[/]\n* = r\n`

describe.skipIf(inject('subversion') === null)('an access file that several nodes write concurrently', () => {
  let dataDirectory = ''
  let nodes: RepositoryStorage[] = []

  beforeAll(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'tulipwood-svn-order-'))
    const open = () => openStorage({ dataDirectory, isSubversionEnabled: true })
    nodes = [await open(), await open(), await open()]
  })
  afterAll(() => rm(dataDirectory, { recursive: true, force: true }))

  const node = (n: number): RepositoryStorage => nodes[n % nodes.length] as RepositoryStorage
  const createDirectory = async (): Promise<string> => (await node(0).create({ author: 'amy', layout: [] })).directory
  const fileOf = (directory: string): string => path.join(node(0).path(directory), '.SVNAccessFile')

  it('never goes back to an older version, and finally has the highest version', async () => {
    const directory = await createDirectory()
    const numbers = Array.from({ length: 40 }, (_, n) => (n * 17) % 40)
    const observed: number[] = []
    let isWriting = true
    const watching = (async () => {
      while (isWriting) {
        const number = /^# (\d+)\n/.exec(await readFile(fileOf(directory), 'utf8'))?.[1]
        if (number !== undefined) observed.push(Number(number))
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const puts = await Promise.all(
      numbers.map((number, n) => node(n).putAccessFile(directory, text(number), { number })),
    )
    isWriting = false
    await watching
    expect(observed).toEqual([...observed].sort((a, b) => a - b))
    expect(await readFile(fileOf(directory), 'utf8')).toBe(text(39))
    for (const [at, number] of numbers.entries()) {
      const put = puts[at]
      if (put?.kind === 'overtaken') expect(put.by).toBeGreaterThan(number)
      else expect(put).toEqual({ kind: 'in force' })
    }
    expect((await readdir(node(0).path(directory))).filter((name) => /^\.SVNAccessFile\.(?!turn$)/.test(name))).toEqual(
      [],
    )
  })

  it('is not overwritten by an older version, even if the newer one did not change it', async () => {
    const directory = await createDirectory()
    expect(await node(0).putAccessFile(directory, text(1), { number: 5 })).toEqual({ kind: 'in force' })
    expect(await node(1).putAccessFile(directory, text(1), { number: 9 })).toEqual({ kind: 'in force' })
    expect(await node(2).putAccessFile(directory, text(2), { number: 7 })).toEqual({ kind: 'overtaken', by: 9 })
    expect(await readFile(fileOf(directory), 'utf8')).toBe(text(1))
    expect(await node(2).putAccessFile(directory, '[x]\n', { number: 12 })).toMatchObject({ kind: 'refused' })
    expect(await node(2).putAccessFile(directory, text(3), { number: 10 })).toEqual({ kind: 'in force' })
    expect(await node(2).putAccessFile(directory, text(4), { number: 2, evenAfter: 10 })).toEqual({ kind: 'in force' })
    expect(await node(1).putAccessFile(directory, text(5), { number: 3 })).toEqual({ kind: 'in force' })
  })

  it('is written although a process left its lock behind', async () => {
    const directory = await createDirectory()
    const lock = `${fileOf(directory)}.lock`
    await writeFile(lock, '')
    await utimes(lock, 1, 1)
    const puts = [1, 2, 3].map((number) => node(number).putAccessFile(directory, text(number), { number }))
    await Promise.all(puts)
    expect(await readFile(fileOf(directory), 'utf8')).toBe(text(3))
  }, 60_000)

  it('is written by one process at a time', async () => {
    let [running, maxConcurrent] = [0, 0]
    const countRunning = async (): Promise<void> => {
      running += 1
      maxConcurrent = Math.max(maxConcurrent, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
    }
    await Promise.all(Array.from({ length: 30 }, () => withLockFile(path.join(dataDirectory, 'lock'), countRunning)))
    expect(maxConcurrent).toBe(1)
    await expect(withLockFile(path.join(dataDirectory, 'lock'), () => Promise.reject(new Error('x')))).rejects.toThrow(
      'x',
    )
    await withLockFile(path.join(dataDirectory, 'lock'), countRunning)
  })

  onEachDatabase((dialect) => {
    const server = createServer(dialect)
    let other: World
    let directory = ''
    let id = 0
    let project: Awaited<ReturnType<typeof insertProject>>

    beforeAll(async () => {
      for (const login of ['amy', 'bob']) await server.createUser(login)
      project = await insertProject(server, { shortName: 'pumps', access: 'private', members: ['amy', 'bob'] })
      await enableSubversion(server, project)
      id = await createRepository(server, project, 'main')
      other = await openWorld(server.world.config, { log: pino({ level: 'silent' }) })
      directory = String((await findRepository(server.world.db.read, id as never))?.directory)
    })
    afterAll(() => other?.db.close())

    const sync = async (world: World): Promise<void> => {
      await world.cache.refresh()
      const repository = await findRepository(world.db.read, id as never)
      if (repository !== undefined) await syncAccessFile(world, repository)
    }
    const members = async (): Promise<string | undefined> =>
      /^members = (.*)$/m.exec(
        await readFile(path.join(server.world.repositories.path(directory), '.SVNAccessFile'), 'utf8'),
      )?.[1]
    /** A node that waits before it writes until `go` is called. */
    const pausedNode = (world: World) => {
      let go = (): void => undefined
      let reportArrival = (): void => undefined
      const isReleased = new Promise<void>((resolve) => {
        go = resolve
      })
      const isThere = new Promise<void>((resolve) => {
        reportArrival = resolve
      })
      const { repositories } = world
      const putAccessFile: RepositoryStorage['putAccessFile'] = async (...args) => {
        reportArrival()
        await isReleased
        return repositories.putAccessFile(...args)
      }
      return { world: { ...world, repositories: { ...repositories, putAccessFile } }, isThere, go }
    }

    it('keeps the version of the node with newer data when a slower node writes older data', async () => {
      await sync(server.world)
      expect(await members()).toBe('amy, bob')
      const slow = pausedNode(other)
      const slowSync = sync(slow.world)
      await slow.isThere
      await removeMember(server.world, system, project, server.idOf('bob'))
      await sync(server.world)
      expect(await members()).toBe('amy')
      slow.go()
      await slowSync
      expect(await members()).toBe('amy')
      await addMember(server.world, system, project, server.idOf('bob'))
      await sync(other)
      expect(await members()).toBe('amy, bob')
    })

    it('follows the database after it was restored from an older backup', async () => {
      await sync(server.world)
      const turn = path.join(server.world.repositories.path(directory), '.SVNAccessFile.turn')
      await writeFile(turn, '999999999')
      await removeMember(server.world, system, project, server.idOf('bob'))
      await sync(server.world)
      expect(await members()).toBe('amy')
      expect(Number(await readFile(turn, 'utf8'))).toBeLessThan(999_999_999)
    })
  })
})
