import { afterEach, expect, it, vi } from 'vitest'
import { readResource, sendChange } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

const broken = (problem: unknown): Response =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"id":'))
        body.error(problem)
      },
    }),
  )

it.each([
  ['a connection that breaks before the response', () => Promise.reject(new TypeError('network error'))],
  ['a connection that breaks within the body', async () => broken(new TypeError('network error'))],
] as const)('%s is a failure without an answer, so that the request is sent again', async (_, fetch) => {
  vi.stubGlobal('fetch', fetch)
  await expect(readResource('/artifacts/3')).rejects.toMatchObject({ status: 0 })
  await expect(sendChange('PUT', '/artifacts/3', {})).rejects.toMatchObject({ status: 0 })
})

it('an aborted request fails with the reason of its signal', async () => {
  vi.stubGlobal('fetch', async () => broken(new DOMException('stopped', 'AbortError')))
  await expect(readResource('/artifacts/3')).rejects.toMatchObject({ name: 'AbortError' })
})
