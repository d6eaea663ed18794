import type { TestClient, TestServer } from './server.ts'

/** A project on a server. */
export interface ProjectLocation {
  readonly server: TestServer
  readonly project: number
}

/**
 * Returns every difference between the API responses of two projects. Ids may differ, but each id must correspond to
 * the same id of the other project everywhere.
 */
export async function compareProjects(one: ProjectLocation, other: ProjectLocation): Promise<string[]> {
  const comparison = new Comparison()
  const left = await loadAnswers(one)
  const right = await loadAnswers(other)
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    comparison.compare(left.get(name), right.get(name), name, 'answer')
  }
  return comparison.differences
}

/** All responses about a project, by a name that is the same for its copy. */
async function loadAnswers({ server, project }: ProjectLocation): Promise<Map<string, unknown>> {
  const client = server.as('admin')
  const answers = new Map<string, unknown>()
  const { shortname } = await getBody(client, `/projects/${project}`)
  // A copy next to its original has another short name, which also occurs in URLs.
  const getWithoutShortName = async (url: string): Promise<unknown> =>
    JSON.parse(JSON.stringify(await getBody(client, url)).replaceAll(shortname, 'short-name'))
  answers.set('project', await getWithoutShortName(`/projects/${project}`))
  answers.set('banner', await getBody(client, `/projects/${project}/banner`))
  answers.set('services', await getWithoutShortName(`/projects/${project}/project_services`))
  answers.set('labels', await getBody(client, `/projects/${project}/labels`))
  const groups = await getBody(client, `/projects/${project}/user_groups`)
  answers.set('groups', await getWithoutShortName(`/projects/${project}/user_groups`))
  for (const { id, short_name } of groups) {
    const members = await client.get(`/api/user_groups/${id}/users?limit=50`)
    answers.set(`members of ${short_name}`, members.status === 200 ? members.body : members.status)
  }
  const trackers = await getAllPages(client, `/projects/${project}/trackers?`, 50)
  for (const { id, item_name } of trackers) await loadTrackerAnswers(client, id, item_name, answers)
  return answers
}

async function loadTrackerAnswers(
  client: TestClient,
  id: number,
  name: string,
  answers: Map<string, unknown>,
): Promise<void> {
  const tracker = await getBody(client, `/trackers/${id}`)
  answers.set(`tracker ${name}`, withoutOrderOfTransitions(tracker))
  const reports = await getAllPages(client, `/trackers/${id}/tracker_reports?`, 50)
  answers.set(`reports of ${name}`, reports)
  for (const report of reports) {
    const { tables } = await getBody(client, `/tracker_reports/${report.id}/definition`)
    answers.set(
      `sort of ${report.label} of ${name}`,
      tables.map(({ sort }: any) => sort.map(({ direction }: any) => direction)),
    )
  }
  for (const transition of tracker.workflow?.transitions ?? []) {
    const labels = [transition.from_id, transition.to_id].map((value) => getValueLabel(tracker, value))
    const key = `transition of ${name} from ${labels.join(' to ')}`
    answers.set(key, await getBody(client, `/tracker_workflow_transitions/${transition.id}`))
    answers.set(`actions of ${key}`, await getBody(client, `/tracker_workflow_transitions/${transition.id}/actions`))
  }
  const artifacts = await getAllPages(client, `/trackers/${id}/artifacts?values=all&`, 100)
  answers.set(`artifacts of ${name}`, artifacts)
  for (const [index, artifact] of artifacts.entries()) {
    const key = `artifact ${index} of ${name}`
    answers.set(key, await getBody(client, `/artifacts/${artifact.id}?values_format=all`))
    answers.set(
      `changesets of ${key}`,
      await getAllPages(client, `/artifacts/${artifact.id}/changesets?fields=all&`, 50),
    )
    answers.set(`links of ${key}`, await getBody(client, `/artifacts/${artifact.id}/links`))
  }
}

const getValueLabel = (tracker: any, value: number | null): string =>
  tracker.fields
    .flatMap((field: any) => (Array.isArray(field.values) ? field.values : []))
    .find((each: any) => each.id === value)?.label ?? 'nothing'

/** Transitions are ordered by their ids; users do not see this order. */
function withoutOrderOfTransitions(tracker: any): unknown {
  const transitions = tracker.workflow?.transitions
  if (!Array.isArray(transitions)) return tracker
  const key = (each: any) => [each.from_id, each.to_id].map((value) => getValueLabel(tracker, value)).join(' to ')
  return {
    ...tracker,
    workflow: { ...tracker.workflow, transitions: transitions.toSorted((a, b) => key(a).localeCompare(key(b))) },
  }
}

async function getBody(client: TestClient, url: string): Promise<any> {
  const { status, body, text } = await client.get(`/api${url}`)
  if (status !== 200 && status !== 404) throw new Error(`${url} returned ${status}: ${text}`)
  return status === 200 ? body : status
}

async function getAllPages(client: TestClient, url: string, limit: number): Promise<any[]> {
  const items: unknown[] = []
  for (;;) {
    const { status, body, text, headers } = await client.get(`/api${url}limit=${limit}&offset=${items.length}`)
    if (status !== 200) throw new Error(`${url} returned ${status}: ${text}`)
    const page: unknown[] = Array.isArray(body) ? body : body.collection
    items.push(...page)
    if (items.length >= Number(headers['x-pagination-size'])) return items
    if (page.length === 0) throw new Error(`${url} ends after ${items.length} of ${headers['x-pagination-size']}`)
  }
}

/** Names of members that contain ids, with the kind of the id; any other name is its own kind. */
const kinds: Readonly<Record<string, string>> = {
  field_id: 'field',
  bind_value_ids: 'value',
  value_ids: 'value',
  from_id: 'value',
  to_id: 'value',
  open: 'value',
  granted_groups_ids: 'group',
  not_empty_field_ids: 'field',
  fieldset_ids: 'field',
  field_ids: 'field',
  tracker_id: 'tracker',
  submitted_by: 'user',
  last_update_by: 'user',
  rank: 'rank',
  // The value of the priority field.
  artifact_id: 'artifact',
}
const idNames: ReadonlySet<string> = new Set([
  ...Object.keys(kinds),
  'id',
  'value',
  'submitted_by',
  'parent',
  'default_value',
])
const uriNames =
  /uri|url|xref|^path$|^ref$|^value$|post_processed|commonmark|^description$|^expected_results$|^body$|^shortname$|^id$|_ids$|^key$|^time_last/

/** Compares two responses recursively. */
class Comparison {
  readonly differences: string[] = []
  readonly forwardIds = new Map<string, string>()
  readonly backwardIds = new Map<string, string>()

  compare(a: unknown, b: unknown, path: string, name: string): void {
    if (this.differences.length > 40 || a === b || (name === 'default_value' && isCurrentTime(a) && isCurrentTime(b)))
      return
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length === b.length) {
        for (const [index, each] of a.entries()) this.compare(each, b[index], `${path}[${index}]`, name)
      } else this.addDifference(path, a, b)
    } else if (isRecord(a) && isRecord(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        this.compare(a[key], b[key], `${path}.${key}`, key)
      }
    } else if (
      typeof a === 'number' &&
      typeof b === 'number' &&
      (idNames.has(name) || /_(field|value)_id$/.test(name))
    ) {
      this.pairIds(kindOf(path, name), `${a}`, `${b}`, path)
    } else if (typeof a === 'string' && typeof b === 'string' && (uriNames.test(name) || /_ids\[/.test(path))) {
      this.#compareTexts(a, b, path)
    } else this.addDifference(path, a, b)
  }

  /** Texts that differ only in numbers: the numbers are compared as ids. */
  #compareTexts(a: string, b: string, path: string): void {
    const [left, right] = [a.split(/(\d+)/), b.split(/(\d+)/)]
    const isSameButForNumbers =
      left.length === right.length && left.every((part, index) => index % 2 === 1 || part === right[index])
    if (!isSameButForNumbers) this.addDifference(path, a, b)
    else
      for (const [index, part] of left.entries()) {
        if (part !== right[index]) this.pairIds(`${left[index - 1]}|${left[index + 1]}`, part, right[index] ?? '', path)
      }
  }

  pairIds(kind: string, a: string, b: string, path: string): void {
    const [there, back] = [this.forwardIds.get(`${kind} ${a}`) ?? b, this.backwardIds.get(`${kind} ${b}`) ?? a]
    if (there !== b || back !== a) this.addDifference(`${path} (${kind} ${a} was ${there}, ${b} was ${back})`, a, b)
    this.forwardIds.set(`${kind} ${a}`, b)
    this.backwardIds.set(`${kind} ${b}`, a)
  }

  addDifference(path: string, a: unknown, b: unknown): void {
    this.differences.push(`${path}: ${formatValue(a)} and ${formatValue(b)}`)
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function kindOf(path: string, name: string): string {
  const kind = kinds[name] ?? /_(field|value)_id$/.exec(name)?.[1]
  if (kind !== undefined) return kind
  // Each field has its own kind of id, because the same member holds a user in one field and a value in another.
  const field = /(?:fields|values)\[\d+\]/.exec(path)?.[0] ?? ''
  return `${field} ${path.replaceAll(/artifact \d+ of /g, 'artifact of ').replaceAll(/\[\d+\]/g, '')}`
}

/** docs/api/trackers.md §3.5: the current time, which is the default of some fields. */
const isCurrentTime = (value: unknown): boolean =>
  typeof value === 'string' && Math.abs(Date.parse(`${value}Z`) - Date.now()) < 24 * 3_600_000

const formatValue = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 300)
