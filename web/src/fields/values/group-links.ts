import { texts } from '../../texts/texts.ts'
import type { Field } from '../field-context.tsx'
import type { EntryOf } from '../field-type.ts'

type LinkEntry = EntryOf<'art_link'>
export type ArtifactLink = LinkEntry['links'][number]

export interface LinkedArtifacts {
  readonly forward: readonly ArtifactLink[]
  readonly reverse: readonly ArtifactLink[]
}

type LinkTypes = Field['allowed_types']

/** Groups links by type and direction; links without a type come last. */
export function groupLinks(
  { forward, reverse }: LinkedArtifacts,
  types: LinkTypes,
): { title: string; links: readonly ArtifactLink[] }[] {
  const titled = [
    ...forward.map((link) => ({ link, title: linkTitle(link.type, 'forward', types) })),
    ...reverse.map((link) => ({ link, title: linkTitle(link.type, 'reverse', types) })),
  ]
  return [...Map.groupBy(titled, ({ title }) => title)].map(([title, group]) => ({
    title,
    links: group.map(({ link }) => link),
  }))
}

/** What links of a type and direction are called: our words for built-in types, the labels of the site for its own. */
export function linkTitle(type: string | null, direction: 'forward' | 'reverse', types: LinkTypes): string {
  const plain = direction === 'forward' ? texts.artifact.linksTo : texts.artifact.linkedFrom
  if (type === null || type === '') return plain
  const builtInType = texts.artifact.linkTypes[type as keyof typeof texts.artifact.linkTypes]
  if (builtInType !== undefined) return builtInType[direction]
  const own = types?.find(({ shortname }) => shortname === type)
  return (direction === 'forward' ? own?.forward_label : own?.reverse_label) || texts.states.labelled(plain, type)
}
