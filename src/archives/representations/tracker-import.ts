import type { Static } from 'typebox'
import type { Translate } from '../../kit/messages/translate.ts'
import { Type } from '../../kit/values/schema.ts'
import type { ImportedTracker, TrackerFinding, TrackerNames } from '../model/tracker-import.ts'

const closed = { additionalProperties: false }

const FindingRepresentation = Type.Object(
  {
    code: Type.String({ description: 'the reason, as docs/archives.md lists them' }),
    line: Type.Union([Type.Integer(), Type.Null()], { description: 'null: about the document as a whole' }),
    text: Type.String(),
    count: Type.Integer({ description: 'how often the document gives this cause; `line` is the first' }),
  },
  { ...closed, title: 'TrackerImportFinding' },
)

/** Result of the import of a tracker, or of its check. */
export const TrackerImportRepresentation = Type.Object(
  {
    dry_run: Type.Boolean(),
    tracker: Type.Union(
      [Type.Object({ id: Type.Integer(), uri: Type.String(), label: Type.String() }, closed), Type.Null()],
      { description: 'null: it was only checked' },
    ),
    name: Type.Union([Type.String(), Type.Null()], { description: 'null: the document cannot be read' }),
    item_name: Type.Union([Type.String(), Type.Null()]),
    color_name: Type.Union([Type.String(), Type.Null()]),
    problems: Type.Array(FindingRepresentation, { description: 'why nothing can be created; only of a dry run' }),
    remarks: Type.Array(FindingRepresentation, { description: 'what is created otherwise than the document has it' }),
    ignored: Type.Array(Type.String(), { description: 'parts of the document that are left out' }),
  },
  { ...closed, title: 'TrackerImport' },
)

export const representTrackerFindings = (
  findings: readonly TrackerFinding[],
  translate: Translate,
): Static<typeof FindingRepresentation>[] =>
  findings.map(({ code, line, text, count }) => ({ code, line, text: translate(text) ?? `${text}`, count }))

export const representTrackerNames = (names: TrackerNames | null) => ({
  name: names?.name ?? null,
  item_name: names?.itemName ?? null,
  color_name: names?.color ?? null,
})

export const representTrackerImport = (
  { tracker, remarks, ignored, ...names }: ImportedTracker,
  translate: Translate,
): Static<typeof TrackerImportRepresentation> => ({
  dry_run: tracker === null,
  tracker: tracker === null ? null : { id: tracker, uri: `trackers/${tracker}`, label: names.name },
  ...representTrackerNames(names),
  problems: [],
  remarks: representTrackerFindings(remarks, translate),
  ignored: [...ignored],
})
