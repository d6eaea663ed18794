import type { ProjectId, ServiceId } from '../../kit/values/ids.ts'
import type { Project } from './project.ts'

/** A service of a project, which its administrators can enable and disable (docs/api/projects.md §7). */
export interface Service {
  readonly id: ServiceId
  readonly projectId: ProjectId
  /** "" for a custom service of the project. */
  readonly shortName: string
  readonly label: string
  readonly description: string
  readonly url: string
  readonly icon: string
  readonly isEnabled: boolean
  /** Made available to the project by the site; only site administrators see the others. */
  readonly isAllowed: boolean
  readonly isCustom: boolean
  readonly opensNewTab: boolean
  readonly rank: number
}

/** A service that the site offers: the same in every project, except for being enabled. */
export interface SiteService {
  readonly shortName: string
  readonly label: string
  readonly description: string
  readonly icon: string
  readonly url: (project: Pick<Project, 'id' | 'shortName'>) => string
  /** Whether it is enabled in a project without a choice. */
  readonly isEnabledAtFirst: boolean
  /** Enabled in every project, regardless of an archive (docs/api/archive-format.md §1.5). */
  readonly isAlwaysOn: boolean
}

/** In display order. */
const siteServices: readonly SiteService[] = [
  {
    shortName: 'summary',
    label: 'Summary',
    description: 'The front page of the project',
    icon: '',
    url: (project) => `/projects/${project.shortName}/`,
    isEnabledAtFirst: true,
    isAlwaysOn: true,
  },
  {
    shortName: 'admin',
    label: 'Admin',
    description: 'Members, groups and services of the project',
    icon: 'fas fa-cogs',
    url: (project) => `/project/admin/?group_id=${project.id}`,
    isEnabledAtFirst: true,
    isAlwaysOn: true,
  },
  {
    shortName: 'plugin_svn',
    label: 'SVN',
    description: 'Subversion repositories',
    icon: 'fas fa-tlp-versioning-svn',
    url: (project) => `/plugins/svn/?group_id=${project.id}`,
    isEnabledAtFirst: false,
    isAlwaysOn: false,
  },
  {
    shortName: 'plugin_tracker',
    label: 'Trackers',
    description: 'Trackers and their artifacts',
    icon: 'fa-solid fa-tlp-tracker-circle',
    url: (project) => `/plugins/tracker/?group_id=${project.id}`,
    isEnabledAtFirst: true,
    isAlwaysOn: false,
  },
]

export const findSiteService = (shortName: string): SiteService | undefined =>
  siteServices.find((each) => each.shortName === shortName)

/** The choice of a service for a new project, from a template or an archive. */
export interface ServiceChoice {
  readonly shortName: string
  readonly isEnabled: boolean
  /** Only for custom services of the project. */
  readonly custom?: {
    readonly label: string
    readonly description: string
    readonly url: string
    readonly opensNewTab: boolean
    readonly icon?: string
  }
}

/** A service without id and project. */
export type NewService = Omit<Service, 'id' | 'projectId'>

/**
 * Returns the services of a new project, in the order of their ids: every service of the site, enabled as chosen, then
 * its custom ones. Choices of unknown services come from other products and are ignored.
 */
export function listServices(choices: readonly ServiceChoice[]): NewService[] {
  const own = choices.flatMap(({ custom, isEnabled }) => (custom === undefined ? [] : [{ ...custom, isEnabled }]))
  return [...siteServices.map((each) => fromSite(each, choices)), ...own.map(fromProject)].map((each, rank) => ({
    ...each,
    rank: (rank + 1) * 10,
  }))
}

function fromSite(site: SiteService, choices: readonly ServiceChoice[]): Omit<NewService, 'rank'> {
  const chosen = choices.find(({ shortName, custom }) => custom === undefined && shortName === site.shortName)
  return {
    shortName: site.shortName,
    label: site.label,
    description: site.description,
    url: '',
    icon: site.icon,
    isEnabled: site.isAlwaysOn || (chosen?.isEnabled ?? site.isEnabledAtFirst),
    isAllowed: true,
    isCustom: false,
    opensNewTab: false,
  }
}

const fromProject = (own: Required<ServiceChoice>['custom'] & { isEnabled: boolean }): Omit<NewService, 'rank'> => ({
  shortName: '',
  label: own.label,
  description: own.description,
  url: own.url,
  icon: own.icon ?? '',
  isEnabled: own.isEnabled,
  isAllowed: true,
  isCustom: true,
  opensNewTab: own.opensNewTab,
})
