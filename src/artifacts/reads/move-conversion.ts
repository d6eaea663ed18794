import { isStaticGroup } from '../../accounts/model/groups.ts'
import { loadProjectGroups } from '../../accounts/store/groups.ts'
import type { Tx } from '../../database/db/db.ts'
import type { ConvertContext } from '../../fields/model/conversion.ts'
import type { RichText, StoredValues } from '../../fields/model/field.ts'
import { holdsLine, holdsOpenChoices, holdsText } from '../../fields/registry/capabilities.ts'
import { convertValue } from '../../fields/registry/convert-value.ts'
import type { TextTask } from '../../fields/texts/render-in-worker.ts'
import { renderTexts, toPlainText } from '../../fields/texts/rich-text.ts'
import type { FieldId, UserGroupId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Artifact } from '../model/artifact.ts'
import type { MovePlan } from '../model/move-plan.ts'
import { createOpenValues, loadOpenValues } from '../store/open-list-values.ts'

interface ConversionRequest {
  readonly source: Project
  readonly target: Project
  readonly plan: MovePlan
  /** All values to convert. */
  readonly steps: readonly StoredValues[]
  /** Creates nothing. */
  readonly isDryRun: boolean
}

/** Loads the data that maps references in values to the target project: groups, open list values, texts. */
export async function loadMoveConversion(
  tx: Tx,
  permit: Permit<'move', Artifact>,
  { source, target, plan, steps, isDryRun }: ConversionRequest,
): Promise<ConvertContext> {
  const groups = await matchGroupsByName(tx, source, target)
  const groupOf = (id: UserGroupId) => (isStaticGroup(id) ? groups.get(id) : id)
  const pairs = plan.pairs.filter(({ from }) => holdsOpenChoices(from))
  // fields/model/field.ts: open lists hold `b12` and `o7`.
  const typed = pairs.flatMap(({ from }) => steps.flatMap((values) => (values[from.id] ?? []) as readonly string[]))
  const ids = new Set(typed.filter((item) => item.startsWith('o')).map((item) => Number(item.slice(1))))
  const openValues = await loadOpenValues(tx, [...ids])
  const texts = await renderTexts(textsToFlatten(plan, steps))
  const context = {
    groupOf,
    openLabel: (id: number) => openValues.get(id)?.label,
    plainText: (text: RichText) => toPlainText(text, texts),
  }
  const labels = new Map<FieldId, Set<string>>()
  const noteLabel: ConvertContext['openValueOf'] = (to, label) => {
    labels.set(to.id, (labels.get(to.id) ?? new Set()).add(label))
    return 0
  }
  for (const { from, to } of pairs) {
    for (const values of steps) {
      if (values[from.id] !== undefined) convertValue(values[from.id], from, to, { ...context, openValueOf: noteLabel })
    }
  }
  if (isDryRun || labels.size === 0) return { ...context, openValueOf: () => 0 }
  const created = await createOpenValues(tx, permit, labels)
  return { ...context, openValueOf: (to, label) => created(to.id, label).id }
}

/** fields/model/field.ts: a text is a RichText. */
const textsToFlatten = ({ pairs }: MovePlan, steps: readonly StoredValues[]): TextTask[] =>
  pairs
    .filter(({ from, to }) => holdsText(from) && holdsLine(to))
    .flatMap(({ from }) => steps.flatMap((values) => (values[from.id] ?? []) as RichText | []))
    .map((text) => ({ text, form: 'plain' }))

/** Maps static groups of the source project to groups of the target project with the same name. */
async function matchGroupsByName(
  tx: Tx,
  source: Project,
  target: Project,
): Promise<ReadonlyMap<UserGroupId, UserGroupId>> {
  const sourceGroups = await loadProjectGroups(tx, source.id)
  if (source.id === target.id) return new Map(sourceGroups.map(({ id }) => [id, id]))
  const targetGroups = new Map((await loadProjectGroups(tx, target.id)).map(({ id, name }) => [name.toLowerCase(), id]))
  return new Map(
    sourceGroups.flatMap(({ id, name }) => {
      const there = targetGroups.get(name.toLowerCase())
      return there === undefined ? [] : [[id, there] as const]
    }),
  )
}
