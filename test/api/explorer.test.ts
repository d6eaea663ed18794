import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { routes } from '../../src/app/routes.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) =>
  describe('a browser', () => {
    const server = createServer(dialect)

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
    it('loads the description as valid OpenAPI 3.0, with every operation', async () => {
      const body = (await server.app.inject({ url: '/api/explorer/json' })).json()
      const validator = new Validator()
      const { valid, errors } = await validator.validate(body)
      expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.0' })
      const operations = Object.values(body.paths).flatMap((methods) => Object.keys(methods as object))
      expect(operations.length).toBe(routes.length)
      expect(JSON.stringify(body.components)).not.toMatch(/"type":"null"|"const":|"patternProperties":/)
    })
    it('gets what the page is made of, under a policy of its own', async () => {
      const script = await server.app.inject({ url: '/api/explorer/static/swagger-ui.css' })
      expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
      expect(script.headers['content-security-policy']).toContain("script-src 'self'")
      const { headers } = await server.app.inject({ method: 'HEAD', url: '/api/explorer/' })
      expect(Number(headers['content-length'])).toBeGreaterThan(500)
    })
    it('is told as everywhere that there is nothing', async () => {
      const answer = await server.app.inject({ url: '/api/explorer/static/nothing.js' })
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 404])
    })
    it('cannot make the description name another host', async () => {
      const answer = await server.app.inject({ url: '/api/explorer/swagger.json', headers: { host: 'evil"><script>' } })
      expect(answer.json().host).toBe('127.0.0.1:8080')
    })
  }),
)
