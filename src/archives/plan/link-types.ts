import { message } from '../../kit/messages/message.ts'
import type { TrackerDefinition } from '../../trackers/model/definition.ts'
import { listFieldTypesNeeding, maxLinkTypes } from '../../trackers/model/link-type.ts'
import { listLinkTypes } from '../../trackers/semantics/list-link-types.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import { flattenElements } from '../../trackers/xml/tracker-keys.ts'

/** A link type named in an archive (docs/api/link-types.md §4). */
export interface ArchivedLinkType {
  readonly shortName: string
  /** Whether links of the archive use it. */
  readonly isUsed: boolean
}

/** Maximum number of types that an archive can add for users who are not site administrators. */
const maxNewTypesOfUser = 50

/** Returns how many types can be added to those of the site; `isLimited`: for a user who is no site administrator. */
export const getMaxNewTypes = (known: ReadonlySet<string>, isLimited: boolean): number =>
  Math.min(maxLinkTypes - known.size, isLimited ? maxNewTypesOfUser : maxLinkTypes)

const maxNameLength = 255

/** Returns the type of an archived link; links with an invalid type name become untyped. */
export const parseLinkType = (nature: string): string => {
  const shortName = nature.trim()
  return shortName.length > maxNameLength ? '' : shortName
}

/** Collects the types named in an archive; `conclude` compares them with those of the site. */
export interface LinkTypeCollector {
  /** Collects the type of a link and returns its name. */
  ofLink(nature: string, line: number): string
  /** Collects a type that is named elsewhere. */
  name(nature: string, line: number | null): string
  conclude(knownNames: ReadonlySet<string>, limits: LinkTypeLimits): ArchivedLinkType[]
}

interface LinkTypeLimits {
  /** Maximum number of types that the archive can add. */
  readonly maxNew: number
}

export function collectLinkTypes(notes: FindingReporter): LinkTypeCollector {
  const types = new Map<string, { line: number | null; isUsed: boolean }>()
  const note = (nature: string, line: number | null, isUsed: boolean): string => {
    const shortName = parseLinkType(nature)
    if (shortName === '' && nature.trim() !== '')
      notes.remark(
        'link-type-unknown',
        line,
        message`"${nature.trim().slice(0, 50)}…" is too long for the name of a link type (at most ${maxNameLength} characters): its links are kept without type`,
      )
    if (shortName === '') return ''
    const entry = types.get(shortName)
    if (entry === undefined) types.set(shortName, { line, isUsed })
    else entry.isUsed ||= isUsed
    return shortName
  }
  return {
    ofLink: (nature, line) => note(nature, line, true),
    name: (nature, line) => note(nature, line, false),
    conclude(knownNames, { maxNew }) {
      const added = [...types].filter(([shortName]) => !knownNames.has(shortName))
      if (added.length > maxNew)
        notes.problem(
          'too-many-link-types',
          added[maxNew]?.[1].line ?? null,
          message`The archive has ${added.length} link types that the site does not have, at most ${maxNew} can be added: a site administrator can add them before the import`,
        )
      else
        for (const [shortName, { line }] of added)
          notes.remark(
            'link-type-unknown',
            line,
            message`The site does not have the link type "${shortName}": it is created`,
          )
      return [...types].map(([shortName, { isUsed }]) => ({ shortName, isUsed }))
    },
  }
}

/** docs/api/link-types.md §4: a system type that fields of the archive need stays enabled. */
export function listDisabledLinkTypes(
  natures: readonly { readonly shortName: string; readonly isUsed: boolean; readonly line: number }[],
  definitions: readonly TrackerDefinition[],
  notes: FindingReporter,
): string[] {
  const fieldTypes = new Set(definitions.flatMap(({ fields }) => [...flattenElements(fields)].map(({ type }) => type)))
  return natures.flatMap(({ shortName: nature, isUsed, line }) => {
    const shortName = parseLinkType(nature)
    if (isUsed || shortName === '') return []
    if (!listFieldTypesNeeding(shortName).some((type) => fieldTypes.has(type))) return [shortName]
    notes.remark(
      'feature-left-out',
      line,
      message`The archive switches ${shortName} off, which its trackers need: the project keeps it`,
    )
    return []
  })
}

/** Collects the types named in semantics and reports of trackers. */
export function addLinkTypesOfTrackers(definitions: readonly TrackerDefinition[], types: LinkTypeCollector): void {
  for (const { semantics, reports } of definitions) {
    for (const linkType of listLinkTypes(semantics)) types.name(linkType, null)
    const columns = reports.flatMap(({ renderers }) => renderers.flatMap(({ table }) => table?.columns ?? []))
    for (const { linkType } of columns) if (linkType !== undefined) types.name(linkType, null)
  }
}
