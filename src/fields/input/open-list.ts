import { formatDisplayName, nameStyles } from '../../accounts/model/display-name.ts'
import { canSignIn, type User } from '../../accounts/model/user.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { FieldId, ProjectId, UserId } from '../../kit/values/ids.ts'
import { getBind } from '../binds/get-bind.ts'
import { findGroupByName, getGroupName, isGroupInBind, parseGroupId } from '../binds/group.ts'
import { findGroupValue } from '../binds/ugroups.ts'
import type { InputParser, WriteContext, WriteNeeds } from '../contexts/write-context.ts'
import type { Bind, Field, OpenListItem } from '../model/field.ts'
import { type NamedItem, type OpenListInputItem, parseOpenListItems } from './open-list-items.ts'
import { reportProblem } from './report-problem.ts'
import { formatTooLongMessage } from './text-size.ts'

/** Parses the chosen and the new values of an open list (docs/api/field-values.md §8). */
export const openListInput: InputParser<readonly OpenListItem[]> = {
  collectNeeds(input, field, into) {
    const { bind } = getBind(field)
    if (bind.kind === 'ugroups') into.groups = true
    const items = parseOpenListItems(input, field)
    if (items instanceof Refusal) return
    for (const item of items ?? []) if (!(item instanceof Refusal)) collectItemNeeds(item, field, bind, into)
  },
  parse(input, field, context) {
    const items = parseOpenListItems(input, field)
    if (items === undefined) return undefined
    if (items instanceof Refusal) throw items
    const storedItems = items.map((item) => {
      if (item instanceof Refusal) throw item
      return toStoredItem(item, field, context)
    })
    const knownItems = storedItems.flatMap((item) => item ?? [])
    return knownItems.length < storedItems.length ? undefined : [...new Set(knownItems)]
  },
  initialValue: (field) => {
    const { bind, rules } = getBind(field)
    return rules.initialValues(bind).map((id): OpenListItem => `b${id}`)
  },
  isEmpty: (items) => items === undefined || items.length === 0,
}

/** Maximum length of a label. */
export const maxLabelLength = 255
const breaksLine = /[\r\n\0]/

const isLabel = (text: string): boolean => text.length <= maxLabelLength && !breaksLine.test(text)
const isEmailAddress = (text: string): boolean => /^[^\s@,;]+@[^\s@,;]+$/.test(text)

function collectItemNeeds(item: OpenListInputItem, field: Field, bind: Bind, into: WriteNeeds): void {
  if (item.by === 'typed') into.openValues.add(item.id)
  else if (bind.kind === 'static') collectStaticNeeds(item, field, bind, into)
  else if (bind.kind === 'users') collectUserNeeds(item, field, into)
  else collectGroupNeeds(item, field, bind, into)
}

function collectStaticNeeds(item: NamedItem, field: Field, bind: Bind, into: WriteNeeds): void {
  if (item.by === 'id' && item.id !== undefined) into.openValues.add(item.id)
  if (item.by === 'number') addTo(into.openNumbers, field.id, item.id)
  const isNew = item.by === 'label' || (item.by === 'text' && findValueByLabel(item.text, bind) === undefined)
  if (isNew) collectLabelNeed(item.text, field, into)
}

function collectUserNeeds(item: NamedItem, field: Field, into: WriteNeeds): void {
  if ((item.by === 'id' || item.by === 'number') && item.id !== undefined) into.users.add(item.id as UserId)
  if (item.by === 'login' || item.by === 'text' || item.by === 'number') into.logins.add(item.text.toLowerCase())
  if (item.by === 'text') for (const login of findLoginsInLabel(item.text)) into.logins.add(login.toLowerCase())
  if ((item.by !== 'email' && item.by !== 'text') || !isEmailAddress(item.text)) return
  into.emails.add(item.text.toLowerCase())
  collectLabelNeed(item.text, field, into)
}

function collectGroupNeeds(item: NamedItem, field: Field, bind: Bind, into: WriteNeeds): void {
  if (item.by === 'number' && findGroupValueId(item.text, bind) !== undefined) return
  const isId = item.by === 'id' || item.by === 'number'
  const group = isId ? parseGroupId(item.text) : findGroupByName(item.text, new Map())
  if (group === undefined) collectLabelNeed(item.text, field, into)
  else if (!isGroupInBind(group, bind)) addTo(into.openGroups, field.id, group)
}

function collectLabelNeed(label: string, field: Field, into: WriteNeeds): void {
  if (isLabel(label)) addTo(into.openLabels, field.id, label)
}

function addTo<T>(sets: Map<FieldId, Set<T>>, field: FieldId, value: T): void {
  const existing = sets.get(field)
  if (existing === undefined) sets.set(field, new Set([value]))
  else existing.add(value)
}

/** Converts an item to its stored form; undefined when a problem was reported. */
function toStoredItem(item: OpenListInputItem, field: Field, context: WriteContext): OpenListItem | undefined {
  const { bind } = getBind(field)
  if (item.by === 'typed') {
    const open = context.openValue(field.id, item.id)
    if (open === undefined) throw unknownIdError(`o${item.id}`, field, bind)
    return `o${open.id}`
  }
  switch (bind.kind) {
    case 'static':
      return toStaticItem(item, field, context)
    case 'users':
      return toUserItem(item, field, context)
    case 'ugroups':
      return toGroupItem(item, field, context, bind)
    default:
      return bind satisfies never
  }
}

function toStaticItem(item: NamedItem, field: Field, context: WriteContext): OpenListItem | undefined {
  const { bind, rules } = getBind(field)
  const chosen = currentBindValues(context)
  if (item.by === 'id') {
    const bound = rules.choose(item.text, bind, { field, current: chosen, context })
    if (bound !== undefined) return `b${bound}`
    const open = item.id === undefined ? undefined : context.openValue(field.id, item.id)
    if (open === undefined) throw unknownIdError(item.text, field, bind)
    return `o${open.id}`
  }
  if (item.by === 'number') return toNumberedItem(item.text, item.id, field, context)
  const value = item.by === 'text' ? findValueByLabel(item.text, bind) : undefined
  if (value === undefined) return toTypedItem(item.text, field, context)
  const bound = rules.choose(`${value}`, bind, { field, current: chosen, context })
  if (bound === undefined) throw new Refusal('invalid', message`The submitted value ${item.text} is invalid`)
  return `b${bound}`
}

/** docs/api/field-values.md §8: the value with exactly that label, else with that id, else a new one. */
function toNumberedItem(label: string, id: number, field: Field, context: WriteContext): OpenListItem {
  const { bind, rules } = getBind(field)
  const labelled = bind.kind === 'static' ? bind.values.find((value) => value.label === label)?.id : undefined
  if (labelled !== undefined) return `b${labelled}`
  const { byLabel, byId } = context.openValuesOfNumber(field.id, id)
  if (byLabel !== undefined) return `o${byLabel.id}`
  const bound = rules.choose(label, bind, { field, current: currentBindValues(context), context })
  if (bound !== undefined) return `b${bound}`
  return `o${(byId ?? context.getOrCreateOpenValue(field.id, label)).id}`
}

function toUserItem(item: NamedItem, field: Field, context: WriteContext): OpenListItem | undefined {
  const chosen = currentBindValues(context)
  const bound = (user: User | undefined): OpenListItem | undefined =>
    user !== undefined && (chosen.includes(user.id) || canSignIn(user.status)) ? `b${user.id}` : undefined
  if (item.by === 'id') {
    const value = item.id === undefined ? undefined : bound(context.userOf(item.id as UserId))
    if (value === undefined) throw unknownIdError(item.text, field, field.bind)
    return value
  }
  if (item.by === 'login') {
    const value = bound(context.userByLogin(item.text))
    if (value !== undefined) return value
    throw new Refusal('invalid', message`Cannot Bind to user "${item.text}" for field ID ${field.id}`)
  }
  const byLogin = item.by === 'text' || item.by === 'number' ? bound(context.userByLogin(item.text)) : undefined
  const byNumber = item.by === 'number' ? bound(context.userOf(item.id as UserId)) : undefined
  const value = byLogin ?? byNumber ?? (item.by === 'text' ? bound(findUserByLabel(item.text, context)) : undefined)
  if (value !== undefined) return value
  if (!isEmailAddress(item.text)) {
    return reportProblem(context, message`${field.label} contains a value which is not a login or an email.`)
  }
  return bound(context.userByEmail(item.text)) ?? toTypedItem(item.text, field, context)
}

/** The logins that a label of a user may contain: it is `Real Name (login)` or `login (Real Name)`. */
const findLoginsInLabel = (label: string): readonly string[] =>
  [/ \(([^()]+)\)$/.exec(label)?.[1], /^([^()]+) \(/.exec(label)?.[1]].flatMap((login) => login ?? [])

/** Responses name users by labels (docs/api/field-values.md §8), and clients send them back. */
const findUserByLabel = (label: string, context: WriteContext): User | undefined =>
  findLoginsInLabel(label)
    .flatMap((login) => context.userByLogin(login) ?? [])
    .find((user) => nameStyles.some((style) => formatDisplayName(user, style) === label))

function toGroupItem(item: NamedItem, field: Field, context: WriteContext, bind: Bind): OpenListItem | undefined {
  const { groups, projectId } = context
  const chosen = item.by === 'number' ? findGroupValueId(item.text, bind, projectId) : undefined
  if (chosen !== undefined) return `b${chosen}`
  const isId = item.by === 'id' || item.by === 'number'
  const id = isId ? parseGroupId(item.text, projectId) : findGroupByName(item.text, groups)
  const label = id === undefined ? undefined : getGroupName(id, groups)
  if (id !== undefined && label !== undefined) {
    const bound = bind.kind === 'ugroups' ? bind.values.find(({ groupId }) => groupId === id) : undefined
    return bound === undefined ? toTypedItem(label, field, context) : `b${bound.id}`
  }
  if (item.by === 'id') throw unknownIdError(item.text, field, bind)
  if (item.by === 'text' || item.by === 'number')
    return reportProblem(context, message`${field.label} contains a value which is not a user group.`)
  throw new Refusal('invalid', message`User Group with short_name ${item.text} does not exist for field ID ${field.id}`)
}

/** A value of the bind by its own id or that of its group. */
function findGroupValueId(input: string, bind: Bind, projectId?: ProjectId): number | undefined {
  return bind.kind === 'ugroups' ? findGroupValue(input, bind, projectId)?.id : undefined
}

/** Creates a new value from a label; commas are allowed because values are stored by id. */
function toTypedItem(label: string, field: Field, context: WriteContext): OpenListItem | undefined {
  if (label.length > maxLabelLength) return reportProblem(context, formatTooLongMessage(field.label, maxLabelLength))
  if (!isLabel(label))
    return reportProblem(context, message`${field.label} can contain neiher carriage return nor null char.`)
  return `o${context.getOrCreateOpenValue(field.id, label).id}`
}

/** Stored ids of the bind that are chosen now (fields/model/field.ts: ("b12"|"o7")[]). */
const currentBindValues = ({ currentValue }: WriteContext): readonly number[] =>
  ((currentValue ?? []) as readonly OpenListItem[]).flatMap((item) =>
    item.startsWith('b') ? Number(item.slice(1)) : [],
  )

function findValueByLabel(text: string, bind: Bind): number | undefined {
  if (bind.kind !== 'static') return undefined
  const key = text.toLowerCase()
  const exact = bind.values.find(({ label }) => label === text)
  return (exact ?? bind.values.find(({ label }) => label.toLowerCase() === key))?.id
}

function unknownIdError(input: string, field: Field, bind: Bind | null): Refusal {
  switch (bind?.kind) {
    case 'users':
      return new Refusal('invalid', message`Cannot Bind to user with ID ${input} for field ID ${field.id}`)
    case 'ugroups':
      return new Refusal('invalid', message`User Group with ID ${input} does not exist for field ID ${field.id}`)
    default:
      return new Refusal('invalid', message`Bind Value with ID ${input} does not exist for field ID ${field.id}`)
  }
}
