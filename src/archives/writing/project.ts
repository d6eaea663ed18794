import { type Attributes, element, type Markup, text } from '../../kit/xml/write.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Service } from '../../projects/model/services.ts'
import { flag } from './flag.ts'
import { textIn } from './named.ts'

/** The start tag of project.xml (docs/api/archive-format.md §1.4). */
export const projectAttributes = ({ shortName, name, description, access, icon }: Project): Attributes => ({
  // docs/api/projects.md §1.
  'unix-name': shortName.toLowerCase(),
  'full-name': name,
  description,
  access,
  'icon-codepoint': icon === '' ? undefined : escapedIcon(icon),
})

/** The character as JSON writes it when it may use ASCII alone: `"\ud83d\ude80"`. */
const escapedIcon = (icon: string): string =>
  JSON.stringify(icon).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const writeDescription = (longDescription: string, banner: string | null): readonly Markup[] => [
  textIn('long-description', longDescription),
  ...(banner === null ? [] : [textIn('banner', banner)]),
]

/** Every service, switched on or not. */
export const writeServices = (services: readonly Service[]): Markup =>
  element('services', {}, ...services.map(writeOne))

const writeOne = (service: Service, index: number): Markup =>
  service.isCustom
    ? element('project-defined-service', {
        // They have no short name, which the format demands.
        shortname: service.shortName === '' ? `custom_${index}` : service.shortName,
        enabled: flag(service.isEnabled),
        label: service.label,
        description: service.description,
        link: service.url,
        is_in_new_tab: flag(service.opensNewTab),
      })
    : element('service', { shortname: service.shortName, enabled: flag(service.isEnabled) })

/** Types of link and whether the project offers them (docs/api/archive-format.md §2.1). */
export const writeLinkTypes = (types: readonly { readonly shortName: string; readonly isEnabled: boolean }[]): Markup =>
  element(
    'natures',
    {},
    ...types.map(({ shortName, isEnabled }) => element('nature', { is_used: flag(isEnabled) }, text(shortName))),
  )
