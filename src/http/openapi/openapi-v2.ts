type Json = Readonly<Record<string, unknown>>

/**
 * Converts the description to Swagger 2.0, at the URL where one client checks that the server is alive
 * (docs/api/client-needs.md §11, docs/api/rest-conventions.md §1.9). Schemas are reduced to what that version supports.
 */
export function toSwagger2(
  openapi: Json,
  host: string,
  scheme: string,
  /** What each scope of apps allows. */
  scopes: Readonly<Record<string, string>>,
): Json {
  const paths = openapi['paths'] as Readonly<Record<string, Readonly<Record<string, Json>>>>
  return {
    swagger: '2.0',
    info: oldInfo(openapi['info'] as Json),
    host,
    schemes: [scheme],
    basePath: '/api',
    produces: ['application/json', 'application/xml'],
    consumes: ['application/json', 'application/xml'],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path,
        Object.fromEntries(Object.entries(operations).map(([verb, operation]) => [verb, oldOperation(operation)])),
      ]),
    ),
    definitions: { Error: { type: 'object' } },
    securityDefinitions: {
      api_access_key: { type: 'apiKey', in: 'header', name: 'X-Auth-AccessKey' },
      oauth2: {
        type: 'oauth2',
        flow: 'accessCode',
        authorizationUrl: `${scheme}://${host}/oauth2/authorize`,
        tokenUrl: `${scheme}://${host}/oauth2/token`,
        scopes,
      },
    },
  }
}

/** Swagger 2.0 has licenses without identifiers, only names. */
const oldInfo = (info: Json): Json => ({ ...info, license: { name: (info['license'] as Json)['name'] } })

function oldOperation(operation: Json): Json {
  const parameters = (operation['parameters'] as readonly Json[]).map((parameter) => {
    const schema = parameter['schema'] as Json
    const type = typeof schema['type'] === 'string' && schema['type'] !== 'object' ? schema['type'] : 'string'
    return { name: parameter['name'], in: parameter['in'], required: parameter['required'], type }
  })
  const body = operation['requestBody'] === undefined ? [] : [{ name: 'body', in: 'body', schema: { type: 'object' } }]
  const responses = Object.keys(operation['responses'] as Json).map(
    (status) => [status, { description: 'answer' }] as const,
  )
  return {
    operationId: operation['operationId'],
    summary: operation['summary'],
    tags: operation['tags'],
    parameters: [...parameters, ...body],
    responses: Object.fromEntries(responses),
    ...oldSecurity(operation['security'] as readonly Json[]),
  }
}

/** Anonymous access has no form of its own: as in Tuleap's description, an operation that admits visitors has an entry. */
function oldSecurity(accepted: readonly Json[]): Json {
  if (accepted.length === 0) return {}
  const tokens = accepted.flatMap(({ bearer }) => (bearer === undefined ? [] : [{ oauth2: bearer }]))
  return { security: [{ api_access_key: [] }, ...tokens] }
}
