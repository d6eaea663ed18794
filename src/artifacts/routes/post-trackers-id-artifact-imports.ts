import { type Answer, defineRoute } from '../../http/declarations/route.ts'
import { hasPreference } from '../../http/requests/prefer.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Translate } from '../../kit/messages/translate.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { runDry } from '../../world/units/dry-run.ts'
import { maxLines } from '../commands/parse-table.ts'
import type { TableProblem } from '../model/table-problem.ts'
import { ImportedTableRepresentation } from '../representations/imported-table.ts'
import { type ImportedLine, type ImportResult, importTable, type TableInput } from '../requests/import-table.ts'

/** Maximum number of reported problems. */
const maxProblems = 1000

/** Tulipwood extension (decision 23). */
export const postTrackersIdArtifactImports = defineRoute({
  method: 'POST',
  url: '/trackers/:id/artifact_imports',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  supportedHeaders: ['Prefer'],
  acceptsCsv: true,
  summary: `Create and update artifacts of a tracker from a table of up to ${maxLines} lines, all or nothing. With \`dry_run\`, return the result of each line without saving.`,
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer()) }),
  query: Type.Object({
    dry_run: Type.Boolean({ description: 'Check the request and return the result without saving.', default: false }),
    columns: Type.Optional(
      Type.String({
        description:
          'Names of the columns in their order, with commas between them: short names, #id or `id`; empty for a column that is not imported. Without it, the header has the names.',
      }),
    ),
  }),
  bodyLimit: 8 * 1024 * 1024,
  body: Type.Object({
    content: Type.String({ description: 'CSV (RFC 4180): a header of short names, `id` for changes.' }),
  }),
  answers: { 200: ImportedTableRepresentation },
  // A dry run is rolled back, so it needs its own transaction, also with an Idempotency-Key.
  async prepare({ params, query, body, headers, ...viewer }, world): Promise<Answer | null> {
    if (!query.dry_run && !hasPreference(headers, 'dry-run')) return null
    const { tracker } = await getTracker(world, viewer.caller, params.id)
    const table = toTable(body.content, query.columns)
    const imported = await runDry(world, (inside) => importTable(inside, viewer, tracker, table, () => {}))
    const preferred: Answer['headers'] = hasPreference(headers, 'dry-run') ? { 'Preference-Applied': 'dry-run' } : {}
    return { body: representImport(imported, true, viewer.translate), headers: preferred }
  },
  async answer({ params, query, body, ...viewer }, world, dryRunAnswer): Promise<Answer> {
    if (dryRunAnswer !== null) return dryRunAnswer
    const { tracker } = await getTracker(world, viewer.caller, params.id)
    const { translate } = viewer
    const imported = await importTable(world, viewer, tracker, toTable(body.content, query.columns), (each) =>
      assertNoProblems(each, translate),
    )
    return { body: representImport(imported, false, translate) }
  },
})

const toTable = (text: string, columns: string | undefined): TableInput => ({
  text,
  columns: columns === undefined ? null : columns.split(','),
})

function assertNoProblems({ problems }: ImportResult, translate: Translate): void {
  const count = problems.length
  if (count === 0) return
  throw new Refusal(
    'unprocessable',
    count === 1
      ? message`Nothing was imported: the table has ${count} problem`
      : message`Nothing was imported: the table has ${count} problems`,
    { extra: { problems: representProblems(problems, translate) } },
  )
}

const representProblems = (problems: readonly TableProblem[], translate: Translate) =>
  problems.slice(0, maxProblems).map((each) => ({ ...each, message: translate(each.message) ?? `${each.message}` }))

function representImport({ lines, ignored, columns, problems }: ImportResult, isDryRun: boolean, translate: Translate) {
  const count = (outcome: ImportedLine['outcome']): number => lines.filter((line) => line.outcome === outcome).length
  return {
    dry_run: isDryRun,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    ignored_columns: ignored,
    columns,
    lines: lines.map(({ line, outcome, id }) => ({
      line,
      outcome,
      // Artifacts created by a dry run do not exist.
      artifact: id === null || (isDryRun && outcome === 'created') ? null : { id, uri: `artifacts/${id}` },
    })),
    problems: representProblems(problems, translate),
  }
}
