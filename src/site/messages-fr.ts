import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages of accounts and settings: docs/translation.md. */
export const messagesFr: Catalogue = {
  "Cannot update other's details": 'Vous ne pouvez pas modifier le profil d’un autre utilisateur',
  'Change your email address in a browser session.': 'Changez votre adresse e-mail dans une session de navigateur.',
  'Restricted users are not authorized.': 'Les utilisateurs restreints ne sont pas autorisés.',
  "This user can't be restricted.": 'Cet utilisateur ne peut pas être restreint.',
  "Cannot see other's membership": 'Vous ne pouvez pas voir les groupes d’un autre utilisateur',
  'You can only access to your own access keys': 'Vous n’avez accès qu’à vos propres clés d’accès',
  'You can only access to your own preferences': 'Vous n’avez accès qu’à vos propres préférences',
  'You can only set your own preferences': 'Vous ne pouvez modifier que vos propres préférences',
  'You can only access to your own history': 'Vous n’avez accès qu’à votre propre historique',
  'You can only access to your own authorized apps': 'Vous n’avez accès qu’à vos propres applications autorisées',
  'You can only access your own inbox': 'Vous n’avez accès qu’à votre propre boîte de réception',
  'You can only access your own notification settings': 'Vous n’avez accès qu’à vos propres paramètres de notification',
  'You can only access to your own sessions': 'Vous n’avez accès qu’à vos propres sessions',
  'Change your second factors in a browser session.': 'Modifiez vos seconds facteurs dans une session de navigateur.',
  'Remove your own second factors individually.': 'Supprimez vos propres seconds facteurs un par un.',
  'You can only access to your own second factors': 'Vous n’avez accès qu’à vos propres seconds facteurs',
  'Anonymous users are not allowed.': 'Connectez-vous pour créer un projet.',
  'Only site administrators can create projects.': 'Seuls les administrateurs du site peuvent créer des projets.',
  'Restricted users cannot create projects.': 'Les utilisateurs restreints ne peuvent pas créer de projets.',
  'Key or token incorrectly formatted': 'Le format de la clé ou du jeton n’est pas correct',
  'Invalid access key': 'Cette clé d’accès n’est pas valide',
  'Sign in again.': 'Connectez-vous de nouveau.',
  'Account Suspended': 'Ce compte est suspendu',
  'Account Deleted': 'Ce compte est supprimé',
  'Account Pending': 'Ce compte est en attente de validation',
  'Basic Authentication Required': 'Une authentification « Basic » est nécessaire',
  'Set up a second factor first.': 'Configurez d’abord un second facteur.',
  'Change your password first.': 'Changez d’abord votre mot de passe.',
  'This passkey could not be verified.': 'Cette clé d’identification n’a pas pu être vérifiée.',
  'Too many sign-ins at once, try again.': 'Trop de connexions en même temps, réessayez.',
  'Invalid Token': 'Ce jeton n’est pas valide',
  'Passkeys need an https URL with a host name. Open the site at such a URL.':
    'Les clés d’identification exigent une URL https avec un nom d’hôte. Ouvrez le site à une telle URL.',
  'Sign in with login and password first.': 'Connectez-vous d’abord avec votre identifiant et votre mot de passe.',
  "Referer doesn't match host. CSRF tentative ?": 'La requête vient d’un autre site. Rechargez la page et réessayez.',
  'Too many failed sign-ins, try again later.': 'Trop d’échecs de connexion, réessayez plus tard.',
  'An authenticator app is set up already: turn it off first.':
    'Une application d’authentification est déjà configurée : désactivez-la d’abord.',
  'No email change is pending.': 'Aucun changement d’adresse e-mail n’est en attente.',
  'The current password is incorrect.': 'Le mot de passe actuel n’est pas correct.',
  'The new password must differ from the current one.': 'Le nouveau mot de passe doit être différent de l’actuel.',
  '`email` belongs to another account.': '`email` appartient à un autre compte.',
  'Login name already exists': 'Cet identifiant existe déjà',
  'User Id not found': 'Utilisateur introuvable',
  'User not found': 'Utilisateur introuvable',
  'This account cannot be changed.': 'Ce compte ne peut pas être modifié.',
  'This server has been set up.': 'Ce serveur est déjà configuré.',
  'This is not the code that the server printed when it started.':
    'Ce n’est pas le code que le serveur a affiché à son démarrage.',
  'This link has been used, canceled or replaced, or has expired. Your profile shows whether an email change is pending.':
    'Ce lien a été utilisé, annulé ou remplacé, ou il a expiré. Votre profil indique si un changement d’adresse e-mail est en attente.',
  'This link is for another account: sign in with that one.':
    'Ce lien est destiné à un autre compte : connectez-vous avec celui-ci.',
  'Another account has this email address now.': 'Un autre compte a désormais cette adresse e-mail.',
  'The code is wrong. Send the one that your app shows now, only once.':
    'Le code n’est pas correct. Saisissez celui que votre application affiche maintenant, une seule fois.',
  'You cannot create an already expired access key': 'Vous ne pouvez pas créer une clé d’accès déjà expirée',
  '{0} does not have the expected format of an access key scope identifier':
    '{0} n’a pas le format attendu d’une portée de clé d’accès',
  'No valid access key scope identifier has been given': 'Aucune portée de clé d’accès valide n’a été indiquée',
  'An identity provider with this issuer already exists': 'Un fournisseur d’identité avec cet émetteur existe déjà',
  '`must_change_password` needs a password.': '`must_change_password` exige un mot de passe.',
  'Session does not exist': 'Cette session n’existe pas',
  'The recovery code is wrong.': 'Le code de récupération n’est pas correct.',
  'The code is wrong.': 'Le code n’est pas correct.',
  'User Group does not exist': 'Ce groupe n’existe pas',
  'The login or the password is wrong': 'L’identifiant ou le mot de passe n’est pas correct',
  'Invalid Password Or User Name': 'L’identifiant ou le mot de passe n’est pas correct',
  'The account {0} is not active': 'Le compte {0} n’est pas actif',
  'No mail server is configured. Send the link to the user yourself.':
    'Aucun serveur de messagerie n’est configuré. Transmettez vous-même le lien à l’utilisateur.',
  'The account {0} has no email address': 'Le compte {0} n’a pas d’adresse e-mail',
  'Send your password or a code of your app, or sign in again.':
    'Saisissez votre mot de passe ou un code de votre application, ou connectez-vous de nouveau.',
  'The password is wrong.': 'Le mot de passe n’est pas correct.',
  'An account has at most {0} passkeys.': 'Un compte a au plus {0} clés d’identification.',
  'This passkey is registered already.': 'Cette clé d’identification est déjà enregistrée.',
  'Passkey not found.': 'Clé d’identification introuvable.',
  'No authenticator app is set up.': 'Aucune application d’authentification n’est configurée.',
  'Set up a second factor before generating recovery codes.':
    'Configurez un second facteur avant de générer des codes de récupération.',
  'Too many confirmation emails ({0} in 24 hours). Try again later.':
    'Trop d’e-mails de confirmation ({0} en 24 heures). Réessayez plus tard.',
  'This link has been used or has expired. Ask an administrator for another one.':
    'Ce lien a été utilisé ou a expiré. Demandez-en un autre à un administrateur.',
  'Message cannot be empty': 'Le message ne peut pas être vide',
  'Please provide a valid ISO-8601 date for expiration_date': 'Indiquez une date ISO-8601 valide pour expiration_date',
  'The expiration date needs to be in the future or not set': 'La date d’expiration doit être dans le futur ou absente',
  'Accounts with your email domain cannot sign in with this provider.':
    'Les comptes de votre domaine d’adresse e-mail ne peuvent pas se connecter avec ce fournisseur.',
  'Several accounts have your email address.': 'Plusieurs comptes ont votre adresse e-mail.',
  'The account with your email address is linked to another user of the identity provider.':
    'Le compte qui a votre adresse e-mail est lié à un autre utilisateur du fournisseur d’identité.',
  'You have no account on this site yet.': 'Vous n’avez pas encore de compte sur ce site.',
  'The identity provider did not return a usable login name.':
    'Le fournisseur d’identité n’a pas transmis d’identifiant utilisable.',
  'The login name {0} is already in use, so no account was created.':
    'L’identifiant {0} est déjà utilisé, aucun compte n’a donc été créé.',
  'This passkey is not accepted.': 'Cette clé d’identification n’est pas acceptée.',
  'This sign-in was not started in this browser, or has expired.':
    'Cette connexion n’a pas été commencée dans ce navigateur, ou elle a expiré.',
  '`label` must have 1 to 100 characters': '`label` doit avoir de 1 à 100 caractères',
  '`issuer` must be an https URL without query, such as https://id.example.org (http on this machine only)':
    '`issuer` doit être une URL https sans paramètres, comme https://id.example.org (http seulement sur cette machine)',
  '`client_id` must be the client id that the provider assigned (1 to 500 ASCII characters)':
    '`client_id` doit être l’identifiant de client que le fournisseur a attribué (de 1 à 500 caractères ASCII)',
  '`login_claim` must be the name of a claim': '`login_claim` doit être le nom d’une revendication (claim)',
  '`email_domains`: {0} is not a domain such as example.org':
    '`email_domains` : {0} n’est pas un domaine comme example.org',
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
  'Unknown setting `{0}`.': 'Le paramètre `{0}` est inconnu.',
  'Expecting 1 to 100 characters': 'De 1 à 100 caractères sont attendus',
  'Expecting an http or https URL': 'Une URL http ou https est attendue',
  'Expecting the absolute path of a directory': 'Le chemin absolu d’un répertoire est attendu',
  'Expecting a time zone such as Europe/Paris': 'Un fuseau horaire comme Europe/Paris est attendu',
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
  'No banner set for the platform': 'Ce site n’a pas de bandeau',
  'Provided User Id is not well formed.': 'L’identifiant de l’utilisateur est mal formé.',
  'Invalid value specified for `values[status]`. Expected one of ({0}).':
    'La valeur de `values[status]` n’est pas valide. Valeurs acceptées : {0}.',
  'No mail server is configured. Ask a site administrator for a reset link.':
    'Aucun serveur de messagerie n’est configuré. Demandez un lien de réinitialisation à un administrateur du site.',
  'Password authentication is disabled, please use your passkey instead':
    'La connexion par mot de passe est désactivée, utilisez votre clé d’identification',
  'You can only clear your history': 'Vous ne pouvez effacer que votre propre historique',
  'Identity provider not found.': 'Fournisseur d’identité introuvable.',
  'Identity provider does not exist': 'Ce fournisseur d’identité n’existe pas',
  'permissions of trackers': 'permissions de trackers',
  'permissions of fields': 'permissions de champs',
  'transitions of a workflow': 'transitions d’un workflow',
  'values of a list': 'valeurs d’une liste',
  'lists of users': 'listes d’utilisateurs',
  'permissions of artifacts': 'permissions d’artefacts',
  'administration of repositories': 'administration de dépôts',
  'permissions over the site': 'permissions sur le site',
}
