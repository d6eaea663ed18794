import { description } from '../../src/app/api/description.ts'

/** Returns what a reference of the API description points to; anything else is returned unchanged. */
export function resolveReference(value: unknown): unknown {
  const reference = typeof value === 'object' && value !== null && '$ref' in value ? value.$ref : undefined
  if (typeof reference !== 'string') return value
  const parts = reference.replace(/^#\//, '').split('/')
  return parts.reduce<unknown>((from, part) => (from as Readonly<Record<string, unknown>>)[part], description)
}

/** Returns a schema of the API description with every reference in it replaced by what it points to. */
export function resolveReferences(value: unknown): unknown {
  const resolved = resolveReference(value)
  if (typeof resolved !== 'object' || resolved === null) return resolved
  if (Array.isArray(resolved)) return resolved.map(resolveReferences)
  return Object.fromEntries(Object.entries(resolved).map(([key, member]) => [key, resolveReferences(member)]))
}
