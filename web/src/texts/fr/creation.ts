import type { Texts } from '../en.ts'
import { formatCount } from './states.ts'

export const creation: Texts['creation'] = {
  create: (item) => `Créer : ${item}`,
  copyOf: (xref) => `Copie de ${xref}, sans ses fichiers ni ses liens`,
  originalMissing: 'L’artefact à copier n’existe pas dans ce tracker, ou vous ne pouvez pas le voir.',
  parentMissing: 'Le parent n’existe pas, ou vous ne pouvez pas le voir.',
  another: 'En créer un autre',
  restored: 'Votre brouillon est rétabli',
  discard: 'Supprimer le brouillon',
  draftKept: 'Votre brouillon est conservé',
  created: (xref) => `${xref} créé`,
  notSent: (seconds) => `Pas encore de réponse. Nouvel essai dans ${formatCount(seconds)} s`,
  perhapsCreated:
    'Une tentative précédente a été enregistrée avec d’autres valeurs. Cherchez-la dans le tracker avant de recommencer.',
  refused: 'Création refusée',
  initialStatus: (labels) => `À la création : ${labels}`,
  dateRule: (label, comparator, other) => `${label} doit être ${comparator} ${other}`,
  comparators: {
    '=': 'égal à',
    '≠': 'différent de',
    '<': 'antérieur à',
    '≤': 'antérieur ou égal à',
    '>': 'postérieur à',
    '≥': 'postérieur ou égal à',
  },
  notAllowed: 'Vous ne pouvez rien créer dans ce tracker',
  notAllowedText: 'Les administrateurs du tracker décident qui peut créer.',
  noFields: 'Il n’a pas encore de champ. Ses administrateurs peuvent en ajouter dans les pages d’administration.',
  toTracker: (label) => `Aller à ${label}`,
  chooseTracker: 'Créer dans quel tracker ?',
  noTracker: 'Vous ne pouvez rien créer dans ce projet',
}
