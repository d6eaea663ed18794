import type { ValueEntry } from '../../data/trackers.ts'
import { texts } from '../../texts/texts.ts'

type LinkEntry = Extract<ValueEntry, { type: 'art_link' }>
export type ArtifactLink = LinkEntry['links'][number]

export interface LinkedArtifacts {
  readonly forward: readonly ArtifactLink[]
  readonly reverse: readonly ArtifactLink[]
}

/** Groups links by type and direction; links without a type come last. */
export function groupLinks({ forward, reverse }: LinkedArtifacts): { title: string; links: readonly ArtifactLink[] }[] {
  const titled = [
    ...forward.map((link) => ({ link, title: titleOf(link, texts.artifact.linksTo, false) })),
    ...reverse.map((link) => ({ link, title: titleOf(link, texts.artifact.linkedFrom, true) })),
  ]
  return [...Map.groupBy(titled, ({ title }) => title)].map(([title, found]) => ({
    title,
    links: found.map(({ link }) => link),
  }))
}

/** The two built-in types have labels; other types show their names. */
function titleOf({ type }: ArtifactLink, plain: string, isReverse: boolean): string {
  if (type === null || type === '') return plain
  const known = texts.artifact.linkTypes[type as keyof typeof texts.artifact.linkTypes]
  if (known !== undefined) return isReverse ? known.reverse : known.forward
  return `${plain}: ${type}`
}
