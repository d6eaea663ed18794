import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages of accounts: docs/translation.md. */
export const messagesFr: Catalogue = {
  "Cannot update other's details": 'Vous ne pouvez pas modifier le profil d’un autre utilisateur',
  'Only site administrators can update site administrators.':
    'Seuls les administrateurs du site peuvent modifier des administrateurs du site.',
  'The site needs an active site administrator: make another user a site administrator first.':
    'Le site a besoin d’un administrateur actif : nommez d’abord un autre utilisateur administrateur du site.',
  'Restricted users are not authorized.': 'Les utilisateurs restreints ne sont pas autorisés.',
  "This user can't be restricted.": 'Cet utilisateur ne peut pas être restreint.',
  "Cannot see other's membership": 'Vous ne pouvez pas voir les groupes d’un autre utilisateur',
  'You can only access to your own access keys': 'Vous n’avez accès qu’à vos propres clés d’accès',
  'You can only access to your own preferences': 'Vous n’avez accès qu’à vos propres préférences',
  'You have {0} preferences. Delete some of them first.':
    'Vous avez {0} préférences. Supprimez-en d’abord quelques-unes.',
  'You can only set your own preferences': 'Vous ne pouvez modifier que vos propres préférences',
  'You can only access to your own history': 'Vous n’avez accès qu’à votre propre historique',
  'You can only access to your own authorized apps': 'Vous n’avez accès qu’à vos propres applications autorisées',
  'You can only access your own inbox': 'Vous n’avez accès qu’à votre propre boîte de réception',
  'You can only access your own notification settings': 'Vous n’avez accès qu’à vos propres paramètres de notification',
  'Too many sign-ins at once, try again.': 'Trop de connexions en même temps, réessayez.',
  'Login name already exists': 'Cet identifiant existe déjà',
  'User Id not found': 'Utilisateur introuvable',
  'User not found': 'Utilisateur introuvable',
  '`must_change_password` needs a password.': '`must_change_password` exige un mot de passe.',
  'User Group does not exist': 'Ce groupe n’existe pas',
  'The account {0} is not active': 'Le compte {0} n’est pas actif',
  'There cannot be any spaces in the login name.': 'L’identifiant ne peut pas contenir d’espaces.',
  'Illegal character in name.': 'Le nom contient un caractère non autorisé.',
  'Name is too short. It must be at least 3 characters.': 'Le nom est trop court. Il doit avoir au moins 3 caractères.',
  'Name is too long. It must be less than 30 characters.': 'Le nom est trop long. Il peut avoir au plus 30 caractères.',
  'Name is reserved.': 'Ce nom est réservé.',
  '`real_name` must be one line of 1 to {0} characters.': '`real_name` doit être une ligne de 1 à {0} caractères.',
  '`email` must be an email address.': '`email` doit être une adresse e-mail.',
  'The password is too short. It must be at least {0} characters.':
    'Le mot de passe est trop court. Il doit avoir au moins {0} caractères.',
  'The password is too long. It must be at most {0} characters.':
    'Le mot de passe est trop long. Il peut avoir au plus {0} caractères.',
  'The password must differ from the login name.': 'Le mot de passe doit être différent de l’identifiant.',
  'The password is too common. Choose one that is harder to guess, such as several words.':
    'Le mot de passe est trop courant. Choisissez-en un plus difficile à deviner, par exemple plusieurs mots.',
  'The password must differ from the names of the user and of the site and from the email address, also with digits at the end.':
    'Le mot de passe doit être différent des noms de l’utilisateur et du site et de l’adresse e-mail, même suivis de chiffres.',
  'parameter "query" syntax error, invalid JSON': 'Le paramètre « query » n’est pas du JSON valide',
  'You cannot search on "username" and "loginname" at the same time':
    'La recherche ne peut pas porter à la fois sur « username » et « loginname »',
  'You can only search on "username", "loginname" or "email", not on "{0}"':
    'La recherche ne porte que sur « username », « loginname » ou « email », pas sur « {0} »',
  '"email" can only be a string': '« email » doit être un texte',
  'You need to provide either a "username", "loginname" or "email"':
    'Indiquez « username », « loginname » ou « email »',
  '"{0}" can only be a string': '« {0} » doit être un texte',
  '`{0}` must be a day or an ISO-8601 date with its time':
    '`{0}` doit être un jour ou une date ISO-8601 avec son heure',
  'Please provide either a `user_id` or a `user_group_id`': 'Indiquez soit un `user_id`, soit un `user_group_id`',
  'Provided User Id is not well formed.': 'L’identifiant de l’utilisateur est mal formé.',
  'A user group was deleted meanwhile: choose again':
    'Un groupe d’utilisateurs a été supprimé entre-temps : choisissez de nouveau',
  'permissions of trackers': 'permissions de trackers',
  'permissions of fields': 'permissions de champs',
  'transitions of a workflow': 'transitions d’un workflow',
  'values of a list': 'valeurs d’une liste',
  'lists of users': 'listes d’utilisateurs',
  'permissions of artifacts': 'permissions d’artefacts',
  'administration of repositories': 'administration de dépôts',
  'permissions over the site': 'permissions sur le site',
  'This route only supports the id `self`.': 'Cette adresse n’accepte que l’identifiant `self`.',
}
