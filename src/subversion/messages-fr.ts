import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages of Subversion repositories: docs/translation.md. */
export const messagesFr: Catalogue = {
  'Subversion is not available on this server': 'Subversion n’est pas disponible sur ce serveur',
  'The access file could not be checked': 'Le fichier d’accès n’a pas pu être vérifié',
  'Repository not found': 'Dépôt introuvable',
  'User must be SVN admin to do this action': 'Seuls les administrateurs de Subversion peuvent effectuer cette action',
  'Given project does not exist': 'Ce projet n’existe pas',
  'Project does not use SVN service': 'Ce projet n’utilise pas Subversion',
  "User doesn't have permission to create a repository": 'Vous n’avez pas la permission de créer un dépôt',
  'The login "{0}" cannot be written into access files, so the account has no access to repositories: an administrator can change the login':
    'L’identifiant « {0} » ne peut pas figurer dans un fichier d’accès, ce compte n’a donc pas accès aux dépôts : un administrateur peut changer l’identifiant',
  'Not enough disk space for the repository': 'Il n’y a pas assez d’espace disque pour le dépôt',
  'Subversion is not available at the moment': 'Subversion n’est pas disponible pour le moment',
  'No node serves the repositories at the moment': 'Aucun nœud ne sert les dépôts pour le moment',
  'Not a file.': 'Ce n’est pas un fichier.',
  'Not a directory.': 'Ce n’est pas un répertoire.',
  'Too many concurrent repository requests. Try again later.':
    'Trop de requêtes simultanées aux dépôts. Réessayez plus tard.',
  'Revision not found': 'Révision introuvable',
  'Path not found in this revision': 'Ce chemin n’existe pas dans cette révision',
  'Reading from the repository timed out.': 'La lecture du dépôt a pris trop de temps.',
  '`settings[access_file]` is required': '`settings[access_file]` est obligatoire',
  'Repository already in queue for deletion': 'La suppression de ce dépôt est déjà prévue',
  'This repository is not deleted': 'Ce dépôt n’est pas supprimé',
  'Only groups of the project can administer its repositories':
    'Seuls des groupes du projet peuvent administrer ses dépôts',
  'Version {0} of the access file does not exist.': 'La version {0} du fichier d’accès n’existe pas.',
  "You can't add a user group from a different project": 'Vous ne pouvez pas ajouter un groupe d’un autre projet',
  'Repository name is invalid.  Must start by a letter, have a length of 3 characters minimum, only - _ . specials characters are allowed.':
    'Ce nom de dépôt n’est pas valide. Il doit commencer par une lettre et avoir au moins 3 caractères ; seuls les caractères spéciaux - _ . sont autorisés.',
  'Repository name is already used in this project.': 'Ce nom de dépôt est déjà utilisé dans ce projet.',
  'Query must be in Json': 'La requête doit être en JSON',
  'You can only search on "name"': 'La recherche ne porte que sur « name »',
  'One notification path or more are not unique: {0}': 'Des chemins de notification figurent plusieurs fois : {0}',
  'Notification should concern at least one email or one user or one user group for path: {0}':
    'Indiquez au moins une adresse e-mail, un utilisateur ou un groupe pour le chemin : {0}',
  'One email or more are not unique for path: {0}': 'Des adresses e-mail figurent plusieurs fois pour le chemin : {0}',
  'The settings have too many notifications, recipients and immutable paths: GET would return {0} values, of at most {1}':
    'Les réglages ont trop de notifications, de destinataires et de chemins immuables : GET renverrait {0} valeurs, sur {1} au plus',
  'One email or more are no e-mail addresses for path: {0}':
    'Des adresses e-mail ne sont pas valides pour le chemin : {0}',
  'The list of paths or allowed paths is too big and cannot be saved':
    'La liste des chemins ou des chemins autorisés est trop longue pour être enregistrée',
  '`subject_header` has at most 64 characters, none of them a control character':
    '`subject_header` a au plus 64 caractères, sans caractère de contrôle',
  'COPY and MOVE across repositories are not allowed.': 'COPY et MOVE d’un dépôt à un autre ne sont pas autorisés.',
  'You may not access this project': 'Vous n’avez pas accès à ce projet',
  'Subversion cannot read the access file: line {0}: {1}':
    'Subversion ne peut pas lire le fichier d’accès : ligne {0} : {1}',
  'User {0} not found': 'L’utilisateur {0} est introuvable',
  'User {0} is neither active nor restricted.': 'L’utilisateur {0} n’est ni actif ni restreint.',
  'Notifications cannot be sent to user groups Anonymous Authenticated and Registered':
    'Les groupes Anonymous, Authenticated et Registered ne peuvent pas recevoir de notifications',
  'an access file has at most {0} lines': 'un fichier d’accès a au plus {0} lignes',
  'the text after "]" is ignored': 'le texte après « ] » est ignoré',
  'expected a name and "="': 'un nom et « = » sont attendus',
  'unknown group "{0}"': 'groupe inconnu « {0} »',
  'unknown alias "{0}"': 'alias inconnu « {0} »',
  'a name must not begin with "{0}"': 'un nom ne doit pas commencer par « {0} »',
  'the group "{0}" is a member of itself': 'le groupe « {0} » est membre de lui-même',
  'a section is a path that begins with "/"': 'une section est un chemin qui commence par « / »',
  'a path has no empty name, "." or ".." in it': 'un chemin ne contient ni nom vide, ni « . », ni « .. »',
  '"{0}" is inverted twice': '« {0} » est inversé deux fois',
  '"*" cannot be part of a name': '« * » ne peut pas faire partie d’un nom',
  '"~*" matches no user': '« ~* » ne correspond à aucun utilisateur',
  'Subversion does not know "{0}"': 'Subversion ne connaît pas « {0} »',
  'the group "{0}" is nested more than {1} levels deep': 'le groupe « {0} » est imbriqué sur plus de {1} niveaux',
  'up to "{0}" the groups have more than {1} members, with those of nested groups':
    'jusqu’à « {0} », les groupes ont plus de {1} membres, avec ceux des groupes imbriqués',
  'up to "{0}" the rules for groups apply to more than {1} members':
    'jusqu’à « {0} », les règles pour des groupes concernent plus de {1} membres',
  'the section "{0}" has more than {1} rules': 'la section « {0} » a plus de {1} règles',
  'control characters are not allowed': 'les caractères de contrôle ne sont pas autorisés',
  'a line must not begin with a blank': 'une ligne ne doit pas commencer par une espace',
  'a section must end with "]"': 'une section doit se terminer par « ] »',
  '"{0}" must have r, rw or an empty value': '« {0} » doit avoir la valeur r, rw ou une valeur vide',
}
