import { hostileTexts } from './hostile-texts.ts'

/** What the requests of the drill are made against. */
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
  /** Artifacts by the kind of hostile text that they hold. */
  readonly hostile: Readonly<Record<string, readonly number[]>>
  /** An artifact with a long history of long texts. */
  readonly changed: number
}

interface Given {
  readonly url: string
  readonly admin: string
  readonly member: string
  readonly artifacts: number
}

const eachKind = 6
const ofTable = 30
const changesets = 40

export async function createDrillData({ url, admin, member, artifacts }: Given): Promise<DrillData> {
  async function call<T>(method: string, path: string, body?: unknown, key = member): Promise<T> {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: { 'x-auth-accesskey': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
    const text = await answer.text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
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
      // The same text is rendered once: each of them is another one.
      ids.push(await create(`hostile ${kind}`, { ...text, content: text.content.slice(0, 65_530) + String(1000 + n) }))
    hostile[name] = ids
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
    hostile,
    changed,
  }
}
