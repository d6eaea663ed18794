import type { FieldId, ProjectId, UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { canSignIn, type User } from '../../platform/model/user.ts'
import { bindOf } from '../binds/bind-of.ts'
import { groupValueCalled } from '../binds/ugroups.ts'
import { complain } from '../complain.ts'
import type { Bind, Field, OpenListItem } from '../field.ts'
import { tooLong } from '../text-size.ts'
import type { Accepting, Writing, WritingNeeds } from '../writing.ts'
import { groupNamed, isBound, nameOf, readGroup } from './group.ts'
import { type Referred, type Wanted, wantedItems } from './open-list-items.ts'

/** How open lists take what is chosen and what is typed (docs/api/field-values.md §8). */
export const takeTyped: Writing<readonly OpenListItem[]> = {
  needs(sent, field, into) {
    const { bind } = bindOf(field)
    if (bind.kind === 'ugroups') into.groups = true
    const items = wantedItems(sent, field)
    if (items instanceof Refusal) return
    for (const item of items ?? []) if (!(item instanceof Refusal)) note(item, field, bind, into)
  },
  accept(sent, field, context) {
    const items = wantedItems(sent, field)
    if (items === undefined) return undefined
    if (items instanceof Refusal) throw items
    const taken = items.map((item) => {
      if (item instanceof Refusal) throw item
      return take(item, field, context)
    })
    const known = taken.flatMap((item) => item ?? [])
    return known.length < taken.length ? undefined : [...new Set(known)]
  },
  initial: (field) => {
    const { bind, rules } = bindOf(field)
    return rules.initial(bind).map((id): OpenListItem => `b${id}`)
  },
  isEmpty: (items) => items === undefined || items.length === 0,
}

/** As many characters as a label may have: more is a text, not a value of a list. */
export const longestLabel = 255
const breaksLine = /[\r\n\0]/

const isLabel = (text: string): boolean => text.length <= longestLabel && !breaksLine.test(text)
const isAddress = (text: string): boolean => /^[^\s@,;]+@[^\s@,;]+$/.test(text)

function note(item: Wanted, field: Field, bind: Bind, into: WritingNeeds): void {
  if (item.by === 'typed') into.openValues.add(item.id)
  else if (bind.kind === 'static') noteStatic(item, field, bind, into)
  else if (bind.kind === 'users') notePerson(item, field, into)
  else noteGroup(item, field, bind, into)
}

function noteStatic(item: Referred, field: Field, bind: Bind, into: WritingNeeds): void {
  if (item.by === 'id' && item.id !== undefined) into.openValues.add(item.id)
  if (item.by === 'number') addTo(into.openNumbers, field.id, item.id)
  const isNew = item.by === 'label' || (item.by === 'text' && valueLabelled(item.said, bind) === undefined)
  if (isNew) noteLabel(item.said, field, into)
}

function notePerson(item: Referred, field: Field, into: WritingNeeds): void {
  if ((item.by === 'id' || item.by === 'number') && item.id !== undefined) into.users.add(item.id as UserId)
  if (item.by === 'login' || item.by === 'text' || item.by === 'number') into.logins.add(item.said.toLowerCase())
  if ((item.by !== 'email' && item.by !== 'text') || !isAddress(item.said)) return
  into.emails.add(item.said.toLowerCase())
  noteLabel(item.said, field, into)
}

function noteGroup(item: Referred, field: Field, bind: Bind, into: WritingNeeds): void {
  if (item.by === 'number' && groupChosen(item.said, bind) !== undefined) return
  const isId = item.by === 'id' || item.by === 'number'
  const group = isId ? readGroup(item.said) : groupNamed(item.said, new Map())
  if (group === undefined) noteLabel(item.said, field, into)
  else if (!isBound(group, bind)) addTo(into.openGroups, field.id, group)
}

function noteLabel(label: string, field: Field, into: WritingNeeds): void {
  if (isLabel(label)) addTo(into.openLabels, field.id, label)
}

function addTo<T>(sets: Map<FieldId, Set<T>>, field: FieldId, what: T): void {
  const known = sets.get(field)
  if (known === undefined) sets.set(field, new Set([what]))
  else known.add(what)
}

/** undefined: a problem was told. */
function take(item: Wanted, field: Field, context: Accepting): OpenListItem | undefined {
  const { bind } = bindOf(field)
  if (item.by === 'typed') {
    const open = context.openValue(field.id, item.id)
    if (open === undefined) throw unknownId(`o${item.id}`, field, bind)
    return `o${open.id}`
  }
  switch (bind.kind) {
    case 'static':
      return takeStatic(item, field, context)
    case 'users':
      return takePerson(item, field, context)
    case 'ugroups':
      return takeGroup(item, field, context, bind)
    default:
      return bind satisfies never
  }
}

function takeStatic(item: Referred, field: Field, context: Accepting): OpenListItem | undefined {
  const { bind, rules } = bindOf(field)
  const chosen = chosenBefore(context)
  if (item.by === 'id') {
    const bound = rules.choose(item.said, bind, { field, chosen, context })
    if (bound !== undefined) return `b${bound}`
    const open = item.id === undefined ? undefined : context.openValue(field.id, item.id)
    if (open === undefined) throw unknownId(item.said, field, bind)
    return `o${open.id}`
  }
  if (item.by === 'number') return takeNumber(item.said, item.id, field, context)
  const value = item.by === 'text' ? valueLabelled(item.said, bind) : undefined
  if (value === undefined) return takeLabel(item.said, field, context)
  const bound = rules.choose(`${value}`, bind, { field, chosen, context })
  if (bound === undefined) throw new Refusal('invalid', `The submitted value ${item.said} is invalid`)
  return `b${bound}`
}

/** docs/api/field-values.md §8: the value with exactly that label, else with that id, else a new one. */
function takeNumber(label: string, id: number, field: Field, context: Accepting): OpenListItem {
  const { bind, rules } = bindOf(field)
  const labelled = bind.kind === 'static' ? bind.values.find((value) => value.label === label)?.id : undefined
  if (labelled !== undefined) return `b${labelled}`
  const { byLabel, byId } = context.openNumbered(field.id, id)
  if (byLabel !== undefined) return `o${byLabel.id}`
  const bound = rules.choose(label, bind, { field, chosen: chosenBefore(context), context })
  if (bound !== undefined) return `b${bound}`
  return `o${(byId ?? context.openValueOf(field.id, label)).id}`
}

function takePerson(item: Referred, field: Field, context: Accepting): OpenListItem | undefined {
  const chosen = chosenBefore(context)
  const bound = (user: User | undefined): OpenListItem | undefined =>
    user !== undefined && (chosen.includes(user.id) || canSignIn(user.status)) ? `b${user.id}` : undefined
  if (item.by === 'id') {
    const found = item.id === undefined ? undefined : bound(context.userOf(item.id as UserId))
    if (found === undefined) throw unknownId(item.said, field, field.bind)
    return found
  }
  if (item.by === 'login') {
    const found = bound(context.userByLogin(item.said))
    if (found !== undefined) return found
    throw new Refusal('invalid', `Cannot Bind to user "${item.said}" for field ID ${field.id}`)
  }
  const byLogin = item.by === 'text' || item.by === 'number' ? bound(context.userByLogin(item.said)) : undefined
  const byNumber = item.by === 'number' ? bound(context.userOf(item.id as UserId)) : undefined
  const known = byLogin ?? byNumber
  if (known !== undefined) return known
  if (!isAddress(item.said)) {
    return complain(context, `${field.label} contains a value which is not a login or an email.`)
  }
  return bound(context.userByEmail(item.said)) ?? takeLabel(item.said, field, context)
}

function takeGroup(item: Referred, field: Field, context: Accepting, bind: Bind): OpenListItem | undefined {
  const { groups, projectId } = context
  const chosen = item.by === 'number' ? groupChosen(item.said, bind, projectId) : undefined
  if (chosen !== undefined) return `b${chosen}`
  const isId = item.by === 'id' || item.by === 'number'
  const named = isId ? readGroup(item.said, projectId) : groupNamed(item.said, groups)
  const label = named === undefined ? undefined : nameOf(named, groups)
  if (named !== undefined && label !== undefined) {
    const bound = bind.kind === 'ugroups' ? bind.values.find(({ groupId }) => groupId === named) : undefined
    return bound === undefined ? takeLabel(label, field, context) : `b${bound.id}`
  }
  if (item.by === 'id') throw unknownId(item.said, field, bind)
  if (item.by === 'text' || item.by === 'number')
    return complain(context, `${field.label} contains a value which is not a user group.`)
  throw new Refusal('invalid', `User Group with short_name ${item.said} does not exist for field ID ${field.id}`)
}

/** A value of the bind by its own id or that of its group. */
function groupChosen(said: string, bind: Bind, projectId?: ProjectId): number | undefined {
  return bind.kind === 'ugroups' ? groupValueCalled(said, bind, projectId)?.id : undefined
}

/** What somebody types becomes a value of its own; a comma in it is no matter, for values are stored by id. */
function takeLabel(label: string, field: Field, context: Accepting): OpenListItem | undefined {
  if (label.length > longestLabel) return complain(context, tooLong(field.label, longestLabel))
  if (!isLabel(label)) return complain(context, `${field.label} can contain neiher carriage return nor null char.`)
  return `o${context.openValueOf(field.id, label).id}`
}

/** Stored ids of the bind that are chosen now (fields/field.ts: ("b12"|"o7")[]). */
const chosenBefore = ({ before }: Accepting): readonly number[] =>
  ((before ?? []) as readonly OpenListItem[]).flatMap((item) => (item.startsWith('b') ? Number(item.slice(1)) : []))

function valueLabelled(text: string, bind: Bind): number | undefined {
  if (bind.kind !== 'static') return undefined
  const key = text.toLowerCase()
  const exact = bind.values.find(({ label }) => label === text)
  return (exact ?? bind.values.find(({ label }) => label.toLowerCase() === key))?.id
}

function unknownId(said: string, field: Field, bind: Bind | null): Refusal {
  switch (bind?.kind) {
    case 'users':
      return new Refusal('invalid', `Cannot Bind to user with ID ${said} for field ID ${field.id}`)
    case 'ugroups':
      return new Refusal('invalid', `User Group with ID ${said} does not exist for field ID ${field.id}`)
    default:
      return new Refusal('invalid', `Bind Value with ID ${said} does not exist for field ID ${field.id}`)
  }
}
