import { hostileTexts } from './hostile-texts.ts'
import type { DrillRepository } from './repository.ts'
import { callApi } from './scenario.ts'

/** Data for the requests of the drill. */
export interface DrillData {
  readonly admin: string
  readonly member: string
  readonly project: number
  readonly tracker: number
  readonly report: number
  /** Fields of the tracker by name. */
  readonly fields: Readonly<Record<string, number>>
  /** Values of the list `status`. */
  readonly statuses: readonly number[]
  readonly artifacts: readonly number[]
  /** Users who are members of the project. */
  readonly members: readonly number[]
  /** Artifacts by the kind of hostile text that they hold. */
  readonly hostile: Readonly<Record<string, readonly number[]>>
  /** An artifact with a long history of long texts. */
  readonly changed: number
  /** Number of artifacts with texts of 64 KB of each kind; their titles are `long` and the kind. */
  readonly longTexts: number
  /** Undefined if Subversion is not installed. */
  readonly repository?: DrillRepository | undefined
}

/** Kinds of texts of 64 KB, each with many artifacts. */
export const longKinds = ['text', 'html', 'commonmark'] as const

interface DrillOptions {
  readonly url: string
  readonly admin: string
  readonly member: string
  readonly artifacts: number
  readonly longTexts: number
}

const eachKind = 6
const ofTable = 30
const changesets = 40

export async function createDrillData({ url, admin, member, artifacts, longTexts }: DrillOptions): Promise<DrillData> {
  const call = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    callApi<T>({ url, key: member }, method, path, body)
  const first = await call<{ tracker: { id: number }; project: { id: number } }>('GET', 'artifacts/2')
  const tracker = first.tracker.id
  const described = await call<{ fields: { field_id: number; name: string; values: { id: number }[] | null }[] }>(
    'GET',
    `trackers/${tracker}`,
  )
  const fields = Object.fromEntries(described.fields.map(({ name, field_id }) => [name, field_id]))
  const statuses = (described.fields.find(({ name }) => name === 'status')?.values ?? []).map(({ id }) => id)
  const report = await call<{ id: number }>('POST', 'tracker_reports', {
    tracker: { id: tracker },
    label: 'All',
    tables: [{ columns: ['summary', 'details', 'status', 'due'] }],
  })
  const members = await call<{ id: number }[]>('GET', `user_groups/${first.project.id}_3/users?limit=50`)
  const create = async (summary: string, details: unknown): Promise<number> =>
    (
      await call<{ id: number }>('POST', 'artifacts', {
        tracker: { id: tracker },
        values: [
          { field_id: fields['summary'], value: summary },
          { field_id: fields['details'], value: details },
        ],
      })
    ).id
  const hostile: Record<string, number[]> = {}
  let kind = 0
  for (const [name, text] of Object.entries(hostileTexts)) {
    kind += 1
    const ids: number[] = []
    for (let n = 0; n < (kind === 1 ? ofTable : eachKind); n++)
      // Equal texts are rendered once, so each one is different.
      ids.push(await create(`hostile ${kind}`, { ...text, content: text.content.slice(0, 65_530) + String(1000 + n) }))
    hostile[name] = ids
  }
  for (const kind of longKinds)
    for (let n = 0; n < longTexts; n += 4) {
      const next = Array.from({ length: Math.min(4, longTexts - n) }, (_, i) => n + i)
      await Promise.all(next.map((number) => create(`long ${kind}`, { format: kind, content: longText(kind, number) })))
    }
  const changed = await create('changed often', { format: 'text', content: 'a' })
  for (let n = 0; n < changesets; n++) {
    const word = `word${n} `
    await call('PUT', `artifacts/${changed}`, {
      values: [{ field_id: fields['details'], value: { format: 'text', content: word.repeat(8000).slice(0, 65_000) } }],
      comment: { format: 'commonmark', body: `${'*_'.repeat(30_000)}${n}` },
    })
  }
  return {
    admin,
    member,
    project: first.project.id,
    tracker,
    report: report.id,
    fields,
    statuses,
    artifacts: Array.from({ length: artifacts }, (_, i) => i + 1),
    members: members.map(({ id }) => id),
    hostile,
    changed,
    longTexts,
  }
}

/** About 64 KB of ordinary content, different for each number. */
function longText(kind: (typeof longKinds)[number], number: number): string {
  const word = `pump ${number} <valve> & "winch"`
  const paragraph =
    kind === 'html' ? `<p>pump <b>${number}</b> &amp; winch</p>\n` : `${word} ${'and so on '.repeat(20)}\n\n`
  return paragraph.repeat(Math.floor(65_000 / paragraph.length))
}
