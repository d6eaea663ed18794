import { describe, expect, it, vi } from 'vitest'
import { epochOf, RevisionCache } from './revision-cache.ts'

function aMemory() {
  const revisions = { settings: 1, users: 1, projects: 1, trackers: 1, epoch: 'a' }
  return { revisions, memory: new RevisionCache(async () => ({ ...revisions })) }
}

describe('the revision cache', () => {
  it('loads a value once while its topic does not change', async () => {
    const { memory } = aMemory()
    await memory.refresh()
    const first = await memory.getOrLoad('users', 'a', async () => ({ n: 1 }))
    expect(await memory.getOrLoad('users', 'a', async () => ({ n: 2 }))).toBe(first)
    expect(memory.get('users', 'a')).toBe(first)
  })
  it('reloads a value on the next request after its topic changed, and no others', async () => {
    const { memory, revisions } = aMemory()
    await memory.refresh()
    await memory.getOrLoad('users', 'a', async () => ({ n: 1 }))
    const project = await memory.getOrLoad('projects', 'a', async () => ({ n: 1 }))
    revisions.users = 2
    await memory.refresh()
    expect(await memory.getOrLoad('users', 'a', async () => ({ n: 2 }))).toEqual({ n: 2 })
    expect(await memory.getOrLoad('projects', 'a', async () => ({ n: 2 }))).toBe(project)
  })
  it('does not store a value that was loaded before a concurrent change', async () => {
    const { memory, revisions } = aMemory()
    await memory.refresh()
    const slow = memory.getOrLoad('users', 'a', async () => {
      revisions.users = 2
      await memory.refresh()
      return { n: 'old' }
    })
    expect(await slow).toEqual({ n: 'old' })
    expect(memory.get('users', 'a')).toBeUndefined()
  })

  it('reloads what the same request has outdated, and does not store what was being loaded', async () => {
    const { memory } = aMemory()
    await memory.refresh()
    await memory.getOrLoad('users', 'a', async () => ({ n: 'old' }))
    const project = await memory.getOrLoad('projects', 'a', async () => ({ n: 1 }))
    const slow = Promise.withResolvers<object>()
    const loading = memory.getOrLoad('users', 'b', () => slow.promise)
    memory.forget(['users'])
    slow.resolve({ n: 'old' })
    await loading
    expect(memory.get('users', 'b')).toBeUndefined()
    expect(await memory.getOrLoad('users', 'a', async () => ({ n: 'new' }))).toEqual({ n: 'new' })
    expect(memory.get('projects', 'a')).toBe(project)
  })

  it('reads the counters once for concurrent requests, and again for later ones', async () => {
    let readings = 0
    const cache = new RevisionCache(async () => ({
      settings: ++readings,
      users: 1,
      projects: 1,
      trackers: 1,
      epoch: 'a',
    }))
    const together = [cache.refresh(), cache.refresh()]
    await Promise.all(together)
    expect(readings).toBe(1)
    await cache.refresh()
    expect(cache.revisionKey).toBe('a/2.1.1.1')
  })

  describe('with data of the same statement', () => {
    it('takes over the counters and returns the data', async () => {
      const { memory, revisions } = aMemory()
      await memory.refresh()
      const before = await memory.getOrLoad('users', 'a', async () => ({ n: 1 }))
      const reading = Promise.resolve({ revisions: { ...revisions, projects: 2 }, data: 'data' })
      expect(await memory.refreshWith(reading)).toEqual({ revisionKey: 'a/1.1.2.1', data: 'data' })
      expect(memory.get('users', 'a')).toBe(before)
      expect(memory.get('projects', 'a')).toBeUndefined()
    })
    it('leaves out data that is older than the known counters', async () => {
      const { memory, revisions } = aMemory()
      const reading = Promise.resolve({ revisions: { ...revisions }, data: 'data' })
      revisions.users = 2
      await memory.refresh()
      expect(await memory.refreshWith(reading)).toEqual({ revisionKey: 'a/1.2.1.1', data: undefined })
    })
  })

  it('ignores an older result that arrives late', async () => {
    const answers: ((n: number) => void)[] = []
    const readRevisions = () =>
      new Promise<number>((resolve) => answers.push(resolve)).then((users) => ({
        settings: 1,
        users,
        projects: 1,
        trackers: 1,
        epoch: 'a',
      }))
    const cache = new RevisionCache(readRevisions)
    const first = cache.refresh()
    await new Promise((resolve) => setImmediate(resolve))
    const second = cache.refresh()
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.(2)
    await second
    const data = await cache.getOrLoad('users', 'a', async () => ({ n: 2 }))
    answers[0]?.(1)
    await first
    expect(cache.revisionKey).toBe('a/1.2.1.1')
    expect(cache.get('users', 'a')).toBe(data)
  })
  it('drops everything in another epoch, whatever its counters are', async () => {
    const { memory, revisions } = aMemory()
    revisions.users = 5
    await memory.refresh()
    await memory.getOrLoad('users', 'a', async () => ({ n: 'lost' }))
    await memory.getOrLoad('projects', 'a', async () => ({ n: 'lost' }))
    const slow = memory.getOrLoad('trackers', 'a', async () => {
      Object.assign(revisions, { users: 4, epoch: 'b' })
      await memory.refresh()
      return { n: 'lost' }
    })
    expect(await slow).toEqual({ n: 'lost' })
    expect(memory.revisionKey).toBe('b/1.4.1.1')
    expect(epochOf(`${memory.revisionKey} 101 Europe/Paris`)).toBe('b')
    for (const topic of ['users', 'projects', 'trackers'] as const) expect(memory.get(topic, 'a')).toBeUndefined()
  })
  it('ignores the response of an earlier epoch that arrives late', async () => {
    const answers: ((epoch: string) => void)[] = []
    const cache = new RevisionCache(() =>
      new Promise<string>((resolve) => answers.push(resolve)).then((epoch) => ({
        settings: 1,
        users: 1,
        projects: 1,
        trackers: 1,
        epoch,
      })),
    )
    const first = cache.refresh()
    await new Promise((resolve) => setImmediate(resolve))
    const second = cache.refresh()
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.('b')
    await second
    const data = await cache.getOrLoad('users', 'a', async () => ({ n: 1 }))
    answers[0]?.('a')
    await first
    expect(cache.epoch).toBe('b')
    expect(cache.get('users', 'a')).toBe(data)
  })
  it('loads only the missing values of several', async () => {
    const { memory } = aMemory()
    await memory.refresh()
    const batches: (readonly number[])[] = []
    const recall = (ids: readonly number[]) =>
      memory.getOrLoadEach('projects', ids, String, async (missing) => {
        batches.push(missing)
        return new Map(missing.filter((id) => id < 9).map((id) => [id, { id }]))
      })
    expect([...(await recall([1, 2, 1])).keys()]).toEqual([1, 2])
    expect([...(await recall([2, 3, 9])).keys()]).toEqual([2, 3])
    expect(batches).toEqual([
      [1, 2],
      [3, 9],
    ])
  })
  it('does not store any of several values that were loaded before a concurrent change', async () => {
    const { memory, revisions } = aMemory()
    await memory.refresh()
    const loaded = await memory.getOrLoadEach('projects', [1], String, async () => {
      revisions.projects = 2
      await memory.refresh()
      return new Map([[1, { n: 'old' }]])
    })
    expect(loaded.get(1)).toEqual({ n: 'old' })
    expect(memory.get('projects', '1')).toBeUndefined()
  })
})
