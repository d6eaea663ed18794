import { describe, expect, it } from 'vitest'
import { RevisionCache } from './revision-cache.ts'

function aMemory() {
  const revisions = { settings: 1, users: 1, projects: 1, trackers: 1 }
  return { revisions, memory: new RevisionCache(async () => ({ ...revisions })) }
}

describe('what is remembered', () => {
  it('is loaded once while its subject does not change', async () => {
    const { memory } = aMemory()
    await memory.refresh()
    const first = await memory.getOrLoad('users', 'a', async () => ({ n: 1 }))
    expect(await memory.getOrLoad('users', 'a', async () => ({ n: 2 }))).toBe(first)
    expect(memory.get('users', 'a')).toBe(first)
  })
  it('is forgotten at the next request after its subject changed, and others are not', async () => {
    const { memory, revisions } = aMemory()
    await memory.refresh()
    await memory.getOrLoad('users', 'a', async () => ({ n: 1 }))
    const project = await memory.getOrLoad('projects', 'a', async () => ({ n: 1 }))
    revisions.users = 2
    await memory.refresh()
    expect(await memory.getOrLoad('users', 'a', async () => ({ n: 2 }))).toEqual({ n: 2 })
    expect(await memory.getOrLoad('projects', 'a', async () => ({ n: 2 }))).toBe(project)
  })
  it('does not keep what was read before a change that came while it was read', async () => {
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

  it('reads the counters once for those who ask together, and anew for who asks later', async () => {
    let readings = 0
    const cache = new RevisionCache(async () => ({ settings: ++readings, users: 1, projects: 1, trackers: 1 }))
    const together = [cache.refresh(), cache.refresh()]
    await Promise.all(together)
    expect(readings).toBe(1)
    await cache.refresh()
    expect(cache.revisionKey).toBe('2.1.1.1')
  })

  it('is not moved back by an answer that comes late', async () => {
    const answers: ((n: number) => void)[] = []
    const asked = () =>
      new Promise<number>((resolve) => answers.push(resolve)).then((users) => ({
        settings: 1,
        users,
        projects: 1,
        trackers: 1,
      }))
    const cache = new RevisionCache(asked)
    const first = cache.refresh()
    await new Promise((resolve) => setImmediate(resolve))
    const second = cache.refresh()
    await new Promise((resolve) => setImmediate(resolve))
    answers[1]?.(2)
    await second
    const known = await cache.getOrLoad('users', 'a', async () => ({ n: 2 }))
    answers[0]?.(1)
    await first
    expect(cache.revisionKey).toBe('1.2.1.1')
    expect(cache.get('users', 'a')).toBe(known)
  })
  it('is completed by what is missing alone when several are asked for', async () => {
    const { memory } = aMemory()
    await memory.refresh()
    const asked: (readonly number[])[] = []
    const recall = (ids: readonly number[]) =>
      memory.getOrLoadEach('projects', ids, String, async (missing) => {
        asked.push(missing)
        return new Map(missing.filter((id) => id < 9).map((id) => [id, { id }]))
      })
    expect([...(await recall([1, 2, 1])).keys()]).toEqual([1, 2])
    expect([...(await recall([2, 3, 9])).keys()]).toEqual([2, 3])
    expect(asked).toEqual([
      [1, 2],
      [3, 9],
    ])
  })
  it('keeps none of several that were read before a change that came while they were read', async () => {
    const { memory, revisions } = aMemory()
    await memory.refresh()
    const found = await memory.getOrLoadEach('projects', [1], String, async () => {
      revisions.projects = 2
      await memory.refresh()
      return new Map([[1, { n: 'old' }]])
    })
    expect(found.get(1)).toEqual({ n: 'old' })
    expect(memory.get('projects', '1')).toBeUndefined()
  })
})
