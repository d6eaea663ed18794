import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages of sign-in: docs/translation.md. */
export const messagesFr: Catalogue = {
  'Change your email address in a browser session.': 'Changez votre adresse e-mail dans une session de navigateur.',
  'You can only access to your own sessions': 'Vous n’avez accès qu’à vos propres sessions',
  'Change your second factors in a browser session.': 'Modifiez vos seconds facteurs dans une session de navigateur.',
  'Remove your own second factors individually.': 'Supprimez vos propres seconds facteurs un par un.',
  'You can only access to your own second factors': 'Vous n’avez accès qu’à vos propres seconds facteurs',
  'Key or token incorrectly formatted': 'Le format de la clé ou du jeton n’est pas correct',
  'Invalid access key': 'Cette clé d’accès n’est pas valide',
  'Access key not found.': 'Cette clé d’accès n’existe pas.',
  'Sign in again.': 'Connectez-vous de nouveau.',
  'Account Suspended': 'Ce compte est suspendu',
  'Account Deleted': 'Ce compte est supprimé',
  'Account Pending': 'Ce compte est en attente de validation',
  'Basic Authentication Required': 'Une authentification « Basic » est nécessaire',
  'Set up a second factor first.': 'Configurez d’abord un second facteur.',
  'Change your password first.': 'Changez d’abord votre mot de passe.',
  'This passkey could not be verified.': 'Cette clé d’identification n’a pas pu être vérifiée.',
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
  'You have {0} access keys. Revoke those that are no longer used.':
    'Vous avez {0} clés d’accès. Révoquez celles qui ne servent plus.',
  'You cannot create an already expired access key': 'Vous ne pouvez pas créer une clé d’accès déjà expirée',
  '{0} does not have the expected format of an access key scope identifier':
    '{0} n’a pas le format attendu d’une portée de clé d’accès',
  'No valid access key scope identifier has been given': 'Aucune portée de clé d’accès valide n’a été indiquée',
  'An identity provider with this issuer already exists': 'Un fournisseur d’identité avec cet émetteur existe déjà',
  'Session does not exist': 'Cette session n’existe pas',
  'The recovery code is wrong.': 'Le code de récupération n’est pas correct.',
  'The code is wrong.': 'Le code n’est pas correct.',
  'The login or the password is wrong': 'L’identifiant ou le mot de passe n’est pas correct',
  'Invalid Password Or User Name': 'L’identifiant ou le mot de passe n’est pas correct',
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
  'Invalid value specified for `values[status]`. Expected one of ({0}).':
    'La valeur de `values[status]` n’est pas valide. Valeurs acceptées : {0}.',
  'No mail server is configured. Ask a site administrator for a reset link.':
    'Aucun serveur de messagerie n’est configuré. Demandez un lien de réinitialisation à un administrateur du site.',
  'Password authentication is disabled, please use your passkey instead':
    'La connexion par mot de passe est désactivée, utilisez votre clé d’identification',
  'Identity provider not found.': 'Fournisseur d’identité introuvable.',
  'Identity provider does not exist': 'Ce fournisseur d’identité n’existe pas',
}
