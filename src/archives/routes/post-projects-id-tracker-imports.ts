import { type Answer, defineRoute } from '../../http/declarations/route.ts'
import { hasPreference } from '../../http/requests/prefer.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Translate } from '../../kit/messages/translate.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type, verbatim } from '../../kit/values/schema.ts'
import { isPaletteColor } from '../../trackers/model/palette.ts'
import { importTracker } from '../commands/import-tracker.ts'
import type { Finding } from '../plan/findings.ts'
import {
  representTrackerFindings,
  representTrackerImport,
  representTrackerNames,
  TrackerImportRepresentation,
} from '../representations/tracker-import.ts'

/** More would block other requests (decision 44); a tracker with 500 fields has 10,000. */
const maxElements = 30_000

/** Tulipwood extension: Tuleap imports trackers only in its pages. */
export const postProjectsIdTrackerImports = defineRoute({
  method: 'POST',
  url: '/projects/:id/tracker_imports',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  supportedHeaders: ['Prefer'],
  summary:
    'Create a tracker from an XML document as returned by GET /trackers/{id}/template (project administrators). With `dry_run`, check the document without saving.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object({
    dry_run: Type.Boolean({ description: 'Check the document and return the result without saving.', default: false }),
  }),
  body: Type.Object({
    // Line numbers count from its very beginning.
    xml: Type.String({ format: verbatim, description: 'A document whose root is `<tracker>`.' }),
    name: Type.Optional(Type.String({ description: 'Replaces the name of the document.' })),
    item_name: Type.Optional(Type.String({ description: 'Replaces the short name of the document.' })),
    color_name: Type.Optional(Type.String({ description: 'Replaces the color of the document.' })),
  }),
  bodyLimit: 4 * 1024 * 1024,
  answers: { 200: TrackerImportRepresentation, 201: TrackerImportRepresentation },
  async answer({ params, query, body, headers, caller, origin, translate }, world): Promise<Answer> {
    const { xml, name, item_name: itemName, color_name: color } = body
    if (color !== undefined && !isPaletteColor(color)) throw new Refusal('invalid', message`Invalid color "${color}".`)
    const isPreferred = hasPreference(headers, 'dry-run')
    const isDryRun = query.dry_run || isPreferred
    const applied: Answer['headers'] = isPreferred ? { 'Preference-Applied': 'dry-run' } : {}
    const result = await importTracker(world, {
      project: params.id,
      xml,
      name: name?.trim(),
      itemName,
      color,
      caller,
      check: isDryRun,
      limits: { maxElements },
    })
    if ('ok' in result) {
      const report = representTrackerImport(result.ok, translate)
      const { tracker } = report
      if (tracker === null) return { headers: applied, body: report }
      return { status: 201, headers: { Location: `${origin}/api/${tracker.uri}` }, body: report }
    }
    if (!isDryRun) throw refuse(result.problems, translate)
    return {
      headers: applied,
      body: {
        dry_run: true,
        tracker: null,
        ...representTrackerNames(result.names),
        problems: representTrackerFindings(result.problems, translate),
        remarks: representTrackerFindings(result.remarks, translate),
        ignored: [],
      },
    }
  },
})

function refuse(problems: readonly Finding[], translate: Translate): Refusal {
  const [first] = problems
  const { line = null, text = '' } = first ?? {}
  const extra = { problems: representTrackerFindings(problems, translate) }
  if (line === null) return new Refusal('unprocessable', message`No tracker was created. ${text}`, { extra })
  return new Refusal('unprocessable', message`No tracker was created. Line ${line}: ${text}`, { extra })
}
