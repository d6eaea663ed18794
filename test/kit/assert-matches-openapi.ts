import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { description } from '../../src/app/api/description.ts'
import { resolveReference } from './resolve-reference.ts'

type Json = Readonly<Record<string, unknown>>
interface DescribedPath {
  readonly pattern: RegExp
  readonly path: string
  readonly operations: Readonly<Record<string, Json>>
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
addFormats.default(ajv)
ajv.addSchema(description, 'api')

// Paths without parameters come first, because `/access_keys/{id}` also matches `/access_keys/self`.
const describedPaths: readonly DescribedPath[] = Object.entries(
  description['paths'] as Readonly<Record<string, Readonly<Record<string, Json>>>>,
)
  .map(([path, operations]) => ({
    path,
    operations,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`, 'i'),
  }))
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length)

/** Throws if a response does not match the API description: unknown operation, status or shape. */
export function assertMatchesOpenApi(
  method: string,
  url: string,
  answer: {
    readonly status: number
    readonly body: unknown
    readonly text: string
    readonly headers: Readonly<Record<string, unknown>>
  },
): void {
  const requestPath = url.split('?')[0] ?? ''
  if (!/^\/api(\/|$)/i.test(requestPath)) return
  const relativePath = requestPath
    .replace(/^\/api(\/v1)?(?=\/|$)/i, '')
    .replace(/\.(json|xml)$/i, '')
    .replace(/(?<=.)\/$/, '')
  const path = relativePath === '' ? '/' : relativePath
  const match = describedPaths.find(
    ({ pattern, operations }) => pattern.test(path) && operations[method.toLowerCase()] !== undefined,
  )
  if (match === undefined) {
    if (answer.status < 400)
      throw new Error(`${method} ${url} returned ${answer.status}, but the API description has no such operation`)
    return
  }
  const operation = match.operations[method.toLowerCase()] as {
    readonly responses: Readonly<Record<string, unknown>>
  }
  const isKnown = Object.hasOwn(operation.responses, String(answer.status))
  if (!isKnown && answer.status < 400)
    throw new Error(`${method} ${url} returned ${answer.status}, which the API description does not list`)
  const status = isKnown ? String(answer.status) : 'default'
  if (answer.status === 304 || !/\bjson\b/.test(String(answer.headers['content-type'] ?? 'application/json'))) return
  const response = resolveReference(operation.responses[status]) as {
    readonly content?: Readonly<Record<string, Json>>
  }
  const content = response.content?.['application/json']
  if (content === undefined) {
    if (answer.text !== '')
      throw new Error(
        `${method} ${url} returned a body, but the API description has none: ${answer.text.slice(0, 200)}`,
      )
    return
  }
  const schema = content['schema'] as Json
  if (answer.text === '' && (resolveReference(schema) as Json)['x-may-be-empty'] === true) return
  const validate = getValidator(schema)
  if (!validate(answer.body)) {
    throw new Error(
      `${method} ${url} returned ${answer.status}, which does not match the API description: ${ajv.errorsText(validate.errors).slice(0, 600)}\n${answer.text.slice(0, 400)}`,
    )
  }
}

const validators = new WeakMap<Json, ValidateFunction>()

/** Compiles a schema of the API description; references in it are relative to the whole description. */
export function getValidator(schema: Json): ValidateFunction {
  const cached = validators.get(schema)
  if (cached !== undefined) return cached
  const compiled = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')))
  validators.set(schema, compiled)
  return compiled
}
