import type { TrackerAdminTexts } from '../en-tracker-admin.ts'

export const trackerGeneral: TrackerAdminTexts['trackerGeneral'] = {
  saved: 'Tracker enregistré',
  intro: 'Nom, couleur et options de ce tracker.',
  label: 'Nom',
  description: 'Description',
  parent: 'Tracker parent',
  parentHint: 'Ses artefacts peuvent avoir des artefacts de ce tracker comme enfants',
  noParent: 'Aucun',
  notifications: 'E-mails sur les modifications',
  notificationLevels: {
    all: 'Sur chaque modification',
    status_changes: 'Seulement sur un nouveau statut',
    disabled: 'Aucun',
  },
  options: 'Options',
  allowsCopy: 'Les artefacts peuvent être copiés',
  allowsMove: 'Les artefacts peuvent être déplacés vers d’autres trackers',
  usesPrivateComments: 'Les commentaires peuvent être réservés à des groupes',
  requiresPreconditions: 'Les modifications d’artefacts nécessitent la version actuelle',
  requiresPreconditionsHint: 'Les clients de l’API doivent envoyer If-Match ou If-Unmodified-Since',
  submitInstructions: 'Instructions pour les nouveaux artefacts',
  save: 'Enregistrer le tracker',
  xml: 'Structure en XML',
  xmlHint:
    'Champs, workflow, permissions et rapports, sans les artefacts. Les administrateurs de projets en créent d’autres trackers, aussi sur un autre site.',
  xmlDownload: 'Télécharger le XML',
  remove: 'Supprimer le tracker',
  removeHint: 'Ses artefacts et rapports disparaissent de toutes les pages et listes.',
  removeTitle: (name) => `Supprimer «\u00a0${name}\u00a0»\u00a0?`,
  removeText: 'Tous ses artefacts disparaissent. Les administrateurs du projet peuvent restaurer le tracker par l’API.',
  removed: (name) => `Tracker ${name} supprimé`,
}
