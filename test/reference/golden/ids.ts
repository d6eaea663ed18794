/** Kinds of objects with ids, and how objects of two servers are matched by name. */
export type Kind = 'project' | 'user' | 'tracker' | 'field' | 'value' | 'artifact' | 'report' | 'service' | 'file'

/** Ids by object name, per kind: `sample-project`, `Tracker report / all_fields / title`, … */
export type Names = Readonly<Record<Kind, Map<string, Set<number>>>>

/** Recorded ids to ids of this server, per kind. */
export type IdMap = Readonly<Record<Kind, Map<number, number>>>

const kinds: readonly Kind[] = ['project', 'user', 'tracker', 'field', 'value', 'artifact', 'report', 'service', 'file']

export const createEmptyNames = (): Names => ({
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

const addId = (names: Map<string, Set<number>>, name: string, id: number): void => {
  names.set(name, (names.get(name) ?? new Set()).add(id))
}

type Item = Readonly<Record<string, unknown>>
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Collects the names of all objects in a body; tracker names contain the project, so projects are collected as well.
 */
export function gatherNames(body: unknown, names: Names): void {
  if (Array.isArray(body)) for (const item of body) gatherNames(item, names)
  if (!isItem(body)) return
  const id = typeof body['id'] === 'number' ? body['id'] : undefined
  if (id !== undefined) {
    // The built-in project has another name in each product.
    if (typeof body['shortname'] === 'string' && id !== 100) addId(names.project, body['shortname'], id)
    if (typeof body['username'] === 'string') addId(names.user, body['username'], id)
    if (typeof body['item_name'] === 'string' && isItem(body['project'])) gatherTracker(body, id, names)
    if (typeof body['xref'] === 'string' && typeof body['submitted_on'] === 'string') gatherArtifact(body, id, names)
  }
  for (const member of Object.values(body)) gatherNames(member, names)
}

/** A tracker is named by the label of its project, because its project reference has no short name. */
function gatherTracker(body: Item, id: number, names: Names): void {
  const tracker = `${String((body['project'] as Item)['label'])} / ${String(body['item_name'])}`
  addId(names.tracker, tracker, id)
  for (const field of Array.isArray(body['fields']) ? body['fields'] : []) {
    if (!isItem(field) || typeof field['field_id'] !== 'number') continue
    const name = `${tracker} / ${String(field['name'])}`
    addId(names.field, name, field['field_id'])
    // Values of lists bound to users or groups are matched by these.
    if (!isItem(field['bindings']) || field['bindings']['type'] !== 'static') continue
    for (const value of Array.isArray(field['values']) ? field['values'] : [])
      if (isItem(value) && typeof value['id'] === 'number')
        addId(names.value, `${name} / ${String(value['label'])}`, value['id'])
  }
  gatherStructure(`${tracker} /`, body['structure'], names)
}

/** Form elements that are not fields, by position. */
function gatherStructure(position: string, entries: unknown, names: Names): void {
  if (!Array.isArray(entries)) return
  for (const [i, entry] of entries.entries()) {
    if (!isItem(entry) || typeof entry['id'] !== 'number') continue
    addId(names.field, `${position} ${i}`, entry['id'])
    gatherStructure(`${position} ${i}`, entry['content'], names)
  }
}

function gatherArtifact(body: Item, id: number, names: Names): void {
  const { tracker } = body
  if (id > lastImported.artifact) return
  if (!isItem(tracker) || !isItem(tracker['project'])) return
  const home = `${String(tracker['project']['label'])} / ${String(tracker['label'])}`
  addId(names.artifact, `${home} / ${titleOf(body)}`, id)
  // Fields of trackers without a representation of their own.
  for (const value of Array.isArray(body['values']) ? body['values'] : [])
    if (isItem(value) && typeof value['field_id'] === 'number')
      addId(names.field, `${home}: ${String(value['type'])} ${String(value['label'])}`, value['field_id'])
}

/** Titles repeat, so the name of an artifact includes its creation date, which the archive contains. */
const titleOf = (body: Item): string =>
  `${String(body['title'] ?? '')} / ${new Date(String(body['submitted_on'])).toISOString()}`

/** A report does not name its tracker; the URL of the list does. */
export function gatherReports(path: string, body: unknown, names: Names): void {
  const tracker = /\/trackers\/(\d+)\/tracker_reports/.exec(path)?.[1]
  if (tracker === undefined || !Array.isArray(body)) return
  for (const { id, label } of body) addId(names.report, `${tracker} / ${label}`, id)
}

/** Maps recorded ids to ids of this server by name; lists names that this server does not have. */
export function joinNames(theirs: Names, ours: Names): { readonly map: IdMap; readonly unknown: readonly string[] } {
  const unknown: string[] = []
  const join = (kind: Kind): Map<number, number> => {
    const map = new Map<number, number>()
    for (const [name, ids] of theirs[kind]) {
      const ourIds = ours[kind].get(name)
      const [id, our] = [[...ids][0], [...(ourIds ?? [])][0]]
      if (id === undefined || our === undefined) {
        if ([...ids].some((one) => one <= lastImported[kind])) unknown.push(`${kind} ${[...ids].join()}: ${name}`)
      }
      // Several objects with one name are matched by order, if both servers have the same number.
      else if (ids.size === ourIds?.size) {
        const ours = ascending(ourIds)
        // More specific names come first.
        for (const [i, one] of ascending(ids).entries()) if (!map.has(one)) map.set(one, ours[i] ?? one)
      }
    }
    return map
  }
  // Every kind has an entry, which the type of fromEntries does not express.
  return { map: Object.fromEntries(kinds.map((kind) => [kind, join(kind)])) as unknown as IdMap, unknown }
}

const ascending = (ids: ReadonlySet<number>): number[] => [...ids].sort((a, b) => a - b)

/** The last id of each kind that the archives created; later objects have no common names. */
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

/** Objects whose id differs from the recorded one, with the difference. */
export const replaceIds = (map: IdMap): { readonly kind: Kind; readonly id: number; readonly by: number }[] =>
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

/** Replaces recorded ids in a URL or text. */
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

/** Replaces recorded ids in a body; `kind` is the kind of a number in this position. */
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

/** Kind of the id in a member; for `id`, it follows from the other members. */
function kindOfMember(name: string, siblings: Item): Kind | undefined {
  if (name === 'id') return kindOfItem(siblings)
  if (/(^|_)field_ids?$/.test(name)) return 'field'
  if (/(^|_)value_ids?$/.test(name)) return 'value'
  if (name === 'value' && siblings['field_id'] === fileField) return 'file'
  return members[name]
}

/** Recorded id of the file field that the recordings write. */
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
  // A form element; its children are in `content`.
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
