import type { TrackerDefinition } from '../trackers/model/definition.ts'
import type { Notes } from './findings.ts'

/** A link type that an archive names (docs/api/link-types.md §4). */
export interface ArchivedLinkType {
  readonly shortName: string
  /** Links of the archive have it. */
  readonly isUsed: boolean
}

/** Types that an account without the right to administrate the site may add to it by one archive. */
export const maxNewTypesOfUser = 50

const maxLength = 255

/** The type that a link of an archive gets; a text that no type can have as its name leaves the link without type. */
export const archivedLinkType = (nature: string): string => {
  const shortName = nature.trim()
  return shortName.length > maxLength ? '' : shortName
}

/** The types that an archive names, while it is read; `conclude` compares them with those of the site. */
export interface NamedLinkTypes {
  /** Notes the type of a link and returns its name. */
  ofLink(nature: string, line: number): string
  /** Notes a type that something else than a link names. */
  name(nature: string, line: number | null): string
  conclude(known: ReadonlySet<string>, limits: LinkTypeLimits): ArchivedLinkType[]
}

interface LinkTypeLimits {
  /** Types that the archive may add. */
  readonly maxNew: number
}

export function namedLinkTypes(notes: Notes): NamedLinkTypes {
  const types = new Map<string, { line: number | null; isUsed: boolean }>()
  const note = (nature: string, line: number | null, isUsed: boolean): string => {
    const shortName = archivedLinkType(nature)
    if (shortName === '' && nature.trim() !== '')
      notes.remark(
        'link-type-unknown',
        line,
        `"${nature.trim().slice(0, 50)}…" is too long for the name of a link type (at most ${maxLength} characters): its links are kept without type`,
      )
    if (shortName === '') return ''
    const known = types.get(shortName)
    if (known === undefined) types.set(shortName, { line, isUsed })
    else known.isUsed ||= isUsed
    return shortName
  }
  return {
    ofLink: (nature, line) => note(nature, line, true),
    name: (nature, line) => note(nature, line, false),
    conclude(known, { maxNew }) {
      const added = [...types].filter(([shortName]) => !known.has(shortName))
      if (added.length > maxNew)
        notes.problem(
          'too-many-link-types',
          added[maxNew]?.[1].line ?? null,
          `The archive has ${added.length} link types that the site does not have, at most ${maxNew} can be added: a site administrator can add them before the import`,
        )
      else
        for (const [shortName, { line }] of added)
          notes.remark('link-type-unknown', line, `The site does not have the link type "${shortName}": it is created`)
      return [...types].map(([shortName, { isUsed }]) => ({ shortName, isUsed }))
    },
  }
}

/** Types that semantics and reports of trackers name. */
export function nameTypesOfTrackers(definitions: readonly TrackerDefinition[], types: NamedLinkTypes): void {
  for (const { semantics, reports } of definitions) {
    if (semantics.progress !== undefined && 'linkType' in semantics.progress)
      types.name(semantics.progress.linkType, null)
    const columns = reports.flatMap(({ renderers }) => renderers.flatMap(({ table }) => table?.columns ?? []))
    for (const { linkType } of columns) if (linkType !== undefined) types.name(linkType, null)
  }
}
