import { normalizeLogin, type User } from '../../accounts/model/user.ts'
import { loadProjectGroups, type StaticGroup } from '../../accounts/store/groups.ts'
import { loadUsersByLogins } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import type { AffectedArtifacts } from '../../database/tables/affected-artifacts.ts'
import { withSavepoint } from '../../database/unit/savepoint.ts'
import type { FieldValueInput } from '../../fields/contexts/write-context.ts'
import type { Field } from '../../fields/model/field.ts'
import { holdsLinks } from '../../fields/registry/capabilities.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ArtifactId, UserGroupId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getFieldRights } from '../../trackers/policy.ts'
import type { UnitWorld } from '../../world/model/unit-world.ts'
import type { World } from '../../world/model/world.ts'
import { createTransactionWorld } from '../../world/units/in-transaction.ts'
import { createArtifact } from '../commands/create-artifact.ts'
import { type NamedColumn, parseTable, type Table, type TableLine } from '../commands/parse-table.ts'
import { updateArtifact } from '../commands/update-artifact.ts'
import type { Artifact } from '../model/artifact.ts'
import { idColumn } from '../model/table-columns.ts'
import type { TableProblem } from '../model/table-problem.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { filterVisibleArtifacts } from '../reads/visible-artifacts.ts'
import { createRenderContexts } from '../representations/render-context.ts'
import { formatCell, neutralizeFormula, representRow } from '../representations/table-row.ts'
import type { RequestViewer } from '../responses/artifact-cache.ts'
import { loadArtifacts } from '../store/artifacts.ts'

/** Result of an import. */
export interface ImportResult {
  readonly lines: readonly ImportedLine[]
  readonly ignored: readonly string[]
  readonly columns: readonly NamedColumn[]
  /** If there are any, the transaction must be rolled back. */
  readonly problems: readonly TableProblem[]
}

export interface ImportedLine {
  readonly line: number
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused'
  /** null: no artifact was created */
  readonly id: ArtifactId | null
}

/** A table; `columns` are the names of its columns, null: its first line has them. */
export interface TableInput {
  readonly text: string
  readonly columns: readonly string[] | null
}

/**
 * Creates or updates an artifact for each line of a table, in one transaction (decision 23). All lines are tried so
 * that all problems are reported; `assertComplete` throws if there are any.
 */
export async function importTable(
  world: World,
  viewer: RequestViewer,
  tracker: Tracker,
  { text, columns }: TableInput,
  assertComplete: (imported: ImportResult) => void,
): Promise<ImportResult> {
  const { canRead, canSubmit, canUpdate } = getFieldRights(viewer.caller, tracker)
  const table = await parseTable(
    text,
    columns,
    tracker,
    (field) => canRead(field) || canSubmit(field) || canUpdate(field),
  )
  return world.db.writeArtifacts(collectAffected(tracker, table), async (tx) => {
    const imported =
      table.problems.length > 0
        ? { ...table, lines: [] }
        : await importLines(tx, createTransactionWorld(world, tx), viewer, tracker, table)
    assertComplete(imported)
    return imported
  })
}

async function importLines(
  tx: Tx,
  inside: UnitWorld,
  viewer: RequestViewer,
  tracker: Tracker,
  table: Table,
): Promise<ImportResult> {
  const context = await loadImportContext(tx, inside, viewer, tracker, table)
  const lines: ImportedLine[] = []
  const problems: TableProblem[] = []
  for (const line of table.lines) {
    const parsed = parseLine(line, table, context)
    if ('problems' in parsed) problems.push(...parsed.problems)
    const outcome =
      'problems' in parsed ? refusedLine(line) : await tryLine(tx, inside, viewer, tracker, line, parsed.entries)
    if ('message' in outcome) problems.push({ line: line.line, column: null, field: null, message: outcome.message })
    lines.push('message' in outcome ? refusedLine(line) : outcome)
    // SQLite responds synchronously: without a pause no other request would be served meanwhile.
    await new Promise(setImmediate)
  }
  return { lines, ignored: table.ignored, columns: table.columns, problems }
}

/** The links of a line are known only later; each number in their columns may be the id of an artifact. */
function collectAffected({ projectId }: Tracker, { lines, fields }: Table): AffectedArtifacts {
  const columns = fields.filter(({ field }) => holdsLinks(field)).map(({ column }) => column)
  const texts = lines.flatMap(({ cells }) => columns.map((column) => cells[column - 1] ?? ''))
  const linked = texts.flatMap((text) => text.match(/\d{1,15}/g) ?? []).map(Number)
  return {
    changed: lines.flatMap(({ id }) => id ?? []),
    // Untrusted ids; validated when the lines are parsed.
    linked: linked as ArtifactId[],
    projects: [projectId],
  }
}

const refusedLine = ({ line, id }: TableLine): ImportedLine => ({ line, outcome: 'refused', id })

/** Applies a line; returns a message if it is refused. */
async function tryLine(
  tx: Tx,
  inside: UnitWorld,
  { caller, timezone }: RequestViewer,
  tracker: Tracker,
  { line, id }: TableLine,
  entries: readonly FieldValueInput[],
): Promise<ImportedLine | { readonly message: string | Message }> {
  if (id !== null && entries.length === 0) return { line, outcome: 'unchanged', id }
  try {
    return await withSavepoint(tx, async () => {
      if (id !== null) {
        await updateArtifact(inside, caller, id, { entries, comment: null, precondition: {}, timezone })
        return { line, outcome: 'updated', id }
      }
      const entriesFor = () => (entries.length === 0 ? null : entries)
      const newArtifact = { trackerId: tracker.id, entriesFor, usesWorkflow: true, timezone }
      const { artifactVersion } = await createArtifact(inside, caller, newArtifact)
      return { line, outcome: 'created', id: artifactVersion.id }
    })
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    const { translated, translatedList = [] } = thrown.details
    return {
      message:
        [thrown.text, translated, ...translatedList].find((text) => text !== undefined && `${text}` !== '') ??
        message`The change was rejected.`,
    }
  }
}

/** Data needed to parse the lines, loaded for all of them together. */
interface ImportContext {
  readonly viewer: RequestViewer
  readonly tracker: Tracker
  readonly now: number
  readonly artifacts: ReadonlyMap<ArtifactId, Artifact>
  /** Texts of the cells as they would be exported now, plain and defused. */
  readonly cells: ReadonlyMap<ArtifactId, readonly (readonly string[])[]>
  readonly users: ReadonlyMap<string, User>
  readonly groups: ReadonlyMap<UserGroupId, StaticGroup>
}

async function loadImportContext(
  tx: Tx,
  inside: UnitWorld,
  viewer: RequestViewer,
  tracker: Tracker,
  { lines, fields }: Table,
): Promise<ImportContext> {
  const { caller } = viewer
  const loaded = await loadArtifacts(
    tx,
    lines.flatMap(({ id }) => id ?? []),
  )
  const here = [...loaded.values()].filter(({ trackerId }) => trackerId === tracker.id)
  const artifacts = await filterVisibleArtifacts(inside, caller, here)
  const logins = lines.flatMap(({ cells }) =>
    fields.flatMap(
      ({ field, column }) => getFieldType(field.type).csv?.collectLogins?.(cells[column - 1] ?? '', field) ?? [],
    ),
  )
  const bindsGroups = fields.some(({ field }) => field.bind?.kind === 'ugroups')
  const related = await loadRelatedData(inside, caller, artifacts, 'values', { form: 'plain' })
  const columns = fields.map(({ field }) => field)
  return {
    viewer,
    tracker,
    now: inside.clock.now(),
    artifacts: new Map(artifacts.map((artifact) => [artifact.id, artifact])),
    cells: new Map(
      await mapWithPauses(createRenderContexts(viewer, related)(artifacts), (shown) => [
        shown.artifact.id,
        representRow(shown, columns).map((cell) =>
          [formatCell(cell), neutralizeFormula(cell)].map(normalizeLineBreaks),
        ),
      ]),
    ),
    users: await loadUsersByLogins(tx, [...new Set(logins.map(normalizeLogin))]),
    groups: new Map((bindsGroups ? await loadProjectGroups(tx, tracker.projectId) : []).map((each) => [each.id, each])),
  }
}

/** Spreadsheet programs change line breaks. */
const normalizeLineBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim()

/** Returns the entries of a line, or its problems. */
function parseLine(
  { line, id, cells }: TableLine,
  { fields, ids }: Table,
  context: ImportContext,
): { readonly entries: readonly FieldValueInput[] } | { readonly problems: readonly TableProblem[] } {
  const artifact = id === null ? undefined : context.artifacts.get(id)
  const entries: FieldValueInput[] = []
  const problems: TableProblem[] = []
  if (id !== null && artifact === undefined)
    return {
      problems: [
        { line, column: ids, field: idColumn, message: message`Artifact ${id} does not exist in this tracker.` },
      ],
    }
  fields.forEach(({ field, column }, index) => {
    const text = cells[column - 1] ?? ''
    if (id === null ? text.trim() === '' : context.cells.get(id)?.[index]?.includes(normalizeLineBreaks(text))) return
    const location = { line, column, field: field.name }
    const entry = parseCell(text, field, artifact, context, (problem) =>
      problems.push({ ...location, message: problem }),
    )
    if (entry !== undefined) entries.push({ field_id: field.id, ...entry })
  })
  return problems.length > 0 ? { problems } : { entries }
}

function parseCell(
  text: string,
  field: Field,
  artifact: Artifact | undefined,
  { viewer, tracker, now, users, groups }: ImportContext,
  reportProblem: (message: Message) => void,
) {
  return getFieldType(field.type).csv?.read?.(normalizeLineBreaks(text), field, {
    caller: viewer.caller,
    projectId: tracker.projectId,
    timezone: viewer.timezone,
    now,
    currentValue: artifact?.values[field.id],
    groups,
    userByLogin: (login) => users.get(normalizeLogin(login)),
    reportProblem(sentence) {
      reportProblem(sentence)
      return undefined
    },
  })
}
