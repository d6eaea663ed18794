import { normalizeLogin } from '../../accounts/model/user.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { readCsv } from '../../kit/text/csv.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'

/** Action for a user of the archive (docs/api/archive-format.md §1.3). */
type MapAction =
  | { readonly kind: 'create'; readonly status: 'A' | 'R' | 'S' }
  | { readonly kind: 'map'; readonly login: string }
  | { readonly kind: 'noop' }
  /** It was reported. */
  | { readonly kind: 'invalid' }

export interface MapLine {
  readonly line: number
  readonly action: MapAction
}

/** Parses `user_map.csv` by lower-case login of users.xml; its first line is a header. */
export function parseUserMap(csv: string, notes: FindingReporter): ReadonlyMap<string, MapLine> {
  const { rows, problem } = readCsv(csv)
  if (problem !== undefined) notes.problem('user-map', problem.line, problem.text)
  const map = new Map<string, MapLine>()
  for (const { line, cells } of rows.slice(1)) {
    const [name = '', action = ''] = cells.map((cell) => cell.trim())
    if (name === '') {
      notes.problem('user-map', line, message`The line names no user`)
      continue
    }
    const key = normalizeLogin(name)
    if (map.has(key)) notes.problem('user-map', line, message`user ${name} appears multiple times in mapping file`)
    const read = parseAction(name, action)
    if ('problem' in read) notes.problem('user-map', line, read.problem)
    // An invalid line counts as present: it is not reported as missing in addition.
    map.set(key, { line, action: 'problem' in read ? { kind: 'invalid' } : read.action })
  }
  return map
}

/** wire texts of docs/api/archive-format.md §1.3 */
function parseAction(name: string, text: string): { readonly action: MapAction } | { readonly problem: Message } {
  const [word = '', ...rest] = text.split(':')
  const detail = rest.join(':').trim()
  switch (word.trim().toLowerCase()) {
    case 'create': {
      const status = rest.length === 0 ? 'S' : detail.toUpperCase()
      if (status === 'A' || status === 'R' || status === 'S') return { action: { kind: 'create', status } }
      return { problem: message`Invalid status [${detail}] for ${name} creation. Valid status are S, R and A.` }
    }
    case 'map':
      return detail === ''
        ? { problem: message`map action for ${name} must be filled` }
        : { action: { kind: 'map', login: detail } }
    case 'noop':
      return rest.length === 0 ? { action: { kind: 'noop' } } : { problem: message`Unknown action ${text}` }
    default:
      return { problem: message`Unknown action ${text}` }
  }
}
