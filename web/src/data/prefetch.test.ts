import { afterEach, expect, it, vi } from 'vitest'
import { prefetch, takePrefetched } from './prefetch.ts'
import { singleQuery } from './prefetch-query.ts'

afterEach(() => vi.unstubAllGlobals())

/** A server that responds with the number in the URL. */
function startServer(): string[] {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    if (address.includes('cut')) throw new TypeError('cut off')
    return new Response(JSON.stringify({ id: Number(address.split('/').at(-1)) }))
  })
  return requests
}

it('requests once, then dependent queries, and returns each response once', async () => {
  const requests = startServer()
  const artifact = singleQuery<{ id: number }>('/artifacts/3', {
    next: ({ id }) => [singleQuery(`/trackers/${id + 1}`)],
  })
  prefetch([artifact, artifact])
  await vi.waitFor(() => expect(requests).toStrictEqual(['/api/artifacts/3', '/api/trackers/4']))
  expect(await (await takePrefetched('/api/artifacts/3'))?.json()).toStrictEqual({ id: 3 })
  expect(takePrefetched('/api/artifacts/3')).toBeUndefined()
  expect(await (await takePrefetched('/api/trackers/4'))?.json()).toStrictEqual({ id: 4 })
})

it('leaves dependent queries to the first consumer of the response', async () => {
  const requests = startServer()
  const next = vi.fn(() => [singleQuery('/trackers/5')])
  prefetch([singleQuery('/artifacts/5', { next })])
  await (await takePrefetched('/api/artifacts/5'))?.text()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(next).not.toHaveBeenCalled()
  expect(requests).toStrictEqual(['/api/artifacts/5'])
})

it('uses a response that came with the page instead of a request', async () => {
  const requests = startServer()
  const session = singleQuery<{ id: number }>('/session', { next: ({ id }) => [singleQuery(`/users/${id}`)] })
  prefetch([session], new Map([['/api/session', new Response('{"id":7}')]]))
  await vi.waitFor(() => expect(requests).toStrictEqual(['/api/users/7']))
  expect(await (await takePrefetched('/api/session'))?.json()).toStrictEqual({ id: 7 })
})

it('reports a failure only to the consumer', async () => {
  startServer()
  prefetch([singleQuery('/cut')])
  await expect(takePrefetched('/api/cut')).rejects.toThrow('cut off')
})
