import { describe, expect, it } from 'vitest'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('where Subversion is not installed, or not wanted', () => {
    const server = createServer(dialect, { env: { TULIPWOOD_SUBVERSION: 'no' } })

    it('its addresses say so, whatever is asked of them and by whom', async () => {
      const url = await server.app.listen({ host: '127.0.0.1', port: 0 })
      for (const method of ['GET', 'PROPFIND', 'OPTIONS', 'PUT', 'MKACTIVITY', 'POST']) {
        const answer = await fetch(`${url}/svnplugin/pumps/main/x`, { method })
        expect(answer.status).toBe(501)
        expect(await answer.text()).toContain('Subversion is not available on this server')
      }
    })

    it('everything else is there, and the node is ready', async () => {
      expect((await server.as('admin').get('projects')).status).toBe(200)
      const { statusCode, json } = await server.app.inject({ url: '/health' })
      expect([statusCode, json()]).toEqual([200, { live: true, ready: true, disk: 'ok', subversion: 'absent' }])
    })
  })
})
