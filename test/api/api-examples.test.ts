import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { description } from '../../src/app/api/description.ts'
import { getValidator } from '../kit/assert-matches-openapi.ts'
import { exampleSteps } from '../kit/example-steps.ts'
import { useMemoryStorage } from '../kit/repositories.ts'
import { importSampleProject } from '../kit/sample-project.ts'
import { adminPassword, alwaysOnEachDatabase, createServer, type TestResponse } from '../kit/server.ts'

type Json = Readonly<Record<string, unknown>>
type Examples = Record<string, Record<string, unknown>>

interface MediaType {
  readonly schema: Json
  readonly example?: unknown
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>>
}

/** Operations that need more than the sample project: their examples are only validated. */
const operationsWithoutStep: readonly string[] = [
  'DELETE /session',
  'DELETE /site/access_keys/:id',
  'DELETE /tokens/:token',
  'DELETE /users/:id/authorized_apps/:app_id',
  'DELETE /users/:id/pending_email',
  'DELETE /users/:id/second_factors/passkeys/:pid',
  'DELETE /users/:id/second_factors/totp',
  'DELETE /users/:id/sessions/:sid',
  'GET /project_exports/:id/archive',
  'GET /project_imports/:id',
  'GET /svn/:id/commits',
  'GET /svn/:id/commits/:revision',
  'GET /svn/:id/diff',
  'GET /svn/:id/file',
  'GET /svn/:id/tree',
  'GET /users/:id/inbox',
  'PATCH /project_imports/:id',
  'PATCH /users/:id/second_factors/passkeys/:pid',
  'POST /email_confirmations',
  'POST /password_reset_requests',
  'POST /password_resets',
  'POST /sample_project',
  'POST /session/passkey',
  'POST /session/recovery_code',
  'POST /session/totp',
  'POST /setup',
  'POST /svn/:id/restore',
  'POST /svn_webhook_deliveries/:id/replay',
  'POST /tracker_webhook_deliveries/:id/replay',
  'POST /users/:id/second_factors/passkeys',
  'POST /users/:id/second_factors/passkeys/options',
  'POST /users/:id/second_factors/recovery_codes',
  'POST /users/:id/second_factors/totp',
  'PUT /users/:id/second_factors/totp',
]

const file = new URL('../../src/app/api/api-examples.json', import.meta.url)
const operations = new Map(
  Object.entries(description['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, operation] as const,
      ),
  ),
)

/** Every body of the description, with the name of its operation. */
const bodies = [...operations].flatMap(([name, { requestBody, responses }]) => [
  ...mediaTypes(`${name} request`, requestBody?.content),
  ...Object.entries(responses).flatMap(([status, { content }]) => mediaTypes(`${name} ${status}`, content)),
])

function mediaTypes(name: string, content: Readonly<Record<string, MediaType>> = {}) {
  return Object.entries(content).map(([type, media]) => ({ name: `${name} ${type}`, ...media }))
}

describe('the examples of the API description', () => {
  it('exist for every body', () => {
    expect(bodies.length).toBeGreaterThan(200)
    expect(bodies.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([])
  })

  it('match the schemas of their bodies', () => {
    const invalid = bodies.flatMap(({ name, schema, example }) => {
      const validate = getValidator(schema)
      return validate(example) ? [] : [`${name}: ${JSON.stringify(validate.errors?.slice(0, 3))}`]
    })
    expect(invalid).toEqual([])
  })
})

alwaysOnEachDatabase((dialect) =>
  describe('the sample project', () => {
    const server = createServer(dialect)
    beforeAll(() => {
      useMemoryStorage(server.world)
      return importSampleProject(server.world)
    })

    it('accepts the example of each request and returns responses that match the description', async () => {
      const examples: Examples = JSON.parse(await readFile(file, 'utf8'))
      const ids = new Map<string, string>()
      const failed: string[] = []
      for (const [operation, template, headers] of exampleSteps) {
        const [method = ''] = operation.split(' ')
        const url = template.replaceAll(/<([^>]+)>/g, (_, name: string) => ids.get(name) ?? `no id of ${name}`)
        const body = JSON.stringify(examples[operation]?.['request'])?.replaceAll(examplePassword, adminPassword)
        try {
          // `send` validates the response as well.
          const response = await server.as('admin').send(method, `/api${url}`, { body, headers })
          if (response.status >= 300) failed.push(`${operation}: ${response.status} ${response.text.slice(0, 300)}`)
          const id = response.body?.id ?? response.body?.field_id ?? response.body?.at?.(-1)?.id
          if (id !== undefined) ids.set(operation, String(id))
          record(examples, operation, response)
        } catch (problem) {
          failed.push(`${operation}: ${problem}`)
        }
      }
      expect(failed).toEqual([])
      if (process.env['TULIPWOOD_RECORD_EXAMPLES']) await writeFile(file, `${JSON.stringify(examples, null, 2)}\n`)
    }, 120_000)

    it('has a step for every operation that can be tried with the sample project only', () => {
      const requested = new Set(exampleSteps.map(([operation]) => operation))
      expect([...operations.keys()].filter((name) => !requested.has(name)).sort()).toEqual(operationsWithoutStep)
    })
  }),
)

/** Placeholder for the password of the administrator of the test server. */
const examplePassword = 'a long enough passphrase'

/** Replaces the response of an example. Run this file with TULIPWOOD_RECORD_EXAMPLES=1, then format the JSON file. */
function record(examples: Examples, operation: string, { status, headers, text, body }: TestResponse): void {
  if (text === '') return
  const key = body === undefined ? String(headers['content-type']).split(';')[0] : status
  examples[operation] = { ...examples[operation], [`${key}`]: shorten(body ?? text) }
}

/** Keeps the first items of each list, and the beginning of each long text. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = value.replaceAll('http://localhost:80/', 'https://tracker.example/')
    return text.length <= 600 ? text : `${text.slice(0, 600)}…`
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, 2).map(shorten)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shorten(member)]))
}
