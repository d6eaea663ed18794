import { describe, expect, it } from 'vitest'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('with Subversion disabled', () => {
    const server = createServer(dialect, { env: { TULIPWOOD_SUBVERSION: 'no' } })

    it('every Subversion URL returns 501 for every method', async () => {
      const url = await server.app.listen({ host: '127.0.0.1', port: 0 })
      for (const method of ['GET', 'PROPFIND', 'OPTIONS', 'PUT', 'MKACTIVITY', 'POST']) {
        const response = await fetch(`${url}/svnplugin/pumps/main/x`, { method })
        expect(response.status).toBe(501)
        expect(await response.text()).toContain('Subversion is not available on this server')
      }
    })

    it('all other routes work, and the node is ready', async () => {
      expect((await server.as('admin').get('projects')).status).toBe(200)
      const { statusCode, json } = await server.app.inject({ url: '/health' })
      expect([statusCode, json()]).toEqual([200, { live: true, ready: true, disk: 'ok', subversion: 'absent' }])
    })
  })
})
