import { afterEach, expect, it, vi } from 'vitest'
import { askEarly, takeEarly } from './early.ts'
import { one } from './first-read.ts'

afterEach(() => vi.unstubAllGlobals())

/** A server that answers with the number in the address. */
function aServer(): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (address.includes('cut')) throw new TypeError('cut off')
    return new Response(JSON.stringify({ id: Number(address.split('/').at(-1)) }))
  })
  return asked
}

it('asks once, then what follows from the answer, and gives each answer once', async () => {
  const asked = aServer()
  const artifact = one<{ id: number }>('/artifacts/3', { next: ({ id }) => [one(`/trackers/${id + 1}`)] })
  askEarly([artifact, artifact])
  await vi.waitFor(() => expect(asked).toStrictEqual(['/api/artifacts/3', '/api/trackers/4']))
  expect(await (await takeEarly('/api/artifacts/3'))?.json()).toStrictEqual({ id: 3 })
  expect(takeEarly('/api/artifacts/3')).toBeUndefined()
  expect(await (await takeEarly('/api/trackers/4'))?.json()).toStrictEqual({ id: 4 })
})

it('leaves what follows to who took the answer first', async () => {
  const asked = aServer()
  const next = vi.fn(() => [one('/trackers/5')])
  askEarly([one('/artifacts/5', { next })])
  await (await takeEarly('/api/artifacts/5'))?.text()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(next).not.toHaveBeenCalled()
  expect(asked).toStrictEqual(['/api/artifacts/5'])
})

it('tells a failure to who takes it, nobody else', async () => {
  aServer()
  askEarly([one('/cut')])
  await expect(takeEarly('/api/cut')).rejects.toThrow('cut off')
})
