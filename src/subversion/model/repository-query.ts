import { Refusal } from '../../kit/messages/refusal.ts'
import { parseWellFormedJson } from '../../kit/text/well-formed.ts'

/**
 * Returns the exact name that `query` of GET /projects/{id}/svn requests (docs/api/subversion.md §1.2); undefined: all.
 */
export function parseRepositoryQuery(text: string): string | undefined {
  if (text === '') return undefined
  const input = parseWellFormedJson(text)?.value
  if (typeof input !== 'object' || input === null) throw new Refusal('invalid', 'Query must be in Json')
  const name = 'name' in input ? input.name : undefined
  // Databases cannot compare text with NUL characters.
  if (typeof name !== 'string' || name.includes('\u0000') || Object.keys(input).length > 1)
    throw new Refusal('invalid', 'You can only search on "name"')
  return name
}
