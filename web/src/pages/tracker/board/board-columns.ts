import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import type { ArtifactGroup, GroupedArtifact } from '../../../data/artifact-groups.ts'
import type { OrderPlace } from '../../../data/artifact-order.ts'
import { entryOf } from '../../../data/artifact-writes.ts'
import {
  createItemOption,
  createNoneOption,
  findOption,
  listItems,
  listOptions,
  noneId,
} from '../../../fields/editors/list-options.ts'
import type { PickerOption } from '../../../fields/editors/picker.tsx'
import type { FieldType } from '../../../fields/field-type.ts'
import { getFieldType } from '../../../fields/registry.ts'
import type { Field } from '../view.ts'

/** More columns would need more than one request. */
const maxColumns = 100

/** The fields whose values can be the columns of a board, the status first. */
export const listBoardFields = (tracker: TrackerRepresentation): readonly Field[] => listCountedFields(tracker, ['one'])

/** The fields whose values artifacts can be counted by, the status first. */
export function listCountedFields(
  { fields, semantics }: TrackerRepresentation,
  choices: readonly FieldType['choice'][] = ['one', 'several'],
): readonly Field[] {
  const offered = fields.filter((field) => {
    const count = listOptions(field).length
    const { type } = field.bindings
    return (
      field.is_used &&
      choices.includes(getFieldType(field.type).choice) &&
      (type === 'static' || type === 'users') &&
      count > 0 &&
      count < maxColumns
    )
  })
  const isStatus = ({ field_id }: Field): boolean => field_id === semantics.status?.field_id
  return offered.toSorted((a, b) => Number(isStatus(b)) - Number(isStatus(a)))
}

/** The field of the columns by its name, or the usual one. */
export const findBoardField = (fields: readonly Field[], name: string | null): Field | undefined =>
  fields.find((field) => field.name === name) ?? fields[0]

/** A card that the user has moved and whose change is not saved, or not read again, yet. */
interface CardMove {
  readonly card: GroupedArtifact
  /** Id of the value of the column. */
  readonly to: string
  /** undefined: where the order of the tracker has it. */
  readonly at?: OrderPlace | undefined
}

export type CardMoves = ReadonlyMap<number, CardMove>

export interface BoardColumn {
  /** Id of the value. */
  readonly id: string
  readonly option: PickerOption
  /** How many cards it has, those that are not loaded included. */
  readonly size: number
  /** How many it should have at most; undefined: no limit. */
  readonly limit: number | undefined
  /** How many of them come with the groups. */
  readonly loaded: number
  /** Those, as they were read. */
  readonly read: readonly GroupedArtifact[]
  readonly cards: readonly GroupedArtifact[]
}

/** The limit of work in progress of a value. */
function findWorkLimit({ values }: Field, id: string): number | undefined {
  const value = Array.isArray(values) ? values.find((each) => String(each.id) === id) : undefined
  return value !== undefined && 'work_limit' in value ? value.work_limit : undefined
}

/** The columns of a board: the groups as they were read, with the cards that were moved since where they were moved to. */
export const buildColumns = (field: Field, groups: readonly ArtifactGroup[], moves: CardMoves): BoardColumn[] =>
  groups.flatMap((group) => {
    const id = String(group.value_id)
    const option = findGroupOption(field, group)
    if (option === undefined) return []
    const cards = placeCards(id, group.artifacts, moves)
    const size = Math.max(0, group.size + cards.length - group.artifacts.length)
    // Most teams give each artifact a value.
    if (id === noneId && size === 0) return []
    return [
      {
        id,
        option,
        size,
        limit: findWorkLimit(field, id),
        loaded: group.artifacts.length,
        read: group.artifacts,
        cards,
      },
    ]
  })

/** The cards with one value of another list. */
export interface BoardLane extends Pick<BoardColumn, 'id' | 'option' | 'size'> {
  /** The same as those of the board. */
  readonly columns: readonly BoardColumn[]
  readonly hasCard: (card: GroupedArtifact) => boolean
  /** Of its cards. */
  readonly moves: CardMoves
}

/** The lanes of a board, whose groups are those of each lane; a card that was moved stays in its lane. */
export const buildLanes = (
  field: Field,
  lanes: Field,
  groups: readonly ArtifactGroup[],
  moves: CardMoves,
  columns: readonly BoardColumn[],
): BoardLane[] =>
  [...Map.groupBy(groups, ({ lane_value_id }) => lane_value_id)].map(([value_id = Number(noneId), ofLane]) => {
    const id = String(value_id)
    const hasCard = (card: GroupedArtifact): boolean =>
      (listItems(entryOf(card, lanes.field_id)).map(createItemOption)[0]?.id ?? noneId) === id
    const own = new Map([...moves].filter(([, { card }]) => hasCard(card)))
    // Limits are those of the whole columns.
    const laneColumns = new Map(
      buildColumns(field, ofLane, own).map((column) => [column.id, { ...column, limit: undefined }]),
    )
    const artifacts = ofLane.flatMap((group) => group.artifacts)
    return {
      id,
      option: findGroupOption(lanes, { value_id, size: artifacts.length, artifacts }) ?? { id, label: id },
      size: ofLane.reduce((sum, { size }) => sum + size, 0),
      columns: columns.map(
        (column) =>
          laneColumns.get(column.id) ?? { ...column, limit: undefined, size: 0, loaded: 0, read: [], cards: [] },
      ),
      hasCard,
      moves: own,
    }
  })

/** The groups of all lanes as those of the columns. */
export const joinLanes = (groups: readonly ArtifactGroup[]): readonly ArtifactGroup[] =>
  [...Map.groupBy(groups, ({ value_id }) => value_id)].map(([value_id, ofColumn]) => ({
    value_id,
    size: ofColumn.reduce((sum, { size }) => sum + size, 0),
    artifacts: ofColumn.flatMap(({ artifacts }) => artifacts),
  }))

/** The value of a group, also where the field does not list it any more; undefined: no artifact has it. */
export function findGroupOption(field: Field, group: ArtifactGroup): PickerOption | undefined {
  const id = String(group.value_id)
  return id === noneId ? createNoneOption(field) : (findOption(field, id) ?? findHeldOption(field, group))
}

/** A value that the field does not list any more, such as a user who has left, as its artifacts have it. */
function findHeldOption({ field_id }: Field, { value_id, artifacts }: ArtifactGroup): PickerOption | undefined {
  const [first] = artifacts
  const options = first === undefined ? [] : listItems(entryOf(first, field_id)).map(createItemOption)
  return options.find(({ id }) => id === String(value_id))
}

/** The cards of a column: those that arrived, then those that stay, and those with a place of their own there. */
export function placeCards(
  column: string,
  read: readonly GroupedArtifact[],
  moves: CardMoves,
): readonly GroupedArtifact[] {
  if (moves.size === 0) return read
  const present = new Set(read.map(({ id }) => id))
  const here = [...moves.values()].filter(({ to }) => to === column)
  const arrived = here.filter(({ card, at }) => at === undefined && !present.has(card.id))
  const staying = read.filter(({ id }) => {
    const move = moves.get(id)
    return move === undefined || (move.to === column && move.at === undefined)
  })
  const cards = [...arrived.map(({ card }) => card), ...staying]
  for (const { card, at } of here) if (at !== undefined) insertCard(cards, card, at)
  return cards
}

function insertCard(cards: GroupedArtifact[], card: GroupedArtifact, { direction, of }: OrderPlace): void {
  const at = cards.findIndex(({ id }) => id === of)
  // Its neighbour has left the column.
  if (at < 0) cards.push(card)
  else cards.splice(direction === 'before' ? at : at + 1, 0, card)
}
