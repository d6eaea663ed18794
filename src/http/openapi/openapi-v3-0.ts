type Json = Readonly<Record<string, unknown>>

/**
 * Converts the description to OpenAPI 3.0. The page that displays it takes a second to resolve the references of one
 * operation of a 3.1 document, and a fifth of that for 3.0.
 */
export function toOpenApi30(openapi: Json): Json {
  const { license, ...info } = openapi['info'] as Json
  const { schemas, responses, ...components } = openapi['components'] as Json
  return {
    ...openapi,
    openapi: '3.0.3',
    info: { ...info, license: { name: (license as Json)['name'] } },
    security: (openapi['security'] as readonly Json[]).map(withoutRoles),
    paths: mapValues(openapi['paths'] as Json, (methods) =>
      mapValues(methods as Json, (each) => operation(each as Json)),
    ),
    components: {
      ...components,
      schemas: mapValues(schemas as Json, (schema) => convertSchema(schema as Json)),
      responses: mapValues(responses as Json, convertSchemas),
    },
  }
}

const mapValues = (members: Json, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value)]))

const operation = (described: Json): Json => ({
  ...(convertSchemas(described) as Json),
  security: (described['security'] as readonly Json[]).map(withoutRoles),
})

/** Only OAuth2 schemes can name scopes in OpenAPI 3.0. */
const withoutRoles = (requirement: Json): Json => mapValues(requirement, () => [])

/** Converts each schema of parameters, bodies and headers. */
function convertSchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convertSchemas)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === 'schema') return [key, convertSchema(member)]
      return [key, key === 'example' ? member : convertSchemas(member)]
    }),
  )
}

function convertSchema(schema: Json): Json {
  const { anyOf, const: constant, patternProperties, contentEncoding, ...others } = schema
  const converted = {
    ...others,
    ...mapSchemas(others, 'properties', (members) => mapValues(members, (member) => convertSchema(member as Json))),
    ...mapSchemas(others, 'items', convertSchema),
    ...mapSchemas(others, 'additionalProperties', convertSchema),
    ...(constant === undefined ? {} : { enum: [constant] }),
    ...(contentEncoding === 'base64' ? { format: 'byte' } : {}),
    ...(patternProperties === undefined ? {} : { additionalProperties: schemaOfValues(patternProperties as Json) }),
  }
  if (schema['type'] === 'array' && schema['items'] === undefined) return { ...converted, items: {} }
  if (schema['type'] === 'null') return { nullable: true, enum: [null] }
  return anyOf === undefined ? converted : { ...converted, ...oneOf(anyOf as readonly Json[]) }
}

/** Map keys have any name, so there is one pattern. */
const schemaOfValues = (patternProperties: Json): Json => convertSchema(Object.values(patternProperties)[0] as Json)

const mapSchemas = (schema: Json, keyword: string, convert: (value: Json) => Json): Json =>
  typeof schema[keyword] === 'object' ? { [keyword]: convert(schema[keyword] as Json) } : {}

/** OpenAPI 3.0 has no type `null`, but a flag of the other types. */
function oneOf(choices: readonly Json[]): Json {
  const others = choices.filter(({ type }) => type !== 'null')
  const mark = others.length < choices.length ? { nullable: true } : {}
  const [only] = others
  if (others.length > 1 || only === undefined) return { anyOf: others.map(convertSchema), ...mark }
  return '$ref' in only ? { allOf: [only], ...mark } : { ...convertSchema(only), ...mark }
}
