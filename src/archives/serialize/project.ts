import { type Attributes, buildElement, escapeText, type Markup } from '../../kit/xml/write.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Service } from '../../projects/model/services.ts'
import { formatFlag } from '../../trackers/xml/flag.ts'
import { buildTextElement } from '../../trackers/xml/xml-elements.ts'

/** Returns the attributes of the root of project.xml (docs/api/archive-format.md §1.4). */
export const buildProjectAttributes = ({ shortName, name, description, access, icon }: Project): Attributes => ({
  // docs/api/projects.md §1.
  'unix-name': shortName.toLowerCase(),
  'full-name': name,
  description,
  access,
  'icon-codepoint': icon === '' ? undefined : escapeIcon(icon),
})

/** Escapes the character like ASCII-only JSON: `"\ud83d\ude80"`. */
const escapeIcon = (icon: string): string =>
  JSON.stringify(icon).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const writeDescription = (longDescription: string, banner: string | null): readonly Markup[] => [
  buildTextElement('long-description', longDescription),
  ...(banner === null ? [] : [buildTextElement('banner', banner)]),
]

/** Writes all services, enabled or not. */
export const writeServices = (services: readonly Service[]): Markup =>
  buildElement('services', {}, ...services.map(writeService))

const writeService = (service: Service, index: number): Markup =>
  service.isCustom
    ? buildElement('project-defined-service', {
        // Custom services have no short name, which the format requires.
        shortname: service.shortName === '' ? `custom_${index}` : service.shortName,
        enabled: formatFlag(service.isEnabled),
        label: service.label,
        description: service.description,
        link: service.url,
        is_in_new_tab: formatFlag(service.opensNewTab),
      })
    : buildElement('service', { shortname: service.shortName, enabled: formatFlag(service.isEnabled) })

/** Writes link types and whether the project offers them (docs/api/archive-format.md §2.1). */
export const writeLinkTypes = (types: readonly { readonly shortName: string; readonly isEnabled: boolean }[]): Markup =>
  buildElement(
    'natures',
    {},
    ...types.map(({ shortName, isEnabled }) =>
      buildElement('nature', { is_used: formatFlag(isEnabled) }, escapeText(shortName)),
    ),
  )
