import { child, children, textOf, type XmlElement } from '../../kit/xml/element.ts'
import { accesses, type ProjectAccess } from '../../projects/model/project.ts'
import type { Notes } from '../findings.ts'
import { flagAttribute, requiredAttribute } from './attributes.ts'

/** What project.xml says of the project itself (docs/api/archive-format.md §1.4). */
export interface ArchivedProject {
  readonly line: number
  readonly shortName: string
  readonly name: string
  readonly description: string
  readonly longDescription: string
  readonly banner: string | null
  readonly icon: string
  readonly access: ProjectAccess
  readonly services: readonly ArchivedService[]
}

export type ArchivedService =
  | { readonly kind: 'known'; readonly line: number; readonly shortName: string; readonly isEnabled: boolean }
  | {
      readonly kind: 'custom'
      readonly shortName: string
      readonly isEnabled: boolean
      readonly label: string
      readonly description: string
      readonly url: string
      readonly opensNewTab: boolean
    }

export function readProject(root: XmlElement, notes: Notes): ArchivedProject {
  for (const name of ['full-name', 'access']) requiredAttribute(root, name, notes)
  if (root.attributes['description'] === undefined) {
    notes.problem('required-part-missing', root.line, '<project> needs the attribute description, which may be empty')
  }
  for (const name of ['long-description', 'services']) {
    // Every exporter writes them, and nothing depends on them: their absence is no reason to stop.
    if (child(root, name) === undefined) notes.remark('part-missing', root.line, `<project> has no <${name}>`)
  }
  const banner = textOf(root, 'banner')?.trim() ?? ''
  return {
    line: root.line,
    shortName: requiredAttribute(root, 'unix-name', notes),
    name: root.attributes['full-name']?.trim() ?? '',
    description: root.attributes['description']?.trim() ?? '',
    longDescription: textOf(root, 'long-description') ?? '',
    banner: banner === '' ? null : banner,
    icon: readIcon(root.attributes['icon-codepoint']?.trim() ?? ''),
    access: readAccess(root, notes),
    services: readServices(root, notes),
  }
}

/** Exporters write the character as JSON does: `"\ud83d\ude80"`. */
function readIcon(text: string): string {
  if (!text.includes('\\')) return text
  try {
    const read: unknown = JSON.parse(text.startsWith('"') ? text : `"${text}"`)
    return typeof read === 'string' ? read : ''
  } catch {
    return ''
  }
}

/** docs/api/archive-format.md §1.5: an unknown access means the platform's default. */
function readAccess(root: XmlElement, notes: Notes): ProjectAccess {
  const text = root.attributes['access']?.trim() ?? ''
  const known = accesses.find((access) => access === text)
  if (known === undefined && text !== '')
    notes.remark('default-used', root.line, `"${text}" is no access of a project: it becomes public`)
  return known ?? 'public'
}

function readServices(root: XmlElement, notes: Notes): ArchivedService[] {
  const services = child(root, 'services')
  return (services?.children ?? []).flatMap((service): ArchivedService[] => {
    switch (service.name) {
      case 'service':
        return [{ kind: 'known', line: service.line, ...readChoice(service, notes) }]
      case 'project-defined-service':
        return [
          {
            kind: 'custom',
            ...readChoice(service, notes),
            label: requiredAttribute(service, 'label', notes),
            description: service.attributes['description'] ?? '',
            url: readAddress(service.attributes['link'] ?? '', service.line, notes),
            opensNewTab: flagAttribute(service, 'is_in_new_tab', false, notes),
          },
        ]
      default:
        notes.remark('feature-left-out', service.line, `<${service.name}> is left out: it is not a kind of service`)
        return []
    }
  })
}

const readChoice = (
  service: XmlElement,
  notes: Notes,
): { readonly shortName: string; readonly isEnabled: boolean } => ({
  shortName: requiredAttribute(service, 'shortname', notes),
  isEnabled: flagAttribute(service, 'enabled', false, notes),
})

/** What a browser is sent to by a click: an address of a page, here or elsewhere, and nothing that runs. */
function readAddress(text: string, line: number, notes: Notes): string {
  // Browsers skip blanks and control characters in front of a scheme and inside it.
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(text.replaceAll(/[\p{Cc}\s]/gu, '')) ?? []
  if (scheme === undefined || /^(https?|mailto|ftp)$/i.test(scheme)) return text
  notes.remark('value-left-out', line, `The address of a service begins with ${scheme}: and is left out`)
  return ''
}

/** Link types that are switched off in the project (docs/api/archive-format.md §2.1). */
export function readLinkTypes(
  root: XmlElement,
  notes: Notes,
): readonly { shortName: string; isUsed: boolean; line: number }[] {
  const natures = child(root, 'natures')
  return (natures === undefined ? [] : children(natures, 'nature')).map((nature) => ({
    shortName: nature.text.trim(),
    isUsed: flagAttribute(nature, 'is_used', true, notes),
    line: nature.line,
  }))
}
