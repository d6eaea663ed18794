import type { Searchable } from './ast.ts'
import type { Cursor } from './cursor.ts'

/** docs/api/queries.md §2.1: a field's short name, which may be all digits, or `@` and the name of metadata. */
export function parseSearchable(cursor: Cursor): Searchable {
  const name = cursor.take('word', 'the name of a field') ?? cursor.take('integer', 'the name of a field')
  if (name) return { kind: 'field', at: name.at, name: name.text }
  const metadata = cursor.take('metadata', '@ and a name') ?? cursor.fail()
  return { kind: 'metadata', at: metadata.at, name: metadata.text.slice(1) }
}
