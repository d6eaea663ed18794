import { formatCount, formatPlural } from './states.ts'

/** The drawing of what is linked with an artifact. */
export const linkGraph = {
  title: (artifact: string): string => `Links of ${artifact}`,
  hint: (artifacts: number, links: number): string =>
    `${formatPlural(artifacts, 'artifact', 'artifacts')} and ${formatPlural(links, 'link', 'links')} over two levels. Arrow keys move between the artifacts, Enter opens one.`,
  artifacts: 'Linked artifacts',
  links: 'Links between them',
  types: { _is_child: 'Child', _covered_by: 'Covered by' },
  link: (from: string, to: string, type: string): string => `From ${from} to ${to}${type === '' ? '' : `: ${type}`}`,
  more: (n: number): string =>
    `${formatPlural(n, 'more artifact has', 'more artifacts have')} no room here. All links are on the pages of:`,
  moreOf: (artifact: string, n: number): string => `${artifact} (${formatCount(n)} more)`,
}

export type LinkGraphTexts = typeof linkGraph
