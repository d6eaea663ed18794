import type { Searchable } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { inputNames } from './input-names.ts'

/** docs/api/queries.md §2.1: a field's short name, which may be all digits, or `@` and the name of metadata. */
export function parseSearchable(cursor: Cursor): Searchable {
  const name = cursor.take('word', inputNames.field) ?? cursor.take('integer', inputNames.field)
  if (name) return { kind: 'field', at: name.at, name: name.text }
  const metadata = cursor.take('metadata', inputNames.metadata) ?? cursor.fail()
  return { kind: 'metadata', at: metadata.at, name: metadata.text.slice(1) }
}
