import type { ArtifactId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Field, StoredLink } from '../field.ts'
import type { Accepting, SentEntry, SentLink, Writing } from '../writing.ts'
import { asSaid, isObject, sentId } from './sent.ts'

/**
 * How links are taken: those from this artifact are its value, those to it are wishes (docs/api/field-values.md §10).
 */
export const takeLinks: Writing<readonly StoredLink[]> = {
  needs(sent, field, into) {
    for (const { said, type, isForward } of [...linksIn(sent), ...allLinksIn(sent)]) {
      const id = sentId(said)
      if (isForward && id !== undefined) into.artifacts.add(id as ArtifactId)
      if (typeof type === 'string' && type !== '') into.linkTypes.add(type)
    }
    if ((sent.parent ?? null) !== null) into.linkTypes.add(childType)
    if ((sent.links ?? sent.all_links ?? null) !== null) into.currentLinks.add(field.id)
  },
  accept(sent, field, context) {
    refuseOddForms(sent)
    const { links, all_links: all, parent } = sent
    if ((parent ?? null) !== null) wishParent(parent, field, context)
    if (Array.isArray(all)) {
      const items = allLinksIn(sent)
      wishReverse(
        items.filter(({ isForward }) => !isForward),
        field,
        context,
      )
      return forwardLinks(
        items.filter(({ isForward }) => isForward),
        field,
        context,
      )
    }
    return Array.isArray(links) ? forwardLinks(linksIn(sent), field, context) : undefined
  },
  isEmpty: (links) => links === undefined || links.length === 0,
}

const childType = '_is_child'

interface Asked {
  readonly said: unknown
  readonly type: unknown
  readonly isForward: boolean
}

const linksIn = ({ links }: SentEntry): Asked[] =>
  (links ?? []).map((each) => {
    const link = isObject(each) ? each : {}
    return { said: link['id'], type: link['type'] ?? '', isForward: true }
  })

const allLinksIn = ({ all_links: all }: SentEntry): Asked[] =>
  (all ?? []).map(({ id, type, direction }: SentLink) => ({ said: id, type, isForward: direction === 'forward' }))

/** What is wrong with the entry as a whole or with the form of a link ends the request at once. */
function refuseOddForms({ links, all_links: all, parent, value }: SentEntry): void {
  const has = { links: (links ?? null) !== null, all: (all ?? null) !== null, parent: (parent ?? null) !== null }
  if (has.all && has.links) throw invalid('"all_links" key and "links" key cannot be used at the same time')
  if (has.all && has.parent) throw invalid('"all_links" key and "parent" key cannot be used at the same time')
  const isUntouched = [links, all, parent, value].includes(null)
  if (!has.all && !has.links && !has.parent && !isUntouched) {
    throw invalid('"links" and/or "parent" or "all_links" key must be defined')
  }
  for (const each of links ?? []) {
    if (!isObject(each) || (each['id'] ?? null) === null) throw invalid('Artifact links must have an id')
  }
  for (const { type } of all ?? []) {
    if (typeof type !== 'string') throw invalid('Artifact links "type" must be a string, use empty string for no type')
  }
}

const invalid = (text: string): Refusal => new Refusal('invalid', text)

/** The artifact above gets a link to this one; that one is not there is passed over (link-back.ts). */
function wishParent(parent: unknown, field: Field, context: Accepting): void {
  const said = isObject(parent) ? (parent['id'] ?? null) : null
  if (said === null) throw invalid("Parent must have an 'id' key")
  const id = sentId(said)
  if (id === undefined) throw invalid("Parent 'id' key must be convertible to an integer")
  if (isUsable(id, childType, context) && isAnother(id, field, context)) {
    context.wishLinks({ kind: 'more', links: [{ from: id as ArtifactId, type: childType }] })
  }
}

function wishReverse(items: readonly Asked[], field: Field, context: Accepting): void {
  const links = items.flatMap(({ said, type }) => {
    const id = sentId(said)
    if (id === undefined) return []
    const isFine = isUsable(id, type, context) && isAnother(id, field, context)
    return isFine ? [{ from: id as ArtifactId, type: asSaid(type) }] : []
  })
  context.wishLinks({ kind: 'all', links })
}

/** Links as they will be: those the writer cannot see stay where they are, of one target the last entry counts. */
function forwardLinks(items: readonly Asked[], field: Field, context: Accepting): readonly StoredLink[] | undefined {
  // fields/field.ts: StoredLink[], undefined when there never were any.
  const before = new Map(((context.before ?? []) as readonly StoredLink[]).map((link) => [link.id, link.type]))
  const wanted = new Map<number, string>()
  let isFine = true
  for (const { said, type } of items) {
    const id = sentId(said)
    // A link that is there already may stay, whatever has become of its target and its type.
    if (id !== undefined && before.get(id) === type && context.artifactOf(id as ArtifactId))
      wanted.set(id, asSaid(type))
    else if (id !== undefined && isTarget(id, field, context) && isUsable(id, type, context)) {
      wanted.set(id, asSaid(type))
    } else {
      if (id === undefined) context.problem(`${field.label}: ${asSaid(said)} is not an artifact id.`)
      isFine = false
    }
  }
  if (!isFine) return undefined
  const links: StoredLink[] = []
  for (const [id, type] of before) {
    const now = wanted.get(id) ?? (isHidden(id, context) ? type : undefined)
    if (now !== undefined) links.push({ id, type: now })
    wanted.delete(id)
  }
  for (const [id, type] of wanted) links.push({ id, type })
  return links
}

function isHidden(id: number, context: Accepting): boolean {
  const target = context.artifactOf(id as ArtifactId)
  return target !== undefined && !target.isVisible
}

/** Whether a link may lead there; if not, that is told. */
function isTarget(id: number, field: Field, context: Accepting): boolean {
  const target = context.artifactOf(id as ArtifactId)
  if (target?.isTrackerDeleted) context.problem(`${field.label} : artifact #${id} does not exist.`)
  // docs/api/artifacts.md §1.6 does not hide that an artifact exists; what one cannot see one cannot link to all the
  // same.
  else if (target === undefined || (target.isProjectActive && !target.isVisible)) {
    context.problem(`${field.label}: ${id} is not an artifact id.`)
  } else if (!target.isProjectActive) {
    context.problem(`The artifact #${id} is not located in an active project.`)
  } else return isAnother(id, field, context)
  return false
}

/** An artifact is not linked to itself: no list of links could show what that means. */
function isAnother(id: number, field: Field, context: Accepting): boolean {
  if (id !== context.artifactId) return true
  context.problem(`${field.label}: #${id} cannot be linked to itself.`)
  return false
}

function isUsable(id: number, type: unknown, context: Accepting): boolean {
  const name = asSaid(type)
  switch (typeof type === 'string' ? context.linkType(name) : undefined) {
    case 'usable':
      return true
    case 'disabled':
      context.problem(`The artifact link type "${name}" is disabled and cannot be used to link artifact #${id}`)
      return false
    case 'reserved':
      context.problem(`The artifact link type "${name}" cannot be used to link artifact #${id} manually`)
      return false
    default:
      context.problem(`Type is missing for artifact #${id}.`)
      return false
  }
}
