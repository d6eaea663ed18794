import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages of projects: docs/translation.md. */
export const messagesFr: Catalogue = {
  'Permission Denied': 'Vous n’avez pas la permission d’effectuer cette action',
  'This project is suspended': 'Ce projet est suspendu',
  'Project does not exist': 'Ce projet n’existe pas',
  'This project is deleted': 'Ce projet est supprimé',
  'Admin service cannot be disabled.': 'Le service d’administration ne peut pas être désactivé.',
  'Inactive service cannot be enabled.': 'Un service indisponible ne peut pas être activé.',
  'Create from archive is not available on your platform':
    'La création à partir d’une archive n’est pas disponible sur ce site',
  'Template #{0} is not valid': 'Le modèle n° {0} n’est pas valide',
  'Project #{0} is not active': 'Le projet n° {0} n’est pas actif',
  'User #{0} is not administrator of project #{1}': 'L’utilisateur n° {0} n’est pas administrateur du projet n° {1}',
  "Template {0} is not valid: you don't have the permission to the access the project.":
    'Le modèle {0} n’est pas valide : vous n’avez pas accès à ce projet.',
  'You are not allowed to change the status of a project': 'Vous n’êtes pas autorisé à changer le statut d’un projet',
  'You are not allowed to change the status of a system project.':
    'Vous n’êtes pas autorisé à changer le statut d’un projet système.',
  'A deleted project cannot be reactivated.': 'Un projet supprimé ne peut pas être réactivé.',
  "You don't have enough rights to perform a query using 'with_status'":
    'Vous n’avez pas la permission d’utiliser « with_status » dans une requête',
  'Only site administrators may do this.': 'Seuls les administrateurs du site peuvent effectuer cette action.',
  'A site has at most {0} categories and values.': 'Un site a au plus {0} catégories et valeurs.',
  'max_values is {0}: expected a number from 1 to 1000.': 'max_values vaut {0} : un nombre de 1 à 1000 est attendu.',
  'Category {0} does not exist.': 'La catégorie {0} n’existe pas.',
  'Only a root category has is_mandatory and max_values.': 'Seule une catégorie racine a is_mandatory et max_values.',
  'Values are nested at most {0} levels deep.': 'Les valeurs sont imbriquées sur au plus {0} niveaux.',
  'The account {0} is not active': 'Le compte {0} n’est pas actif',
  'A project field named {0} already exists': 'Un champ de projet nommé {0} existe déjà',
  'A project field needs a name': 'Un champ de projet doit avoir un nom',
  'The user is not a project member': 'Cet utilisateur n’est pas membre du projet',
  'The category {0} cannot be moved below itself.': 'La catégorie {0} ne peut pas être déplacée sous elle-même.',
  'Invalid format provided for "user_references"': 'Le format de « user_references » n’est pas valide',
  'Invalid value specified for `access`. There are no restricted users on this platform.':
    'La valeur de `access` n’est pas valide. Ce site n’a pas d’utilisateurs restreints.',
  'Invalid value specified for `access`. Restricted users are members: {0}.':
    'La valeur de `access` n’est pas valide. Des utilisateurs restreints sont membres : {0}.',
  'The user group is still used: {0}. Remove it there first.':
    'Ce groupe est encore utilisé : {0}. Retirez-le d’abord à ces endroits.',
  'Only user groups that were created in a project can be changed':
    'Seuls les groupes créés dans un projet peuvent être modifiés',
  'The provided app data is not valid.': 'Les données de cette application ne sont pas valides.',
  'A public app has no secret.': 'Une application publique n’a pas de secret.',
  'Only project members or administrators can be taken into account for the dynamic user groups':
    'Parmi les groupes prédéfinis, seuls les membres et les administrateurs du projet peuvent être modifiés',
  'This app does not exist.': 'Cette application n’existe pas.',
  'The project visibility "{0}" can only be used when the instance have enabled the restricted users':
    'La visibilité « {0} » n’est possible que si le site accepte les utilisateurs restreints',
  'Mandatory categories where missing: {0}': 'Il manque des catégories obligatoires : {0}',
  'The category id {0} is not a valid root category': 'La catégorie {0} n’est pas une catégorie racine valide',
  'The category {0} only allows {1} values': 'La catégorie {0} n’accepte que {1} valeurs',
  '{0} does not belong to {1} ({2}) category hierarchy': '{0} n’appartient pas à la catégorie {1} ({2})',
  'You must provide category full name.': 'Indiquez le nom complet de la catégorie.',
  'You must provide category short name.': 'Indiquez le nom court de la catégorie.',
  "Category full name cannot contain '::'.": 'Le nom complet d’une catégorie ne peut pas contenir « :: ».',
  "Category short name cannot contain '::'.": 'Le nom court d’une catégorie ne peut pas contenir « :: ».',
  "Invalid ID for user group ('{0}'), format must be: projectId_ugroupId":
    'L’identifiant de groupe « {0} » n’est pas valide, le format attendu est projectId_ugroupId',
  'Invalid ID format({0})': 'Le format de l’identifiant « {0} » n’est pas valide',
  'User group already exists in this project. Please choose another name.':
    'Un groupe de ce nom existe déjà dans ce projet. Choisissez un autre nom.',
  'The group name is missing': 'Le nom du groupe est absent',
  'Invalid group name: {0}. Please use only alphanumerical characters.':
    'Le nom de groupe {0} n’est pas valide. Utilisez seulement des lettres et des chiffres.',
  'parameter "query" syntax error: "{0}" property not found':
    'Le paramètre « query » n’est pas valide : la propriété « {0} » est absente',
  'parameter "query" syntax error: unknown property "{0}"':
    'Le paramètre « query » n’est pas valide : propriété « {0} » inconnue',
  'parameter "query", property "{0}" invalid type: boolean expected':
    'Le paramètre « query » n’est pas valide : la propriété « {0} » doit être un booléen',
  'identifier must be a string': '« identifier » doit être un texte',
  'You can only search on "identifier"': 'La recherche ne porte que sur « identifier »',
  'Cannot add the restricted user #{0} to project #{1} because it does not allow restricted user':
    'L’utilisateur restreint n° {0} ne peut pas rejoindre le projet n° {1}, qui n’accepte pas les utilisateurs restreints',
  'Cannot remove user #{0} as it is the last project administrator of project #{1}':
    'L’utilisateur n° {0} ne peut pas être retiré : c’est le dernier administrateur du projet n° {1}',
  'Short name must start with an alphanumeric character.': 'Le nom court doit commencer par une lettre ou un chiffre.',
  'Short name cannot contain underscore or dot.': 'Le nom court ne peut contenir ni tiret bas ni point.',
  'There cannot be any spaces in the short name.': 'Le nom court ne peut pas contenir d’espaces.',
  'Project shortname is invalid. The reason is: {0}': 'Le nom court du projet n’est pas valide. {0}',
  'Short name already exists': 'Ce nom court est déjà utilisé',
  'Name is too long. It must be less than 40 characters.': 'Le nom est trop long. Il peut avoir au plus 40 caractères.',
  'Project fullname is invalid. The reason is: {0}': 'Le nom complet du projet n’est pas valide. {0}',
  'Mandatory field where missing: {0}': 'Il manque des champs obligatoires : {0}',
  'Some fields does not exists: {0}': 'Des champs n’existent pas : {0}',
  "Searching for projects you are not administrator of at least one tracker is not supported. Use 'is_tracker_admin': true":
    'La recherche de projets dont vous n’administrez aucun tracker n’est pas possible. Utilisez « is_tracker_admin » avec la valeur true',
  "Searching for projects you are not member of is not supported. Use 'is_member_of': true":
    'La recherche de projets dont vous n’êtes pas membre n’est pas possible. Utilisez « is_member_of » avec la valeur true',
  'query parameter must be a json object or empty': 'Le paramètre « query » doit être un objet JSON ou être vide',
  "Please provide a valid status: 'active', 'pending', 'suspended', 'deleted'":
    'Indiquez un statut valide : « active », « pending », « suspended » ou « deleted »',
  "You can only search on 'shortname', 'is_member_of': true, 'is_admin_of': true,  'is_tracker_admin': true, 'with_status'. If the query is valid, your plugin is maybe not installed.":
    'La recherche ne porte que sur « shortname », « is_member_of », « is_admin_of », « is_tracker_admin » ou « with_status ».',
  'The archive must be a zip file with a name that ends with .zip':
    'L’archive doit être un fichier zip dont le nom se termine par .zip',
  'The size of the archive must be its number of bytes, at least 1':
    'La taille de l’archive doit être son nombre d’octets, au moins 1',
  'The maximum allowed size for a file is {0} bytes, you requested the creation of a file of {1} bytes':
    'La taille maximale d’un fichier est de {0} octets, celui-ci en a {1}',
  'Impossible to build Project data creation with the provided JSON content.':
    'Le projet ne peut pas être créé à partir de ce contenu JSON.',
  'References have to use the same type': 'Toutes les références doivent être du même type',
  'At least one key must be passed in the representation': 'Indiquez au moins une référence',
  'The XML template "{0}" provided is not valid': 'Le modèle « {0} » n’est pas valide',
  'dry_run is not supported for a project from an archive.':
    'La simulation n’est pas possible pour un projet créé à partir d’une archive.',
  'User Group does not exist': 'Ce groupe n’existe pas',
  'User Group does not exist in project': 'Ce groupe n’existe pas dans ce projet',
  'Unable to find user': 'Utilisateur introuvable',
  'User with reference {0} not known': 'L’utilisateur {0} est inconnu',
  'More than one user use the email address {0}': 'Plusieurs utilisateurs ont l’adresse e-mail {0}',
  'No banner set for this project': 'Ce projet n’a pas de bandeau',
  'format=id or format=full are only supported for project scope':
    'format=id et format=full ne sont possibles qu’avec la portée « project »',
  'A category was deleted meanwhile: choose again': 'Une catégorie a été supprimée entre-temps : choisissez de nouveau',
}
