import { describe, expect, it } from 'vitest'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) =>
  describe('the avatar of a user', () => {
    const server = createServer(dialect)

    it('is available at the avatar_url of the user', async () => {
      const { body } = await server.as('admin').get('users/self')
      const response = await server.app.inject({ url: new URL(body.avatar_url).pathname })
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png'])
      expect(response.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    })
    it('of an anonymous user is available', async () => {
      const { body } = await server.as('visitor').get('users/self')
      expect((await server.app.inject({ url: new URL(body.avatar_url).pathname })).statusCode).toBe(200)
    })
  }),
)
