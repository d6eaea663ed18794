import { describe, expect, it } from 'vitest'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) =>
  describe('the picture of a person', () => {
    const server = createServer(dialect)

    it('is found where the account says', async () => {
      const { body } = await server.as('admin').get('users/self')
      const answer = await server.app.inject({ url: new URL(body.avatar_url).pathname })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
      expect(answer.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    })
    it('of somebody unknown is the same for all', async () => {
      const { body } = await server.as('visitor').get('users/self')
      expect((await server.app.inject({ url: new URL(body.avatar_url).pathname })).statusCode).toBe(200)
    })
  }),
)
