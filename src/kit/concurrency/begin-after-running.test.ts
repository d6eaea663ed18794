import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createBeginAfterRunning } from './begin-after-running.ts'

function createRuns() {
  const begin = createBeginAfterRunning()
  const begun: string[] = []
  return {
    begun,
    /** The run ends when `end` is called. */
    add(name: string) {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const result = begin(() => {
        begun.push(name)
        return promise
      })
      return { result, end: () => resolve(name), fail: () => reject(new Error(name)) }
    },
  }
}

it('a run begins in the next turn, and the following one when it has ended', async () => {
  const { add, begun } = createRuns()
  const one = add('one')
  expect(begun).toEqual([])
  await nextTurn()
  const two = add('two')
  await nextTurn()
  expect(begun).toEqual(['one'])
  one.end()
  two.end()
  expect(await Promise.all([one.result, two.result])).toEqual(['one', 'two'])
  expect(begun).toEqual(['one', 'two'])
})

it('a run that hangs holds up the following one for a few milliseconds only', async () => {
  const { add, begun } = createRuns()
  add('hangs')
  await nextTurn()
  const two = add('two')
  two.end()
  expect(await two.result).toBe('two')
  expect(begun).toEqual(['hangs', 'two'])
})

it('a failure is returned to its own caller only', async () => {
  const { add } = createRuns()
  const one = add('one')
  await nextTurn()
  const two = add('two')
  one.fail()
  two.end()
  await expect(one.result).rejects.toThrow('one')
  expect(await two.result).toBe('two')
})
