import type { LinkGraphTexts } from '../en/link-graph.ts'
import { formatCount, formatPlural } from './states.ts'

export const linkGraph: LinkGraphTexts = {
  title: (artifact) => `Liens de ${artifact}`,
  hint: (artifacts, links) =>
    `${formatPlural(artifacts, 'artefact', 'artefacts')} et ${formatPlural(links, 'lien', 'liens')} sur deux niveaux. Les touches fléchées passent d’un artefact à l’autre, Entrée en ouvre un.`,
  artifacts: 'Artefacts liés',
  links: 'Liens entre eux',
  types: { _is_child: 'Enfant', _covered_by: 'Couvert par' },
  link: (from, to, type) => `De ${from} à ${to}${type === '' ? '' : `\u00a0: ${type}`}`,
  more: (n) =>
    `Il manque la place pour ${formatPlural(n, 'autre artefact', 'autres artefacts')}. Tous les liens sont sur les pages de\u00a0:`,
  moreOf: (artifact, n) => `${artifact} (${formatCount(n)} de plus)`,
}
