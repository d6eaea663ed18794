import { isDeepStrictEqual } from 'node:util'

export type Json = Readonly<Record<string, unknown>>

/**
 * Serializes schemas for the description: each schema with a `title` is one component of that name, and wherever it
 * appears there is a reference to it.
 */
export class SchemaComponents {
  readonly #schemas = new Map<string, Json>()

  /** Returns the schema as JSON. Marks of the schema library are not enumerable in it, or start with `~`. */
  describe(schema: Json): Json {
    const { title } = schema
    return typeof title === 'string' ? this.#refer(title, schema) : this.#describeKeywords(schema)
  }

  /** Returns the schema of a body: an object without a title gets the name that its operation suggests. */
  describeBody(schema: Json, suggestedName: string): Json {
    const isNamed = schema['title'] !== undefined || schema['type'] !== 'object' || schema['properties'] === undefined
    return this.describe(isNamed ? schema : { ...schema, title: suggestedName })
  }

  /** Returns every component, by name. */
  all(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #refer(name: string, schema: Json): Json {
    const described = { ...this.#describeKeywords(schema), ...discriminatorOf(schema) }
    const existingSchema = this.#schemas.get(name)
    if (existingSchema !== undefined && !isDeepStrictEqual(existingSchema, described))
      throw new Error(`Two different schemas have the title "${name}"`)
    this.#schemas.set(name, described)
    return { $ref: `#/components/schemas/${name}` }
  }

  #describeKeywords(schema: Json): Json {
    const { required: _, ...keywords } = schema
    const described = mapValues(keywords, (value, keyword) => {
      if (keyword === 'properties' || keyword === 'patternProperties')
        return mapValues(value as Json, (member) => this.describe(member as Json))
      if (Array.isArray(value)) return keyword === 'anyOf' ? value.map((choice) => this.describe(choice)) : value
      return holdsSchema.has(keyword) && typeof value === 'object' ? this.describe(value as Json) : value
    })
    return { ...described, ...requiredWithoutDefault(schema) }
  }
}

/** Clients need not send a member that has a default. */
function requiredWithoutDefault({ required = [], properties = {} }: Json): Json {
  const names = (required as readonly string[]).filter(
    (name) => (properties as Readonly<Record<string, Json>>)[name]?.['default'] === undefined,
  )
  return names.length === 0 ? {} : { required: names }
}

const holdsSchema: ReadonlySet<string> = new Set(['items', 'additionalProperties'])

const mapValues = (members: Json, change: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([key]) => !key.startsWith('~'))
      .map(([key, value]) => [key, change(value, key)]),
  )

/** Maps each value of the property that discriminates to the component that has it. */
function discriminatorOf(schema: Json): Json {
  const discriminator = schema['discriminator'] as { readonly propertyName: string } | undefined
  if (discriminator === undefined) return {}
  const choices = schema['anyOf'] as readonly { readonly title: string; readonly properties: Json }[]
  const mapping = choices.flatMap(({ title, properties }) =>
    literalsOf(properties[discriminator.propertyName] as Json).map((value) => [value, `#/components/schemas/${title}`]),
  )
  return { discriminator: { ...discriminator, mapping: Object.fromEntries(mapping) } }
}

const literalsOf = ({ const: value, anyOf = [] }: Json): readonly string[] =>
  value === undefined ? (anyOf as readonly Json[]).flatMap(literalsOf) : [String(value)]
