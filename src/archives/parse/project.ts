import { message } from '../../kit/messages/message.ts'
import { findChild, findChildren, getText, type XmlElement } from '../../kit/xml/element.ts'
import { accesses, isIcon, type ProjectAccess } from '../../projects/model/project.ts'
import { getPresentAttribute, getRequiredAttribute, parseFlagAttribute } from '../../trackers/xml/attributes.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'

/** Attributes of the project in project.xml (docs/api/archive-format.md §1.4). */
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

export function parseProject(root: XmlElement, notes: FindingReporter): ArchivedProject {
  for (const name of ['full-name', 'access']) getRequiredAttribute(root, name, notes)
  for (const name of ['long-description', 'services']) {
    // Always written by exporters, but not needed: missing parts are only remarks.
    if (findChild(root, name) === undefined)
      notes.remark('part-missing', root.line, message`<project> has no <${name}>`)
  }
  const banner = getText(root, 'banner')?.trim() ?? ''
  return {
    line: root.line,
    shortName: getRequiredAttribute(root, 'unix-name', notes),
    name: root.attributes['full-name']?.trim() ?? '',
    description: getPresentAttribute(root, 'description', notes),
    longDescription: getText(root, 'long-description') ?? '',
    banner: banner === '' ? null : banner,
    icon: parseIcon(root, notes),
    access: parseAccess(root, notes),
    services: parseServices(root, notes),
  }
}

/** docs/api/archive-format.md §1.8: what is not an emoji becomes the default, no icon. */
function parseIcon(root: XmlElement, notes: FindingReporter): string {
  const text = root.attributes['icon-codepoint']?.trim() ?? ''
  const icon = unescapeIcon(text)
  if (icon === '' || isIcon(icon)) return icon
  notes.remark('default-used', root.line, message`The icon ${text} is not an emoji: the project gets no icon`)
  return ''
}

/** Exporters escape the character like JSON: `"\ud83d\ude80"`. Returns other texts as they are. */
function unescapeIcon(text: string): string {
  if (!text.includes('\\') && !text.startsWith('"')) return text
  try {
    const read: unknown = JSON.parse(text.startsWith('"') ? text : `"${text}"`)
    return typeof read === 'string' ? read : text
  } catch {
    return text
  }
}

/** docs/api/archive-format.md §1.5: an unknown access becomes the default of the site. */
function parseAccess(root: XmlElement, notes: FindingReporter): ProjectAccess {
  const text = root.attributes['access']?.trim() ?? ''
  const knownAccess = accesses.find((access) => access === text)
  if (knownAccess === undefined && text !== '')
    notes.remark('default-used', root.line, message`"${text}" is not a project access level: it becomes public`)
  return knownAccess ?? 'public'
}

function parseServices(root: XmlElement, notes: FindingReporter): ArchivedService[] {
  const services = findChild(root, 'services')
  return (services?.children ?? []).flatMap((service): ArchivedService[] => {
    switch (service.name) {
      case 'service':
        return [
          {
            kind: 'known',
            line: service.line,
            shortName: getRequiredAttribute(service, 'shortname', notes),
            isEnabled: parseFlagAttribute(service, 'enabled', false, notes),
          },
        ]
      case 'project-defined-service':
        return [
          {
            kind: 'custom',
            // Services that a project defines have no short name in Tuleap (docs/api/projects.md §7).
            shortName: getPresentAttribute(service, 'shortname', notes),
            isEnabled: parseFlagAttribute(service, 'enabled', false, notes),
            label: getRequiredAttribute(service, 'label', notes),
            description: service.attributes['description'] ?? '',
            url: parseAddress(service.attributes['link'] ?? '', service.line, notes),
            opensNewTab: parseFlagAttribute(service, 'is_in_new_tab', false, notes),
          },
        ]
      default:
        notes.remark(
          'feature-left-out',
          service.line,
          message`<${service.name}> is left out: it is not a kind of service`,
        )
        return []
    }
  })
}

/** Accepts only links to pages, never scripts. */
function parseAddress(text: string, line: number, notes: FindingReporter): string {
  // Browsers ignore blanks and control characters before and inside the scheme.
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(text.replaceAll(/[\p{Cc}\s]/gu, '')) ?? []
  if (scheme === undefined || /^(https?|mailto|ftp)$/i.test(scheme)) return text
  notes.remark('value-left-out', line, message`The address of a service begins with ${scheme}: and is left out`)
  return ''
}

/** Link types that are disabled in the project (docs/api/archive-format.md §2.1). */
export function parseLinkTypes(
  root: XmlElement,
  notes: FindingReporter,
): readonly { shortName: string; isUsed: boolean; line: number }[] {
  const natures = findChild(root, 'natures')
  return (natures === undefined ? [] : findChildren(natures, 'nature')).map((nature) => ({
    shortName: nature.text.trim(),
    isUsed: parseFlagAttribute(nature, 'is_used', true, notes),
    line: nature.line,
  }))
}
