import { expect, it } from 'vitest'
import { RevisionCache } from '../../kit/caches/revision-cache.ts'
import { answerInOneEpoch } from './answer-in-one-epoch.ts'

it.each([
  { epochs: ['a', 'a'], minFailoverMs: 0, bodies: ['a'] },
  { epochs: ['a', 'b'], minFailoverMs: 0, bodies: ['a', 'b'] },
  { epochs: ['a', 'b'], minFailoverMs: 60_000, bodies: ['a'] },
])('a read during which the epochs are $epochs is answered as $bodies', async ({ epochs, minFailoverMs, bodies }) => {
  const left = [...epochs]
  const cache = new RevisionCache(async () => ({
    settings: 1,
    users: 1,
    projects: 1,
    trackers: 1,
    epoch: left.shift() ?? epochs.at(-1) ?? '',
  }))
  await cache.refresh()
  const answered: string[] = []
  const answer = async () => {
    answered.push(cache.epoch)
    return { revisionKey: cache.revisionKey, answer: { body: cache.epoch } }
  }
  const begin = async () => {
    await cache.refresh()
    return cache
  }
  expect((await answerInOneEpoch(begin, answer, minFailoverMs)).answer).toEqual({ body: bodies.at(-1) })
  expect(answered).toEqual(bodies)
})
