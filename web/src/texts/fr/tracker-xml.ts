import type { TrackerXmlTexts } from '../en/tracker-xml.ts'
import { formatPlural } from './states.ts'

export const trackerXml: TrackerXmlTexts = {
  file: 'Structure du tracker',
  checking: 'Vérification du fichier…',
  tooLarge: 'Le fichier dépasse 4\u00a0Mo.',
  ready: 'Un tracker peut être créé à partir de ce fichier',
  refused: 'Aucun tracker ne peut être créé à partir de ce fichier',
  place: (line) => `Ligne ${line}\u00a0:`,
  more: (n) => `et ${formatPlural(n, 'autre', 'autres')}`,
  ignored: (parts) => `Non repris\u00a0: ${parts}`,
}
