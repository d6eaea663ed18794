import type fc from 'fast-check'
import type { RefusalCode } from '../../src/trackers/xml/finding-codes.ts'
import { type Choices, resolveChoices } from './generated-archive/choices.ts'
import { listKeys } from './generated-archive/form.ts'
import { type ExpectedArtifact, type GeneratedUser, generateArtifact } from './generated-archive/history.ts'
import { labels, linkTypes, logins, texts } from './generated-archive/pools.ts'
import { addRefusalCause, buildUserElement, type Documents } from './generated-archive/refusal-causes.ts'
import { type GeneratedTracker, generateTracker } from './generated-archive/structure.ts'
import { chooseUserMapForm, type UserEntry, type UserMapForm } from './generated-archive/user-map.ts'
import { buildElement, generateText, generateWord, writeDocument, type Xml } from './generated-archive/xml.ts'
import { chooseZipForm, type ZipForm } from './generated-archive/zip-form.ts'

/** What an import must create for a tracker. */
export interface ExpectedTracker {
  readonly name: string
  readonly isClosed: boolean
  /** Artifacts with at least one changeset, in document order. */
  readonly artifacts: readonly ExpectedArtifact[]
  /** Position of the tracker in the order in which artifacts are created (docs/api/archive-format.md §2.9). */
  readonly order: number
  /** The same tracker in its own file; null unless the archive is imported in this way. */
  readonly file: Buffer | null
}

/** How an archive is imported. */
type Delivery =
  | { readonly as: 'directory'; readonly userMap: UserMapForm | null }
  | { readonly as: 'zip'; readonly zip: ZipForm; readonly userMap: UserMapForm | null }
  /** `POST /projects` with `from_archive`, then an upload. */
  | { readonly as: 'upload'; readonly zip: ZipForm; readonly requests: number }
  /** Each tracker by `import-tracker`. */
  | { readonly as: 'trackers' }

/** An archive in the format of docs/api/archive-format.md §1, and the expected result of its import. */
export interface GeneratedArchive {
  readonly projectXml: Buffer | null
  readonly usersXml: Buffer | null
  readonly files: ReadonlyMap<string, Buffer>
  /** Reason of the expected rejection; null if the import must succeed. */
  readonly refusal: RefusalCode | null
  readonly trackers: readonly ExpectedTracker[]
  readonly users: readonly UserEntry[]
  readonly delivery: Delivery
}

/** Archives that vary everything that the format allows; one in ten has a reason for rejection. */
export const generatedArchives: fc.Arbitrary<GeneratedArchive> = resolveChoices(generateArchive)

function generateArchive(choices: Choices): GeneratedArchive {
  const keys = listKeys(choices)
  const users = usersOf(choices)
  const files = new Map<string, Buffer>()
  const trackerKeys = choices.some(3, () => keys('T'))
  const trackers = trackerKeys.map((_, index) => generateTracker(index, trackerKeys, choices, keys))
  const ids = choices.some(8, (index) => choices.pick([`${index + 1}`, `${index + 1}`, '1', '900719925474099']))
  let lastFile = 0
  const nextFile = () => {
    lastFile += 1
    return lastFile
  }
  const fixture = { choices, users, ids, files, nextFile }
  const artifacts = trackers.map(() => [] as ExpectedArtifact[])
  const elements = trackers.map(() => [] as Xml[])
  for (const id of ids) {
    if (trackers.length === 0) break
    const at = choices.integer(0, trackers.length - 1)
    const oldId = choices.once(8) ? choices.pick([undefined, '']) : id
    const { element, expected } = generateArtifact(oldId, trackers[at]?.form.fields ?? [], fixture)
    elements[at]?.push(element)
    if (expected !== undefined) artifacts[at]?.push(expected)
  }
  for (const [index, { element }] of trackers.entries()) {
    const histories = buildElement('artifacts', {}, elements[index])
    if (elements[index]?.length !== 0)
      element.children.splice(choices.once(4) ? 0 : element.children.length, 0, histories)
  }
  const project = projectOf(trackers, users, choices)
  const entries = usersDocument(users, choices)
  const documents: Documents = { project, users: entries.document, byteChanges: [] }
  const refusal = choices.once(10) ? addRefusalCause(documents, choices) : null
  const xml = documents.project === undefined ? null : writeDocument(documents.project, choices)
  const changeBytes = (bytes: Buffer): Buffer => documents.byteChanges.reduce((before, change) => change(before), bytes)
  const projectXml = xml === null ? null : changeBytes(xml)
  const usersXml = documents.users === undefined ? null : writeDocument(documents.users, choices)
  // Last, so that these decisions leave the documents as they are.
  const delivery = deliveryOf({ files, users: entries.users, refusal }, choices)
  return {
    projectXml,
    usersXml,
    files,
    refusal,
    delivery,
    users: entries.users,
    trackers: inImportOrder(trackers).map(({ tracker, order }) => ({
      name: tracker.name,
      isClosed: tracker.isClosed,
      artifacts: artifacts[trackers.indexOf(tracker)] ?? [],
      order,
      file: delivery.as === 'trackers' ? changeBytes(writeDocument(tracker.element, choices)) : null,
    })),
  }
}

/** A rejected archive has no user map, because the map could be a second cause. */
function deliveryOf(
  { files, users, refusal }: Pick<GeneratedArchive, 'files' | 'users' | 'refusal'>,
  choices: Choices,
): Delivery {
  const as = choices.pick(['directory', 'directory', 'zip', 'zip', 'upload', 'trackers'] as const)
  if (as === 'trackers') return { as }
  const userMap = as !== 'upload' && refusal === null && choices.once(2) ? chooseUserMapForm(users, choices) : null
  if (as === 'directory') return { as, userMap }
  const zip = chooseZipForm(['project.xml', 'users.xml', ...files.keys()], choices)
  return as === 'zip' ? { as, zip, userMap } : { as, zip, requests: choices.integer(1, 3) }
}

/** docs/api/archive-format.md §2.9: trackers that inherit their time frame come last. */
const inImportOrder = (trackers: readonly GeneratedTracker[]) =>
  [...trackers.filter((each) => !each.inheritsTimeframe), ...trackers.filter((each) => each.inheritsTimeframe)].map(
    (tracker, order) => ({ tracker, order }),
  )

const usersOf = (choices: Choices): GeneratedUser[] =>
  choices.some(5, (index) => {
    const login = choices.pick(logins)
    return { id: `${201 + index}`, login, ldapId: choices.once(3) ? `uid=${login.toLowerCase()}` : '' }
  })

function usersDocument(
  generated: readonly GeneratedUser[],
  choices: Choices,
): { readonly document: Xml; readonly users: readonly UserEntry[] } {
  const users: UserEntry[] = []
  const elements = generated.map((user) => {
    const { id, login, ldapId } = user
    const email = choices.pick(['', 'shared@example.com', 'not an address', `${'x'.repeat(300)}@example.com`])
    const element = buildUserElement(id, login, { realname: choices.pick([...labels]), email, ldapid: ldapId })
    if (choices.once(12)) element.children.push(generateText('x-odd', 'of a user'))
    users.push({ ...user, email })
    return element
  })
  return {
    document: buildElement('users', {}, [
      ...elements,
      ...(choices.once(12) ? [buildElement('x-odd', { of: 'users' })] : []),
    ]),
    users,
  }
}

function projectOf(trackers: readonly GeneratedTracker[], users: readonly GeneratedUser[], choices: Choices): Xml {
  const attributes = {
    'unix-name': 'generated',
    'full-name': choices.pick(['Apollo', 'x', 'A & <B> 日本', 'x'.repeat(300)]),
    description: choices.pick([...texts, '']),
    access: choices.pick(['public', 'private', 'unrestricted', 'private-wo-restr', 'secret']),
    'icon-codepoint': choices.pick([undefined, '"\\ud83d\\ude80"', '😀', 'x', '"\\ud83d"']),
    'x-odd': choices.pick([undefined, '1']),
  }
  const elements = trackers.map(({ element }) => element)
  const split = choices.integer(0, elements.length)
  const extras = [
    ...(choices.once(4) ? [triggersOf(trackers, choices)] : []),
    ...(choices.once(12) ? [buildElement('x-odd')] : []),
  ]
  const trackerSections = [
    buildElement('trackers', { 'use-natures': choices.pick(['true', undefined, 'false', '1']) }, [
      ...elements.slice(0, split),
      ...extras,
    ]),
    // A second section is read in the same way as the first.
    ...(split < elements.length ? [buildElement('trackers', {}, elements.slice(split))] : []),
  ]
  const others = [
    generateText('long-description', choices.pick(texts)),
    generateText('banner', choices.pick(texts)),
    servicesOf(choices),
    groupsOf(users, choices),
    buildElement(
      'natures',
      {},
      choices.some(3, () =>
        generateWord('nature', choices.pick(linkTypes), { is_used: choices.pick(['0', '1', 'x', undefined]) }),
      ),
    ),
    buildElement('dashboards', {}, [
      buildElement('dashboard', { name: 'x' }, [buildElement('line', { layout: 'odd' }, [buildElement('column')])]),
    ]),
    buildElement('git', {}, [buildElement('repository', { name: 'x' })]),
    buildElement('docman', { version: '2' }),
    buildElement('agiledashboard'),
    buildElement('project-categories', {}, [generateText('category', 'x')]),
    buildElement('x-odd', { of: 'a project' }, [generateText('x', choices.pick(texts))]),
  ].filter(() => !choices.once(2))
  // Sections of trackers keep their order; all others may be anywhere (docs/api/archive-format.md §1.4).
  const at = choices.integer(0, others.length)
  const mixed = choices.once(2) ? choices.shuffled(others) : others
  return buildElement('project', attributes, [...mixed.slice(0, at), ...trackerSections, ...mixed.slice(at)])
}

const servicesOf = (choices: Choices): Xml =>
  buildElement(
    'services',
    {},
    choices.some(4, () =>
      choices.pick([
        () => buildElement('service', { shortname: 'plugin_tracker', enabled: choices.pick(['1', 'false', 'maybe']) }),
        () => buildElement('service', { shortname: 'plugin_of_others', enabled: '1' }),
        () =>
          buildElement('project-defined-service', {
            shortname: 'wiki',
            enabled: '1',
            label: 'Wiki',
            description: choices.pick(texts),
            link: choices.pick(['https://example.com', 'javascript:alert(1)', '/wiki', '']),
            is_in_new_tab: choices.pick(['1', 'x']),
          }),
        () => buildElement('x-odd', { of: 'services' }),
      ])(),
    ),
  )

function groupsOf(users: readonly GeneratedUser[], choices: Choices): Xml {
  const members = () =>
    buildElement(
      'members',
      {},
      users.length === 0
        ? []
        : choices.some(3, () => generateWord('member', choices.pick(users).login, { format: 'username' })),
    )
  const groups = choices.some(4, () =>
    buildElement(
      'ugroup',
      {
        name: choices.pick(['project_members', 'project_admins', 'testers', 'Testers', 'two words', 'über']),
        description: 'x',
      },
      [...(choices.once(6) ? [] : [members()]), ...(choices.once(12) ? [buildElement('x-odd')] : [])],
    ),
  )
  return buildElement('ugroups', { mode: choices.pick([undefined, 'synchronized', 'odd']) }, groups)
}

function triggersOf(trackers: readonly GeneratedTracker[], choices: Choices): Xml {
  const keys = [...trackers.flatMap(({ form }) => form.keys), 'F_of_nothing']
  const point = (name: string) =>
    buildElement(name, {}, [
      buildElement('field_id', { REF: choices.pick(keys) }),
      buildElement('field_value_id', { REF: choices.pick(keys) }),
    ])
  const rules = choices.some(3, () =>
    buildElement('trigger_rule', {}, [
      buildElement(
        'triggers',
        {},
        choices.some(2, () => point('trigger')),
      ),
      generateWord('condition', choices.pick(['all_of', 'at_least_one', 'odd'])),
      ...(choices.once(4) ? [] : [point('target')]),
    ]),
  )
  return buildElement('triggers', {}, rules)
}
