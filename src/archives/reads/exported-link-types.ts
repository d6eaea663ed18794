import { childType } from '../../trackers/model/link-type.ts'
import { silent } from '../findings.ts'
import { namedLinkTypes, nameTypesOfTrackers } from '../link-types.ts'
import type { ProjectStructure } from './project-structure.ts'

interface UsedLinkTypes {
  readonly structure: Pick<ProjectStructure, 'definitions' | 'linkTypes'>
  /** Types that links of the project have or once had. */
  readonly linkTypes: ReadonlySet<string>
}

/**
 * What an export lists of the link types of the site: those that the project uses or switched off, so that an import
 * elsewhere adds no others. Known after the artifacts were written.
 */
export function exportedLinkTypes({ structure, linkTypes }: UsedLinkTypes) {
  const named = namedLinkTypes(silent)
  nameTypesOfTrackers(structure.definitions, named)
  const used = new Set(linkTypes)
  for (const { shortName } of named.conclude(new Set(), { maxNew: Number.POSITIVE_INFINITY })) used.add(shortName)
  return structure.linkTypes.filter(
    ({ shortName, isEnabled }) => shortName === childType || !isEnabled || used.has(shortName),
  )
}
