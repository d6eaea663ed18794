import { describe, expect, it } from 'vitest'
import { aServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) =>
  describe('a browser', () => {
    const server = aServer(dialect)

    it.each([
      ['/api/explorer', 301],
      ['/api/v1/explorer', 301],
    ])('at %s is led to the description', async (url, status) => {
      const answer = await server.app.inject({ url })
      expect([answer.statusCode, answer.headers.location]).toEqual([status, '/api/explorer/'])
    })
    it('reads it there', async () => {
      const page = await server.app.inject({ url: '/api/explorer/' })
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    })
    it('cannot make the description name another host', async () => {
      const answer = await server.app.inject({ url: '/api/explorer/swagger.json', headers: { host: 'evil"><script>' } })
      expect(answer.json().host).toBe('127.0.0.1:8080')
    })
  }),
)
