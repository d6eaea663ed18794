import type { ExpectedTracker, GeneratedArchive } from '../generated-archive.ts'
import type { TestServer } from '../server.ts'
import type { ExpectedArtifact, ExpectedValue } from './history.ts'

interface LoadedTracker {
  readonly tracker: any
  readonly artifacts: readonly any[]
}

/**
 * Returns how an imported project differs from its archive, as an administrator sees it. `loginFor` maps a login of the
 * archive to the login after the import.
 */
export async function findDifferences(
  server: TestServer,
  project: number,
  { trackers }: Pick<GeneratedArchive, 'trackers'>,
  loginFor: (login: string) => string = (login) => login,
): Promise<string[]> {
  const client = server.as('admin')
  const differences: string[] = []
  const read = new Map<ExpectedTracker, LoadedTracker>()
  const get = async (url: string): Promise<any> => {
    const { status, text, body } = await client.get(url)
    if (status !== 200) differences.push(`GET ${url} is answered with ${status}: ${text.slice(0, 300)}`)
    return body
  }

  const importedTrackers = await get(`projects/${project}/trackers?limit=50`)
  if (importedTrackers.length !== trackers.length)
    differences.push(`${importedTrackers.length} trackers instead of ${trackers.length}`)
  for (const expected of trackers) {
    const id = importedTrackers.find(({ label }: { label: string }) => label === expected.name)?.id
    if (id === undefined) {
      differences.push(`There is no tracker ${expected.name}`)
      continue
    }
    const tracker = await get(`trackers/${id}`)
    const artifacts = await get(`trackers/${id}/artifacts?values=all&limit=1000`)
    await get(`trackers/${id}/tracker_reports`)
    read.set(expected, { tracker, artifacts })
    if (artifacts.length !== expected.artifacts.length)
      differences.push(`${expected.name}: ${artifacts.length} artifacts instead of ${expected.artifacts.length}`)
    if (expected.isClosed && (await server.as('visitor').get(`trackers/${id}`)).status === 200)
      differences.push(`${expected.name}: a visitor may use it`)
  }
  if (differences.length > 0) return differences

  const targets = targetsOf(trackers, read)
  for (const [expected, { tracker, artifacts }] of read) {
    for (const [index, artifact] of artifacts.entries()) {
      const at = `${expected.name}, artifact ${index}`
      const expectedArtifact = expected.artifacts[index] as ExpectedArtifact
      const changesets = await get(`artifacts/${artifact.id}/changesets?fields=comments&limit=50`)
      differences.push(
        ...findArtifactDifferences(expectedArtifact, artifact, { tracker, changesets, targets, loginFor }).map(
          (each) => `${at}: ${each}`,
        ),
      )
    }
    const [first] = artifacts
    if (first === undefined) continue
    // Imported artifacts must stay editable.
    const change = { values: [], comment: { body: 'Seen', format: 'text' } }
    const { status, text } = await client.put(`artifacts/${first.id}`, change)
    if (status >= 500) differences.push(`${expected.name}: a later change is answered with ${status}: ${text}`)
  }
  return differences
}

/** The targets of links by old id; if several artifacts have the same id, the last one created. */
function targetsOf(
  trackers: readonly ExpectedTracker[],
  read: ReadonlyMap<ExpectedTracker, LoadedTracker>,
): ReadonlyMap<string, number> {
  const targets = new Map<string, number>()
  for (const tracker of trackers.toSorted((a, b) => a.order - b.order))
    for (const [index, { oldId }] of tracker.artifacts.entries())
      if (oldId !== '') targets.set(oldId, read.get(tracker)?.artifacts[index].id)
  return targets
}

interface RelatedData {
  readonly tracker: any
  readonly changesets: readonly any[]
  readonly targets: ReadonlyMap<string, number>
  loginFor(login: string): string
}

function findArtifactDifferences(
  expectedArtifact: ExpectedArtifact,
  artifact: any,
  relatedData: RelatedData,
): string[] {
  const { tracker, changesets, loginFor } = relatedData
  const differences: string[] = []
  const compare = (what: string, actual: unknown, expected: unknown): void => {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
    if (is !== should) differences.push(`${what} is ${is?.slice(0, 400)} instead of ${should?.slice(0, 400)}`)
  }
  const bodies = changesets.map(({ last_comment: { body, commonmark } }) => commonmark ?? body)
  compare('its comments', bodies, expectedArtifact.comments)
  const login = artifact.submitted_by_user?.username ?? 'None'
  compare(
    'its author',
    login.toLowerCase(),
    expectedArtifact.author === null ? 'none' : loginFor(expectedArtifact.author).toLowerCase(),
  )
  for (const [name, value] of expectedArtifact.values) {
    const field = tracker.fields.find((each: { name: string }) => each.name === name)
    if (field === undefined) differences.push(`there is no field ${name}`)
    else {
      const entry = artifact.values.find((each: { field_id: number }) => each.field_id === field.field_id)
      compareValue(`${field.type} ${name}`, entry, value, relatedData, compare)
    }
  }
  return differences
}

type Compare = (what: string, actual: unknown, expected: unknown) => void

function compareValue(
  what: string,
  entry: any,
  value: ExpectedValue,
  { targets, loginFor }: RelatedData,
  compare: Compare,
): void {
  switch (value.is) {
    case 'text':
      compare(what, entry?.commonmark ?? entry?.value ?? '', value.text)
      return
    case 'number':
      compare(what, entry?.manual_value ?? (entry?.type === 'computed' ? null : (entry?.value ?? null)), value.number)
      return
    case 'day':
      compare(what, entry?.value?.slice(0, 10) ?? null, value.day)
      return
    case 'moment':
      compare(what, entry?.value === null || entry === undefined ? null : Date.parse(entry.value), value.moment)
      return
    case 'labels':
      compare(what, sorted(labelsOf(entry)), sorted(value.labels))
      return
    case 'users': {
      const names = (entry?.values ?? []).flatMap(({ username }: any) => username?.toLowerCase() ?? [])
      // Two users of the archive can become one account.
      const expected = new Set(value.logins.map((login) => loginFor(login).toLowerCase()))
      compare(what, sorted(names.filter((name: string) => name !== 'none')), sorted([...expected]))
      return
    }
    case 'links': {
      const expectedLinks = new Map<number, string | null>()
      for (const { oldId, type } of value.links) {
        const target = targets.get(oldId)
        if (target !== undefined) expectedLinks.set(target, type === '' ? null : type)
      }
      const links = (entry?.links ?? []).map(({ id, type }: any) => `${id} ${type}`)
      compare(what, sorted(links), sorted([...expectedLinks].map(([id, type]) => `${id} ${type}`)))
      return
    }
    case 'files':
      compare(
        what,
        sorted((entry?.file_descriptions ?? []).map(({ size }: any) => `${size}`)),
        sorted(value.sizes.map(String)),
      )
      return
    case 'groups':
      compare(what, sorted(entry?.granted_groups ?? []), sorted(value.names))
      return
    case 'steps':
      compare(what, (entry?.value ?? []).length, value.count)
      return
    default:
      value satisfies never
  }
}

const labelsOf = (entry: any): string[] =>
  (entry?.values ?? entry?.bind_value_objects ?? []).map(({ label }: { label: string }) => label)

const sorted = (list: readonly string[]): string[] => [...list].sort()
