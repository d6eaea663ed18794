import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { routes } from '../../src/app/slices/routes.ts'
import { createServer } from '../kit/server.ts'

type Json = Readonly<Record<string, unknown>>

// The description is generated from the routes, so one database is enough.
describe('the OpenAPI description', () => {
  const server = createServer('sqlite')
  const read = (url: string) => server.as('visitor').get(url, { skipsOpenApiCheck: true })

  it('is valid OpenAPI 3.1', async () => {
    const { status, body } = await read('/api/explorer/openapi.json')
    expect(status).toBe(200)
    const validator = new Validator()
    const { valid, errors } = await validator.validate(body)
    expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.1' })
  })

  it('contains only valid JSON Schema that can be compiled', async () => {
    const { body } = await read('/api/explorer/openapi.json')
    const ajv = new Ajv2020({ strict: false, validateSchema: true })
    addFormats.default(ajv)
    ajv.addSchema(body, 'api', false, false)
    const broken: string[] = []
    for (const schema of [...schemasIn(body.paths), ...Object.values(body.components.schemas)]) {
      // References to components are resolved in the document that contains them.
      const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components'))
      if (ajv.validateSchema(whole) !== true)
        broken.push(`${ajv.errorsText()}: ${JSON.stringify(schema).slice(0, 200)}`)
      else expect(() => ajv.compile(whole)).not.toThrow()
    }
    expect(broken).toEqual([])
  })

  it('contains every operation once, with a unique operationId', async () => {
    const { body } = await read('/api/explorer/openapi.json')
    const operations = Object.entries(body.paths as Readonly<Record<string, Json>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        id: (operation as Json)['operationId'],
      })),
    )
    expect(operations.map(({ name }) => name).sort()).toEqual(
      routes.map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`).sort(),
    )
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  })

  it('names each object schema that is used in two places', async () => {
    const { body } = await read('/api/explorer/openapi.json')
    const schemas = Object.values(body.components.schemas as Readonly<Record<string, Json>>)
    expect(schemas.length).toBeGreaterThan(200)
    const anonymous = [
      ...objectsIn(body.paths),
      ...schemas.flatMap((schema) => objectsIn(schema).filter((object) => object !== schema)),
    ].map((schema) => JSON.stringify(schema))
    expect(anonymous.filter((text, index) => anonymous.indexOf(text) !== index)).toEqual([])
  })

  it('names the main representations, and maps field values by their type', async () => {
    const { schemas } = (await read('/api/explorer/openapi.json')).body.components
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Artifact', 'Changeset', 'Comment', 'Error', 'Project', 'Tracker', 'User', 'UserGroup']),
    )
    const { propertyName, mapping } = schemas.FieldValue.discriminator
    expect(propertyName).toBe('type')
    expect(mapping).toMatchObject({
      text: '#/components/schemas/TextValue',
      int: '#/components/schemas/NumberValue',
      float: '#/components/schemas/NumberValue',
      art_link: '#/components/schemas/ArtifactLinkValue',
    })
    expect(new Set(Object.values(mapping))).toEqual(
      new Set(schemas.FieldValue.anyOf.map(({ $ref }: { readonly $ref: string }) => $ref)),
    )
  })

  it('describes every parameter', async () => {
    const { body } = await read('/api/explorer/openapi.json')
    const undescribed = operationsIn(body.paths).flatMap(([name, { parameters }]) =>
      (parameters as readonly Json[])
        .filter(({ description }) => !description)
        .map((each) => `${name} ${each['name']}`),
    )
    expect(undescribed).toEqual([])
  })

  it('has summaries that begin with a verb', async () => {
    const { body } = await read('/api/explorer/openapi.json')
    const summaries = operationsIn(body.paths).map(([name, { summary }]) => `${name}: ${summary}`)
    const verbs =
      'List|Get|Create|Update|Delete|Replace|Set|Add|Remove|Append|Move|Clear|Cancel|Confirm|Complete|Check|Enable|Explain|Restore|Redeliver|Render|Watch|Stop'
    expect(summaries.filter((each) => !new RegExp(`: (${verbs})[ ,].*[.)]$`).test(each))).toEqual([])
  })

  it('has a described tag for each operation, and accepts any one of the security schemes', async () => {
    const { body } = await read('/api/explorer/openapi.json')
    const tags = (body.tags as readonly Json[]).map(({ name }) => name)
    const used = operationsIn(body.paths).flatMap(([, operation]) => operation['tags'] as readonly string[])
    expect(new Set(used)).toEqual(new Set(tags))
    expect(body.tags.every(({ description }: Json) => typeof description === 'string')).toBe(true)
    const schemes = body.security.flatMap((each: Json) => Object.keys(each))
    expect(schemes.sort()).toEqual(Object.keys(body.components.securitySchemes).sort())
  })

  it('has a schema for every successful response with a body', async () => {
    const { body } = await read('/api/explorer/openapi.json')
    const bodySchemas = operationsIn(body.paths).flatMap(([name, { responses }]) =>
      Object.entries(responses as Readonly<Record<string, Json>>)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([status, { content = {} }]) =>
          Object.entries(content as Readonly<Record<string, Json>>).map(
            ([type, { schema }]) => [`${name} ${status} ${type}`, schema] as const,
          ),
        ),
    )
    expect(bodySchemas.length).toBeGreaterThan(150)
    expect(bodySchemas.filter(([, schema]) => Object.keys(schema as object).length === 0)).toEqual([])
  })

  it('is also available as Swagger 2.0', async () => {
    const { status, body } = await read('/api/explorer/swagger.json')
    expect(status).toBe(200)
    const { valid, errors } = await new Validator().validate(body)
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    expect(body).toMatchObject({ swagger: '2.0', basePath: '/api' })
    expect(body.securityDefinitions).toMatchObject({
      api_access_key: { type: 'apiKey', in: 'header', name: 'X-Auth-AccessKey' },
      oauth2: { type: 'oauth2', flow: 'accessCode', tokenUrl: expect.stringMatching(/^https?:.*\/oauth2\/token$/) },
    })
    const { scopes } = body.securityDefinitions.oauth2
    expect(Object.keys(scopes)).toEqual(expect.arrayContaining(['openid', 'read:project', 'write:tracker']))
    expect(Object.keys(scopes)).not.toContain('write:rest')
    expect(body.paths['/projects'].get.security).toEqual([{ api_access_key: [] }, { oauth2: ['read:project'] }])
    expect(body.paths['/banner'].get.security).toEqual([{ api_access_key: [] }])
    expect(body.paths['/version'].get.security).toBeUndefined()
    expect(Object.keys(body.paths)).toEqual(Object.keys((await read('/api/explorer/openapi.json')).body.paths))
  })

  it('has a page that loads nothing from other hosts', async () => {
    const path = '/api/explorer/'
    const page = await read(path)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const loaded = assetsOf(page.text)
    expect(loaded.length).toBeGreaterThan(2)
    for (const asset of loaded) {
      const { origin, pathname } = new URL(asset, `https://site.example${path}`)
      expect(origin, asset).toBe('https://site.example')
      const response = await read(pathname)
      expect(response.status, asset).toBe(200)
      if (pathname.endsWith('.css')) expect(importsOf(response.text).filter(isExternal)).toEqual([])
    }
    // The content security policy blocks other hosts, too.
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toMatch(/https?:|\*/)
  })
})

function schemasIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => (name === 'schema' ? [member] : schemasIn(member)))
}

const operationsIn = (paths: Readonly<Record<string, Readonly<Record<string, Json>>>>) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )

/** Returns object schemas with properties at any depth; examples and other data are not schemas. */
function objectsIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([key, member]) =>
    ['const', 'default', 'enum', 'example'].includes(key) ? [] : objectsIn(member),
  )
  const isObject =
    'type' in value && value.type === 'object' && Object.keys((value as Json)['properties'] ?? {}).length > 0
  return isObject ? [value as Json, ...inside] : inside
}

const assetsOf = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link|img)\b[^>]*?\b(?:src|href)="([^"]+)"/g)].flatMap(([, url]) => url ?? [])

const importsOf = (css: string): string[] =>
  [...css.matchAll(/url\(\s*['"]?([^'")]+)|@import\s+['"]([^'"]+)/g)].flatMap(([, a, b]) => a ?? b ?? [])

const isExternal = (url: string): boolean => /^(https?:)?\/\//.test(url)
