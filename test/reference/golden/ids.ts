/** What has an id on the wire, and how two servers find it under the same name. */
export type Kind = 'project' | 'user' | 'tracker' | 'field' | 'value' | 'artifact' | 'report' | 'service' | 'file'

/** Name of a thing → the ids under that name, per kind: `sample-project`, `Tracker report / all_fields / title`, … */
export type Names = Readonly<Record<Kind, Map<string, Set<number>>>>

/** Their ids → ours, per kind. */
export type IdMap = Readonly<Record<Kind, Map<number, number>>>

const kinds: readonly Kind[] = ['project', 'user', 'tracker', 'field', 'value', 'artifact', 'report', 'service', 'file']

export const noNames = (): Names => ({
  project: new Map(),
  user: new Map(),
  tracker: new Map(),
  field: new Map(),
  value: new Map(),
  artifact: new Map(),
  report: new Map(),
  service: new Map(),
  file: new Map(),
})

const note = (names: Map<string, Set<number>>, name: string, id: number): void => {
  names.set(name, (names.get(name) ?? new Set()).add(id))
}

type Item = Readonly<Record<string, unknown>>
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Gathers the names of everything a body shows; trackers are named by their project, so projects are gathered too. */
export function gatherNames(body: unknown, names: Names): void {
  if (Array.isArray(body)) for (const item of body) gatherNames(item, names)
  if (!isItem(body)) return
  const id = typeof body['id'] === 'number' ? body['id'] : undefined
  if (id !== undefined) {
    // What the product brings along is named by each as it likes.
    if (typeof body['shortname'] === 'string' && id !== 100) note(names.project, body['shortname'], id)
    if (typeof body['username'] === 'string') note(names.user, body['username'], id)
    if (typeof body['item_name'] === 'string' && isItem(body['project'])) gatherTracker(body, id, names)
    if (typeof body['xref'] === 'string' && typeof body['submitted_on'] === 'string') gatherArtifact(body, id, names)
  }
  for (const member of Object.values(body)) gatherNames(member, names)
}

/** A tracker is known by the label of its project: the reference inside it shows no short name. */
function gatherTracker(body: Item, id: number, names: Names): void {
  const tracker = `${String((body['project'] as Item)['label'])} / ${String(body['item_name'])}`
  note(names.tracker, tracker, id)
  for (const field of Array.isArray(body['fields']) ? body['fields'] : []) {
    if (!isItem(field) || typeof field['field_id'] !== 'number') continue
    const name = `${tracker} / ${String(field['name'])}`
    note(names.field, name, field['field_id'])
    // Values of a list bound to people or groups are known by those.
    if (!isItem(field['bindings']) || field['bindings']['type'] !== 'static') continue
    for (const value of Array.isArray(field['values']) ? field['values'] : [])
      if (isItem(value) && typeof value['id'] === 'number')
        note(names.value, `${name} / ${String(value['label'])}`, value['id'])
  }
  gatherStructure(`${tracker} /`, body['structure'], names)
}

/** Entries of the form that are not shown as fields, by their place. */
function gatherStructure(place: string, entries: unknown, names: Names): void {
  if (!Array.isArray(entries)) return
  for (const [i, entry] of entries.entries()) {
    if (!isItem(entry) || typeof entry['id'] !== 'number') continue
    note(names.field, `${place} ${i}`, entry['id'])
    gatherStructure(`${place} ${i}`, entry['content'], names)
  }
}

function gatherArtifact(body: Item, id: number, names: Names): void {
  const { tracker } = body
  if (id > lastImported.artifact) return
  if (!isItem(tracker) || !isItem(tracker['project'])) return
  const home = `${String(tracker['project']['label'])} / ${String(tracker['label'])}`
  note(names.artifact, `${home} / ${titleOf(body)}`, id)
  // Fields of trackers that are not shown themselves.
  for (const value of Array.isArray(body['values']) ? body['values'] : [])
    if (isItem(value) && typeof value['field_id'] === 'number')
      note(names.field, `${home}: ${String(value['type'])} ${String(value['label'])}`, value['field_id'])
}

/** Titles repeat: an artifact is known by when it was made as well, which the archive says. */
const titleOf = (body: Item): string =>
  `${String(body['title'] ?? '')} / ${new Date(String(body['submitted_on'])).toISOString()}`

/** A report does not say its tracker: the address it was listed at does. */
export function gatherReports(path: string, body: unknown, names: Names): void {
  const tracker = /\/trackers\/(\d+)\/tracker_reports/.exec(path)?.[1]
  if (tracker === undefined || !Array.isArray(body)) return
  for (const { id, label } of body) note(names.report, `${tracker} / ${label}`, id)
}

/** Where one thing bears a name with both: their id → ours; what only they know is listed. */
export function joinNames(theirs: Names, ours: Names): { readonly map: IdMap; readonly unknown: readonly string[] } {
  const unknown: string[] = []
  const join = (kind: Kind): Map<number, number> => {
    const map = new Map<number, number>()
    for (const [name, ids] of theirs[kind]) {
      const found = ours[kind].get(name)
      const [id, our] = [[...ids][0], [...(found ?? [])][0]]
      if (id === undefined || our === undefined) {
        if ([...ids].some((one) => one <= lastImported[kind])) unknown.push(`${kind} ${[...ids].join()}: ${name}`)
      }
      // Several of one name are told apart by their order, as long as both know them all.
      else if (ids.size === found?.size) {
        const ours = ascending(found)
        // The more telling name was noted first.
        for (const [i, one] of ascending(ids).entries()) if (!map.has(one)) map.set(one, ours[i] ?? one)
      }
    }
    return map
  }
  // Every kind is there, which fromEntries cannot know.
  return { map: Object.fromEntries(kinds.map((kind) => [kind, join(kind)])) as unknown as IdMap, unknown }
}

const ascending = (ids: ReadonlySet<number>): number[] => [...ids].sort((a, b) => a - b)

/** The last of each kind that came with the archives: what was made later has no name in common. */
const lastImported: Readonly<Record<Kind, number>> = {
  project: 108,
  user: 106,
  tracker: 28,
  field: Number.POSITIVE_INFINITY,
  value: Number.POSITIVE_INFINITY,
  artifact: 34,
  report: Number.POSITIVE_INFINITY,
  service: Number.POSITIVE_INFINITY,
  file: Number.POSITIVE_INFINITY,
}

/** Things that bear another number with us, and by how much it differs. */
export const renumbered = (map: IdMap): { readonly kind: Kind; readonly id: number; readonly by: number }[] =>
  kinds.flatMap((kind) =>
    [...map[kind]].filter(([id, our]) => id !== our).map(([id, our]) => ({ kind, id, by: our - id })),
  )

const segments: readonly (readonly [RegExp, Kind])[] = [
  [/(projects\/)(\d+)/g, 'project'],
  [/(user_groups\/)(\d+)(?=_)/g, 'project'],
  [/(group_id=)(\d+)/g, 'project'],
  [/(users\/)(\d+)/g, 'user'],
  [/(trackers\/)(\d+)/g, 'tracker'],
  [/(tracker=)(\d+)/g, 'tracker'],
  [/(tracker_fields\/)(\d+)/g, 'field'],
  [/(<field_id>)(\d+)/g, 'field'],
  [/((?:for|Unknown) field )(\d+)/g, 'field'],
  [/(criterion field '\w+' \()(\d+)/g, 'field'],
  [/(query=%7B%22)(\d+)(?=%22)/g, 'field'],
  [/(tracker_reports\/)(\d+)/g, 'report'],
  [/(project_services\/)(\d+)/g, 'service'],
  [/(artifacts\/)(\d+)/g, 'artifact'],
  [/(aid=)(\d+)/g, 'artifact'],
  [/(uploads\/tracker\/file\/)(\d+)/g, 'file'],
  [/(attachments\/(?:preview\/)?)(\d+)(?=-)/g, 'file'],
  [/(artifact_(?:temporary_)?files\/)(\d+)/g, 'file'],
  [/(File #)(\d+)/g, 'file'],
]

/** An address or a text of theirs, with our ids in it. */
export function renumberText(text: string, map: IdMap): string {
  const form = text.replace(/<structure>.*<\/structure>/s, (structure) =>
    structure.replace(
      /(<id>)(\d+)/g,
      (_whole, before: string, id: string) => `${before}${map.field.get(Number(id)) ?? id}`,
    ),
  )
  return segments.reduce(
    (done, [pattern, kind]) =>
      done.replace(pattern, (_whole, before: string, id: string) => `${before}${map[kind].get(Number(id)) ?? id}`),
    form,
  )
}

/** A body of theirs with our ids in it; `kind` says what a number in this place is. */
export function renumberBody(value: unknown, map: IdMap, kind?: Kind): unknown {
  if (typeof value === 'number') return kind === undefined ? value : (map[kind].get(value) ?? value)
  if (typeof value === 'string') {
    const isId = kind !== undefined && /^\d+$/.test(value)
    return isId ? String(map[kind].get(Number(value)) ?? value) : renumberText(value, map)
  }
  if (Array.isArray(value)) return value.map((item) => renumberBody(item, map, kind))
  if (!isItem(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, renumberBody(member, map, kindOfMember(name, value))]),
  )
}

/** Kind of the number a member holds; `id` is told by what stands beside it. */
function kindOfMember(name: string, beside: Item): Kind | undefined {
  if (name === 'id') return kindOfItem(beside)
  if (/(^|_)field_ids?$/.test(name)) return 'field'
  if (/(^|_)value_ids?$/.test(name)) return 'value'
  if (name === 'value' && beside['field_id'] === fileField) return 'file'
  return members[name]
}

/** The field of files that the recordings write into, by their id. */
const fileField = 303

const members: Readonly<Record<string, Kind>> = {
  project_id: 'project',
  template_id: 'project',
  submitted_by: 'user',
  last_update_by: 'user',
  tracker_id: 'tracker',
  fieldset_ids: 'field',
}

function kindOfItem(item: Item): Kind | undefined {
  // An entry of the form: what is inside it hangs below.
  if ('content' in item) return 'field'
  if ('upload_href' in item) return 'file'
  return typeof item['uri'] === 'string' ? addresses[item['uri'].split('/')[0] ?? ''] : undefined
}

const addresses: Readonly<Record<string, Kind>> = {
  projects: 'project',
  users: 'user',
  trackers: 'tracker',
  artifacts: 'artifact',
  tracker_reports: 'report',
  project_services: 'service',
  artifact_files: 'file',
}
