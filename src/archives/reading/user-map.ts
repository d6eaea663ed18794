import { readCsv } from '../../kit/csv.ts'
import type { Notes } from '../findings.ts'

/** What to do with a user of the archive (contract 10 §12.3). */
export type MapAction =
  | { readonly kind: 'create'; readonly status: 'A' | 'R' | 'S' }
  | { readonly kind: 'map'; readonly login: string }
  | { readonly kind: 'noop' }

export interface MapLine {
  readonly line: number
  readonly action: MapAction
}

/** `user_map.csv` by lower-cased login of users.xml; its first line is a header. */
export function readUserMap(csv: string, notes: Notes): ReadonlyMap<string, MapLine> {
  const { rows, problem } = readCsv(csv)
  if (problem !== undefined) notes.problem('user-map', problem.line, problem.text)
  const map = new Map<string, MapLine>()
  for (const { line, cells } of rows.slice(1)) {
    const [name = '', written = ''] = cells.map((cell) => cell.trim())
    if (name === '') {
      notes.problem('user-map', line, 'The line names no user')
      continue
    }
    if (map.has(name.toLowerCase())) notes.problem('user-map', line, `The user ${name} is mapped twice`)
    const action = readAction(written)
    if (action === undefined) {
      notes.problem(
        'user-map',
        line,
        `"${written}" is no action for ${name}: use create:A, create:R, create:S, map:<login> or noop`,
      )
    }
    // A line that is wrong is a line all the same: that it is missing need not be said as well.
    map.set(name.toLowerCase(), { line, action: action ?? { kind: 'create', status: 'S' } })
  }
  return map
}

function readAction(written: string): MapAction | undefined {
  const [word = '', ...rest] = written.split(':')
  const detail = rest.join(':').trim()
  switch (word.trim().toLowerCase()) {
    case 'create': {
      const status = detail === '' && rest.length === 0 ? 'S' : detail.toUpperCase()
      return status === 'A' || status === 'R' || status === 'S' ? { kind: 'create', status } : undefined
    }
    case 'map':
      return detail === '' ? undefined : { kind: 'map', login: detail }
    case 'noop':
      return rest.length === 0 ? { kind: 'noop' } : undefined
    default:
      return undefined
  }
}
