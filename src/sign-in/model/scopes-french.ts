import type { ScopeName, ScopeTexts } from './scope-name.ts'

/** French descriptions of the scopes. */
export const frenchScopes: Readonly<Record<ScopeName, ScopeTexts>> = {
  openid: {
    label: 'Vous connecter',
    allows: 'Savoir quel est votre compte, par son numéro.',
    doesNotAllow: 'Voir votre nom ou votre adresse e-mail, ni faire quoi que ce soit ici.',
  },
  profile: {
    label: 'Profil',
    allows: 'Voir votre nom, votre identifiant, votre photo, votre langue et votre fuseau horaire.',
    doesNotAllow: 'Les modifier, ni voir les profils des autres.',
  },
  email: {
    label: 'Adresse e-mail',
    allows: 'Voir votre adresse e-mail.',
    doesNotAllow: 'La modifier, ni envoyer des e-mails en votre nom.',
  },
  offline_access: {
    label: 'Accès en votre absence',
    allows: 'Utiliser ces permissions en votre absence, jusqu’à ce que vous les révoquiez.',
    doesNotAllow: 'Faire plus que ce que vous autorisez ici.',
  },
  'write:rest': {
    label: 'REST',
    allows:
      'Tout ce que vous pouvez faire vous-même, par l’API REST : ce que permettent les autres portées, et votre compte.',
    doesNotAllow: 'Accéder aux dépôts Subversion.',
  },
  'read:project': {
    label: 'Projet (lecture seule)',
    allows: 'Voir les projets que vous voyez : descriptions, services et noms des groupes d’utilisateurs.',
    doesNotAllow: 'Les modifier, voir qui fait partie de leurs groupes, ni lire leurs trackers.',
  },
  'write:project': {
    label: 'Projet (écriture)',
    allows: 'Créer des projets et modifier ceux que vous administrez : statut, services, bannière, modèle, archives.',
    doesNotAllow: 'Lire les projets, changer leurs membres, ni enregistrer des applications OAuth2.',
  },
  'read:user_membership': {
    label: 'Appartenance aux groupes (lecture seule)',
    allows:
      'Voir à quels projets et groupes d’utilisateurs vous appartenez, et qui fait partie des groupes que vous voyez.',
    doesNotAllow: 'Changer qui en fait partie.',
  },
  'write:user_membership': {
    label: 'Appartenance aux groupes (écriture)',
    allows: 'Dans les projets que vous administrez, créer des groupes d’utilisateurs et décider qui en fait partie.',
    doesNotAllow: 'Les voir, ni modifier autre chose dans le projet.',
  },
  'read:user': {
    label: 'Utilisateurs (lecture seule)',
    allows: 'Trouver des utilisateurs par leur nom et voir leurs profils publics.',
    doesNotAllow: 'Voir vos données privées : préférences, clés, sessions.',
  },
  'read:tracker': {
    label: 'Tracker (lecture seule)',
    allows: 'Lire les trackers, rapports, artefacts, commentaires et fichiers que vous pouvez lire.',
    doesNotAllow: 'En créer, en modifier ni en supprimer.',
  },
  'write:tracker': {
    label: 'Tracker (écriture)',
    allows:
      'Créer, modifier et supprimer des artefacts, des commentaires et des fichiers ; dans les trackers que vous administrez, modifier les champs, les permissions, le workflow et les webhooks.',
    doesNotAllow: 'Les lire, ni modifier le projet qui les contient.',
  },
  'write:svn': {
    label: 'Subversion',
    allows: 'Lire les dépôts Subversion et y écrire en votre nom, à la place de votre mot de passe.',
    doesNotAllow: 'Utiliser l’API REST.',
  },
}
