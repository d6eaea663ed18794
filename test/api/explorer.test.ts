import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { routes } from '../../src/app/slices/routes.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) =>
  describe('the API explorer', () => {
    const server = createServer(dialect)

    it.each([
      ['/api/explorer', 301],
      ['/api/v1/explorer', 301],
    ])('redirects from %s to the page', async (url, status) => {
      const response = await server.app.inject({ url })
      expect([response.statusCode, response.headers.location]).toEqual([status, '/api/explorer/'])
    })
    it('serves the page', async () => {
      const page = await server.app.inject({ url: '/api/explorer/' })
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    })
    it('serves valid OpenAPI 3.0 with every operation', async () => {
      const body = (await server.app.inject({ url: '/api/explorer/json' })).json()
      const validator = new Validator()
      const { valid, errors } = await validator.validate(body)
      expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.0' })
      const operations = Object.values(body.paths).flatMap((methods) => Object.keys(methods as object))
      expect(operations.length).toBe(routes.length)
      expect(JSON.stringify(body.components)).not.toMatch(/"type":"null"|"const":|"patternProperties":/)
    })
    it('serves its assets with a content security policy', async () => {
      const asset = await server.app.inject({ url: '/api/explorer/static/swagger-ui.css' })
      expect([asset.statusCode, asset.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
      expect(asset.headers['content-security-policy']).toContain("script-src 'self'")
      const { headers } = await server.app.inject({ method: 'HEAD', url: '/api/explorer/' })
      expect(Number(headers['content-length'])).toBeGreaterThan(500)
    })
    it('returns 404 for an unknown asset', async () => {
      const response = await server.app.inject({ url: '/api/explorer/static/nothing.js' })
      expect([response.statusCode, response.json().error.code]).toEqual([404, 404])
    })
    it('ignores the Host header in the description', async () => {
      const response = await server.app.inject({
        url: '/api/explorer/swagger.json',
        headers: { host: 'evil"><script>' },
      })
      expect(response.json().host).toBe('127.0.0.1:8080')
    })
  }),
)
