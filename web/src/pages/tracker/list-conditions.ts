import { printQuery } from '../../../../src/queries/language/print.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { createNoneOption, listOptions } from '../../fields/editors/list-options.ts'
import { excludingConditionsTexts } from '../../texts/part-texts/excluding-conditions-texts.ts'
import { texts } from '../../texts/texts.ts'
import { type Field, loginOf, myselfId, readBar, type View } from './view.ts'

const words = texts.tracker

/** One of the conditions that an artifact of a view meets all. */
export interface ViewCondition {
  readonly label: string
  /** What the view is without it. */
  readonly rest: Partial<View>
}

/** The conditions of a view: parts of its text that `AND` joins, words, and filters. */
export function listConditions(view: View, { fields, semantics }: TrackerRepresentation): readonly ViewCondition[] {
  const filters = [...view.filters].flatMap(([name, values]) => {
    const field = fields.find((each) => each.name === name)
    const rest = { filters: new Map([...view.filters].filter(([other]) => other !== name)) }
    return field === undefined ? [] : [{ label: words.filterOf(field.label, nameValues(field, values)), rest }]
  })
  return [
    ...listTextConditions(view.text),
    ...(view.isOpenOnly && semantics.status ? [{ label: words.openOnly, rest: { isOpenOnly: false } }] : []),
    ...(view.isMine && semantics.contributor ? [{ label: words.mine, rest: { isMine: false } }] : []),
    ...filters,
  ]
}

function listTextConditions(text: string): readonly ViewCondition[] {
  const bar = readBar(text)
  if (bar.kind === 'words') {
    const all = text.trim().split(/\s+/)
    return all.map((word, at) => ({
      label: excludingConditionsTexts.word(word),
      rest: { text: all.filter((_, other) => other !== at).join(' ') },
    }))
  }
  if (bar.kind !== 'query' || bar.query.where === null) return []
  const { where, orderBy } = bar.query
  const parts = where.kind === 'and' ? where.of : [where]
  const printOf = (part: typeof where): string => printQuery({ where: part, orderBy: [] })
  const printIn = (part: typeof where): string => (part.kind === 'or' ? `(${printOf(part)})` : printOf(part))
  return parts.map((part) => {
    const others = parts.filter((other) => other !== part).map(printIn)
    const order = printQuery({ where: null, orderBy })
    return {
      label: printOf(part),
      rest: { text: [others.join(' AND '), order].filter((each) => each !== '').join(' ') },
    }
  })
}

function nameValues(field: Field, ids: readonly string[]): string {
  const options = [...listOptions(field), createNoneOption(field)]
  const nameOf = (id: string): string =>
    id === myselfId ? words.me : (loginOf(id) ?? options.find((option) => option.id === id)?.label ?? id)
  return ids.map(nameOf).join(', ')
}
