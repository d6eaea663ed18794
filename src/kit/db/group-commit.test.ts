import { describe, expect, it } from 'vitest'
import { groupCommit } from './group-commit.ts'

/** A connection that keeps what it is told. */
function aWriter(refusing: readonly string[] = []) {
  const told: string[] = []
  const writer = {
    inTransaction: false,
    async begin() {
      writer.run('begin')
      writer.inTransaction = true
    },
    run(sql: string) {
      told.push(sql)
      if (refusing.includes(sql)) throw new Error(`cannot ${sql}`)
      if (sql === 'commit' || sql === 'rollback') writer.inTransaction = false
    },
    async synced() {
      if (refusing.includes('sync')) throw new Error('cannot sync')
    },
  }
  return { told, writer }
}

describe('groupCommit', () => {
  it('asks for no savepoint when there is one work', async () => {
    const { told, writer } = aWriter()
    expect(await groupCommit(writer).add(async () => 'done')).toBe('done')
    expect(told).toEqual(['begin', 'commit'])
  })

  it('undoes the failed one of two', async () => {
    const { told, writer } = aWriter()
    const { add } = groupCommit(writer)
    const outcomes = await Promise.allSettled([
      add(async () => Promise.reject(new Error('no'))),
      add(async () => 'yes'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    const first = ['savepoint work', 'rollback to work', 'release work']
    expect(told).toEqual(['begin', ...first, 'savepoint work', 'release work', 'commit'])
  })

  it('answers all with the failure of the commit', async () => {
    const { told, writer } = aWriter(['commit'])
    const { add } = groupCommit(writer)
    const outcomes = await Promise.allSettled([add(async () => 1), add(async () => 2)])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { message: 'cannot commit' } })
    expect(told.at(-1)).toBe('rollback')
  })

  it('answers with the failure of the begin', async () => {
    const { add, idle } = groupCommit(aWriter(['begin']).writer)
    await expect(add(async () => 1)).rejects.toThrow('cannot begin')
    await idle()
  })

  it('takes at most 64 into one transaction, in their order', async () => {
    const { told, writer } = aWriter()
    const { add } = groupCommit(writer)
    const order: number[] = []
    await Promise.all(Array.from({ length: 150 }, (_, i) => add(async () => order.push(i))))
    expect(order).toEqual(Array.from({ length: 150 }, (_, i) => i))
    expect(told.filter((sql) => sql === 'commit').length).toBeGreaterThanOrEqual(3)
  })

  it('answers once the disk has it, and lets who came later commit in the meantime', async () => {
    const { told, writer } = aWriter()
    const disk = Promise.withResolvers<void>()
    const { add, idle } = groupCommit({ ...writer, synced: () => disk.promise })
    const answered: string[] = []
    const commits = () => told.filter((sql) => sql === 'commit').length
    for (const name of ['first', 'second']) {
      void add(async () => name).then((done) => answered.push(done))
      await expect.poll(commits).toBe(name === 'first' ? 1 : 2)
    }
    expect(answered).toEqual([])
    disk.resolve()
    await idle()
    expect(answered).toEqual(['first', 'second'])
  })

  it('takes nothing more once the disk refused a commit', async () => {
    const { told, writer } = aWriter(['sync'])
    const { add } = groupCommit(writer)
    await expect(add(async () => 1)).rejects.toMatchObject({ cause: { message: 'cannot sync' } })
    told.length = 0
    await expect(add(async () => 2)).rejects.toThrow('Write to disk failed')
    expect(told).toEqual([])
  })

  it('answers before idle does', async () => {
    const { add, idle } = groupCommit(aWriter().writer)
    const answered: string[] = []
    void add(async () => 1).then(() => answered.push('work'))
    await idle()
    expect(answered).toEqual(['work'])
  })
})
