import { childType } from '../../trackers/model/link-type.ts'
import { silentReporter } from '../../trackers/xml/finding-reporter.ts'
import { addLinkTypesOfTrackers, collectLinkTypes } from '../plan/link-types.ts'
import type { ProjectStructure } from './project-structure.ts'

interface UsedLinkTypes {
  readonly structure: Pick<ProjectStructure, 'definitions' | 'linkTypes'>
  /** Link types in current and past links of the project. */
  readonly linkTypes: ReadonlySet<string>
}

/**
 * Returns the link types for an export: those that the project uses or disabled, so that importing sites add no others.
 * Known after the artifacts were written.
 */
export function selectExportedLinkTypes({ structure, linkTypes }: UsedLinkTypes) {
  const collector = collectLinkTypes(silentReporter)
  addLinkTypesOfTrackers(structure.definitions, collector)
  const used = new Set(linkTypes)
  for (const { shortName } of collector.conclude(new Set(), { maxNew: Number.POSITIVE_INFINITY })) used.add(shortName)
  return structure.linkTypes.filter(
    ({ shortName, isEnabled }) => shortName === childType || !isEnabled || used.has(shortName),
  )
}
