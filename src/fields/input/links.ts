import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { FieldValueInput, InputParser, LinkInput, WriteContext } from '../contexts/write-context.ts'
import type { Field, StoredLink } from '../model/field.ts'
import { isObject, parseId, toMessageText } from '../parse/parse-id.ts'

/**
 * Parses links: links from this artifact are its value, links to it are requested changes of other artifacts
 * (docs/api/field-values.md §10).
 */
export const linkInput: InputParser<readonly StoredLink[]> = {
  collectNeeds(input, field, into) {
    for (const { id: rawId, type, isForward } of [...parseLinks(input), ...parseAllLinks(input)]) {
      const id = parseId(rawId)
      if (isForward && id !== undefined) into.artifacts.add(id as ArtifactId)
      if (typeof type === 'string' && type !== '') into.linkTypes.add(type)
    }
    if ((input.parent ?? null) !== null) into.linkTypes.add(childType)
    if ((input.links ?? input.all_links ?? null) !== null) into.currentLinks.add(field.id)
  },
  parse(input, field, context) {
    assertValidForm(input)
    const { links, all_links: all, parent } = input
    if ((parent ?? null) !== null) requestParentLink(parent, field, context)
    if (Array.isArray(all)) {
      const items = parseAllLinks(input)
      requestAllReverseLinks(
        items.filter(({ isForward }) => !isForward),
        field,
        context,
      )
      return updatedForwardLinks(
        items.filter(({ isForward }) => isForward),
        field,
        context,
      )
    }
    return Array.isArray(links) ? updatedForwardLinks(parseLinks(input), field, context) : undefined
  },
  isEmpty: (links) => links === undefined || links.length === 0,
}

const childType = '_is_child'

interface RequestedLink {
  readonly id: unknown
  readonly type: unknown
  readonly isForward: boolean
}

const parseLinks = ({ links }: FieldValueInput): RequestedLink[] =>
  (links ?? []).map((each) => {
    const link = isObject(each) ? each : {}
    return { id: link['id'], type: link['type'] ?? '', isForward: true }
  })

const parseAllLinks = ({ all_links: all }: FieldValueInput): RequestedLink[] =>
  (all ?? []).map(({ id, type, direction }: LinkInput) => ({
    id,
    type: type?.trim(),
    isForward: direction === 'forward',
  }))

/** Throws on an invalid combination of members or an invalid form of a link. */
function assertValidForm({ links, all_links: all, parent, value }: FieldValueInput): void {
  const has = { links: (links ?? null) !== null, all: (all ?? null) !== null, parent: (parent ?? null) !== null }
  if (has.all && has.links) throw invalid(message`"all_links" key and "links" key cannot be used at the same time`)
  if (has.all && has.parent) throw invalid(message`"all_links" key and "parent" key cannot be used at the same time`)
  const hasNull = [links, all, parent, value].includes(null)
  if (!has.all && !has.links && !has.parent && !hasNull) {
    throw invalid(message`"links" and/or "parent" or "all_links" key must be defined`)
  }
  for (const each of links ?? []) {
    if (!isObject(each) || (each['id'] ?? null) === null) throw invalid(message`Artifact links must have an id`)
  }
  for (const { type } of all ?? []) {
    if (typeof type !== 'string')
      throw invalid(message`Artifact links "type" must be a string, use empty string for no type`)
  }
}

const invalid = (text: Message): Refusal => new Refusal('invalid', text)

/** Requests a link from the parent to this artifact; a missing parent is ignored (artifacts/commands). */
function requestParentLink(parent: unknown, field: Field, context: WriteContext): void {
  const rawId = isObject(parent) ? (parent['id'] ?? null) : null
  if (rawId === null) throw invalid(message`Parent must have an 'id' key`)
  const id = parseId(rawId)
  if (id === undefined) throw invalid(message`Parent 'id' key must be convertible to an integer`)
  if (isTypeUsable(id, childType, context) && isOtherArtifact(id, field, context)) {
    context.requestReverseLinks({ kind: 'more', links: [{ from: id as ArtifactId, type: childType }] })
  }
}

function requestAllReverseLinks(items: readonly RequestedLink[], field: Field, context: WriteContext): void {
  const links = items.flatMap(({ id: rawId, type }) => {
    const id = parseId(rawId)
    if (id === undefined) return []
    const isValid = isTypeUsable(id, type, context) && isOtherArtifact(id, field, context)
    return isValid ? [{ from: id as ArtifactId, type: toMessageText(type) }] : []
  })
  context.requestReverseLinks({ kind: 'all', links })
}

/** Links as they will be: those the writer cannot see stay where they are, of one target the last entry counts. */
function updatedForwardLinks(
  items: readonly RequestedLink[],
  field: Field,
  context: WriteContext,
): readonly StoredLink[] | undefined {
  // fields/model/field.ts: StoredLink[], undefined when there never were any.
  const before = new Map(((context.currentValue ?? []) as readonly StoredLink[]).map((link) => [link.id, link.type]))
  const requested = new Map<number, string>()
  let isValid = true
  for (const { id: rawId, type } of items) {
    const id = parseId(rawId)
    // An existing link may stay, whatever happened to its target and its type since.
    if (id !== undefined && before.get(id) === type && context.artifactOf(id as ArtifactId))
      requested.set(id, toMessageText(type))
    else if (id !== undefined && isValidTarget(id, field, context) && isTypeUsable(id, type, context)) {
      requested.set(id, toMessageText(type))
    } else {
      if (id === undefined)
        context.reportProblem(message`${field.label}: ${toMessageText(rawId)} is not an artifact id.`)
      isValid = false
    }
  }
  if (!isValid) return undefined
  const links: StoredLink[] = []
  for (const [id, type] of before) {
    const now = requested.get(id) ?? (isHidden(id, context) ? type : undefined)
    if (now !== undefined) links.push({ id, type: now })
    requested.delete(id)
  }
  for (const [id, type] of requested) links.push({ id, type })
  return links
}

function isHidden(id: number, context: WriteContext): boolean {
  const target = context.artifactOf(id as ArtifactId)
  return target !== undefined && !target.isVisible
}

/** Whether a link may lead to this target; reports a problem if not. */
function isValidTarget(id: number, field: Field, context: WriteContext): boolean {
  const target = context.artifactOf(id as ArtifactId)
  if (target?.isTrackerDeleted) context.reportProblem(message`${field.label} : artifact #${id} does not exist.`)
  // docs/api/artifacts.md §1.6 does not hide that an artifact exists; what one cannot see one cannot link to all the
  // same.
  else if (target === undefined || (target.isProjectActive && !target.isVisible)) {
    context.reportProblem(message`${field.label}: ${id} is not an artifact id.`)
  } else if (!target.isProjectActive) {
    context.reportProblem(message`The artifact #${id} is not located in an active project.`)
  } else return isOtherArtifact(id, field, context)
  return false
}

/** Rejects links from an artifact to itself: no list of links could show them in a meaningful way. */
function isOtherArtifact(id: number, field: Field, context: WriteContext): boolean {
  if (id !== context.artifactId) return true
  context.reportProblem(message`${field.label}: #${id} cannot be linked to itself.`)
  return false
}

function isTypeUsable(id: number, type: unknown, context: WriteContext): boolean {
  const name = toMessageText(type)
  switch (typeof type === 'string' ? context.linkType(name) : undefined) {
    case 'usable':
      return true
    case 'disabled':
      context.reportProblem(
        message`The artifact link type "${name}" is disabled and cannot be used to link artifact #${id}`,
      )
      return false
    case 'reserved':
      context.reportProblem(message`The artifact link type "${name}" cannot be used to link artifact #${id} manually`)
      return false
    default:
      context.reportProblem(message`Type is missing for artifact #${id}.`)
      return false
  }
}
