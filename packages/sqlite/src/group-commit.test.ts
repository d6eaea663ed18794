import { describe, expect, it } from 'vitest'
import { createGroupCommit } from './group-commit.ts'

/** A connection that records its statements. */
function createWriter(refusing: readonly string[] = []) {
  const statements: string[] = []
  const writer = {
    inTransaction: false,
    writes: 0,
    async begin() {
      writer.run('begin')
      writer.inTransaction = true
      writer.writes = 0
    },
    run(sql: string) {
      statements.push(sql)
      if (refusing.includes(sql)) throw new Error(`cannot ${sql}`)
      if (sql === 'commit' || sql === 'rollback') writer.inTransaction = false
    },
    async synced() {
      if (refusing.includes('sync')) throw new Error('cannot sync')
    },
  }
  return { statements, writer }
}

describe('groupCommit', () => {
  it('uses no savepoints while works succeed', async () => {
    const { statements, writer } = createWriter()
    const { add } = createGroupCommit(writer)
    expect(await Promise.all([add(async () => writer.writes++), add(async () => 'done')])).toEqual([0, 'done'])
    expect(statements).toEqual(['begin', 'commit'])
  })

  it('commits the others if one fails that has written nothing', async () => {
    const { statements, writer } = createWriter()
    const { add } = createGroupCommit(writer)
    const outcomes = await Promise.allSettled([
      add(async () => writer.writes++),
      add(async () => Promise.reject(new Error('no'))),
      add(async () => 'yes'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(statements).toEqual(['begin', 'commit'])
  })

  it('runs works again in savepoints, in their order, if one after them fails that has written', async () => {
    const { statements, writer } = createWriter()
    const { add } = createGroupCommit(writer)
    const runs: string[] = []
    const run = (name: string) => async () => {
      runs.push(name)
      writer.writes++
      if (name.startsWith('no')) throw new Error(name)
      return name
    }
    const names = ['one', 'two', 'no', 'three', 'no, too']
    const outcomes = await Promise.allSettled(names.map((name) => add(run(name))))
    expect(outcomes).toMatchObject([
      { value: 'one' },
      { value: 'two' },
      { reason: { message: 'no' } },
      { value: 'three' },
      { reason: { message: 'no, too' } },
    ])
    expect(runs).toEqual(['one', 'two', 'no', 'one', 'two', 'three', 'no, too'])
    const success = ['savepoint work', 'release work']
    const failure = ['savepoint work', 'rollback to work', 'release work']
    expect(statements).toEqual(['begin', 'rollback', 'begin', ...success, ...success, ...success, ...failure, 'commit'])
  })

  it('uses no savepoints any more some works after the last failure', async () => {
    const { statements, writer } = createWriter()
    const { add } = createGroupCommit(writer)
    const write = () => add(async () => writer.writes++)
    const fail = () => add(async () => Promise.reject(new Error(`${writer.writes++}`)))
    await Promise.allSettled([write(), fail(), ...Array.from({ length: 200 }, write)])
    expect(statements.filter((sql) => sql === 'savepoint work')).toHaveLength(64)
    statements.length = 0
    await Promise.all([write(), write()])
    expect(statements).toEqual(['begin', 'commit'])
  })

  it('commits nothing if all works fail', async () => {
    const { statements, writer } = createWriter()
    await expect(createGroupCommit(writer).add(async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(statements).toEqual(['begin', 'rollback'])
  })

  it('rejects all works with the error of the commit', async () => {
    const { statements, writer } = createWriter(['commit'])
    const { add } = createGroupCommit(writer)
    const outcomes = await Promise.allSettled([add(async () => 1), add(async () => 2)])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { message: 'cannot commit' } })
    expect(statements.at(-1)).toBe('rollback')
  })

  it('rejects with the error of the begin', async () => {
    const { add, idle } = createGroupCommit(createWriter(['begin']).writer)
    await expect(add(async () => 1)).rejects.toThrow('cannot begin')
    await idle()
  })

  it('puts at most 64 works into one transaction, in order', async () => {
    const { statements, writer } = createWriter()
    const { add } = createGroupCommit(writer)
    const order: number[] = []
    await Promise.all(Array.from({ length: 150 }, (_, i) => add(async () => order.push(i))))
    expect(order).toEqual(Array.from({ length: 150 }, (_, i) => i))
    expect(statements.filter((sql) => sql === 'commit').length).toBeGreaterThanOrEqual(3)
  })

  it('resolves after the sync, and commits later works in the meantime', async () => {
    const { statements, writer } = createWriter()
    const disk = Promise.withResolvers<void>()
    const { add, idle } = createGroupCommit({ ...writer, synced: () => disk.promise })
    const answered: string[] = []
    const commits = () => statements.filter((sql) => sql === 'commit').length
    for (const name of ['first', 'second']) {
      void add(async () => name).then((done) => answered.push(done))
      await expect.poll(commits).toBe(name === 'first' ? 1 : 2)
    }
    expect(answered).toEqual([])
    disk.resolve()
    await idle()
    expect(answered).toEqual(['first', 'second'])
  })

  it('accepts no more works after a failed sync', async () => {
    const { statements, writer } = createWriter(['sync'])
    const { add } = createGroupCommit(writer)
    await expect(add(async () => 1)).rejects.toMatchObject({ cause: { message: 'cannot sync' } })
    statements.length = 0
    await expect(add(async () => 2)).rejects.toThrow('Write to disk failed')
    expect(statements).toEqual([])
  })

  it('resolves before idle does', async () => {
    const { add, idle } = createGroupCommit(createWriter().writer)
    const answered: string[] = []
    void add(async () => 1).then(() => answered.push('work'))
    await idle()
    expect(answered).toEqual(['work'])
  })
})
