import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { parseWellFormedJson } from '../../kit/text/well-formed.ts'

/**
 * Parses `query` of a list of trackers (docs/api/trackers.md §2.2); its only criterion selects administered trackers.
 */
export function parseTrackerQuery(text: string): { readonly onlyAdministered: boolean } {
  if (text === '') return { onlyAdministered: false }
  const query = parseJson(text)
  if (typeof query !== 'object' || query === null || Array.isArray(query)) {
    throw new Refusal('invalid', 'Query must be in Json')
  }
  const criterion = 'is_tracker_admin' in query ? query.is_tracker_admin : null
  if (criterion === null || Object.keys(query).length > 1) throw new Refusal('invalid', unsupportedQueryMessage)
  if (isFalsy(criterion)) throw new Refusal('invalid', onlyTrueMessage)
  return { onlyAdministered: true }
}

const unsupportedQueryMessage = message`You can only search on 'is_tracker_admin': true. If the query is valid, your plugin is maybe not installed.`
const onlyTrueMessage = message`Filtering for trackers you are not administrator is not supported. Use 'is_tracker_admin': true`

function parseJson(text: string): unknown {
  const parsed = parseWellFormedJson(text)
  if (parsed === null) throw new Refusal('invalid', 'parameter "query" syntax error, invalid JSON')
  return parsed.value
}

// As clients of Tuleap write it: `0`, `"0"` and an empty list count as false.
const isFalsy = (value: unknown): boolean => !value || value === '0' || (Array.isArray(value) && value.length === 0)
