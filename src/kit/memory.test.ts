import { describe, expect, it } from 'vitest'
import { Memory } from './memory.ts'

function aMemory() {
  const revisions = { settings: 1, users: 1, projects: 1, trackers: 1 }
  return { revisions, memory: new Memory(async () => ({ ...revisions })) }
}

describe('what is remembered', () => {
  it('is loaded once while its subject does not change', async () => {
    const { memory } = aMemory()
    await memory.refresh()
    const first = await memory.recall('users', 'a', async () => ({ n: 1 }))
    expect(await memory.recall('users', 'a', async () => ({ n: 2 }))).toBe(first)
    expect(memory.peek('users', 'a')).toBe(first)
  })
  it('is forgotten at the next request after its subject changed, and others are not', async () => {
    const { memory, revisions } = aMemory()
    await memory.refresh()
    await memory.recall('users', 'a', async () => ({ n: 1 }))
    const project = await memory.recall('projects', 'a', async () => ({ n: 1 }))
    revisions.users = 2
    await memory.refresh()
    expect(await memory.recall('users', 'a', async () => ({ n: 2 }))).toEqual({ n: 2 })
    expect(await memory.recall('projects', 'a', async () => ({ n: 2 }))).toBe(project)
  })
  it('does not keep what was read before a change that came while it was read', async () => {
    const { memory, revisions } = aMemory()
    await memory.refresh()
    const slow = memory.recall('users', 'a', async () => {
      revisions.users = 2
      await memory.refresh()
      return { n: 'old' }
    })
    expect(await slow).toEqual({ n: 'old' })
    expect(memory.peek('users', 'a')).toBeUndefined()
  })
})
