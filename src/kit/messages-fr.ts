import type { Catalogue } from './messages/message.ts'

/** French translations of the messages of the kit, the database layer and the HTTP server: docs/translation.md. */
export const messagesFr: Catalogue = {
  'Bad Request': 'La requête n’est pas valide.',
  Unauthorized: 'Connectez-vous pour continuer.',
  Forbidden: 'Votre compte n’a pas accès à cet élément ou ne peut pas effectuer cette action.',
  'Not Found': 'Cet élément n’existe pas ou votre compte n’y a pas accès.',
  'Method Not Allowed': 'Cette adresse n’accepte pas cette méthode.',
  'Not Acceptable': 'Le format demandé n’est pas disponible.',
  'Request Timeout': 'La requête a mis trop de temps à arriver.',
  Conflict: 'Cette action est en conflit avec l’état actuel.',
  Gone: 'Cet élément n’existe plus.',
  'Precondition Failed': 'Cet élément a été modifié entre-temps.',
  'Request Entity Too Large': 'Les données envoyées sont trop volumineuses.',
  'Unsupported Media Type': 'Le type de ces données n’est pas pris en charge.',
  'Unprocessable Content': 'Ces données ne peuvent pas être traitées.',
  Locked: 'Cet élément est verrouillé. Réessayez plus tard.',
  'Precondition Required': 'La requête doit indiquer la version qu’elle modifie.',
  'Too Many Requests': 'Trop de requêtes. Réessayez plus tard.',
  'Request Header Fields Too Large': 'Les en-têtes de la requête sont trop volumineux.',
  'Internal Server Error': 'Une erreur est survenue sur le serveur.',
  'Not Implemented': 'Ce serveur ne propose pas cette fonction.',
  'Service Unavailable': 'Le service n’est pas disponible pour le moment. Réessayez plus tard.',
  'Insufficient Storage': 'Le serveur n’a plus assez d’espace de stockage.',

  'The server has no room left to store this. Ask its administrator to make room.':
    'Le serveur n’a plus de place pour enregistrer ces données. Demandez à son administrateur d’en libérer.',
  'Another change of the same data takes too long. Try again later.':
    'Une autre modification des mêmes données prend trop de temps. Réessayez plus tard.',
  'The database cannot be reached at the moment. Try again later.':
    'La base de données est injoignable pour le moment. Réessayez plus tard.',
  'The database was lost while the change was saved: it may have happened or not. Send the request again with the same Idempotency-Key, or look at the result before you send it again.':
    'La base de données a été perdue pendant l’enregistrement : la modification a peut-être eu lieu, peut-être pas. Renvoyez la requête avec la même Idempotency-Key, ou vérifiez le résultat avant de la renvoyer.',
  'The client closed the connection before the change was saved.':
    'Le client a fermé la connexion avant l’enregistrement de la modification.',
  'The server is stopping.': 'Le serveur est en cours d’arrêt.',
  'A pattern is too complex for the database': 'Un motif est trop complexe pour la base de données',

  'Error parsing JSON': 'Le JSON n’a pas pu être lu',
  'Error encoding/decoding JSON: A text holds half of a surrogate pair, such as `\\ud800`. Send both halves or none.':
    'Le JSON n’a pas pu être lu : un texte contient la moitié d’une paire de substitution, comme `\\ud800`. Envoyez les deux moitiés ou aucune.',
  'Error encoding/decoding JSON: Malformed UTF-8 characters, possibly incorrectly encoded':
    'Le JSON n’a pas pu être lu : des caractères UTF-8 sont mal formés, peut-être mal encodés',
  'Error encoding/decoding JSON: Maximum stack depth exceeded':
    'Le JSON n’a pas pu être lu : il est trop profondément imbriqué',
  'Error encoding/decoding JSON: Syntax error': 'Le JSON n’a pas pu être lu : erreur de syntaxe',
  'A text cannot contain a NUL character.': 'Un texte ne peut pas contenir de caractère NUL.',
  'The URL cannot contain a NUL character.': 'L’URL ne peut pas contenir de caractère NUL.',
  'The URL is malformed.': 'L’URL est mal formée.',
  '`{0}` is not percent-encoded UTF-8. Encode texts as UTF-8.':
    '`{0}` n’est pas de l’UTF-8 encodé en pourcentage. Encodez les textes en UTF-8.',
  'The CSV is not valid UTF-8.': 'Le CSV n’est pas de l’UTF-8 valide.',
  'Malformed XML.': 'XML mal formé.',
  'Malformed XML. The text is not valid UTF-8.': 'XML mal formé. Le texte n’est pas de l’UTF-8 valide.',
  'Malformed XML. The encoding is {0}, but only UTF-8 is accepted.':
    'XML mal formé. L’encodage est {0}, mais seul UTF-8 est accepté.',
  'Malformed XML. {0}': 'XML mal formé. {0}',
  '{0} at line {1}': '{0} à la ligne {1}',
  'A document type declaration (DOCTYPE) is not accepted':
    'Une déclaration de type de document (DOCTYPE) n’est pas acceptée',
  'The encoding {0} is not supported, only UTF-8 is': 'L’encodage {0} n’est pas pris en charge, seul UTF-8 l’est',
  'A text or tag has more than {0} characters': 'Un texte ou une balise a plus de {0} caractères',
  'A tag has more than {0} characters': 'Une balise a plus de {0} caractères',
  'The document has more than {0} elements': 'Le document a plus de {0} éléments',
  'Elements are nested more than {0} levels deep': 'Des éléments sont imbriqués sur plus de {0} niveaux',
  'The document is too large for the available memory': 'Le document est trop grand pour la mémoire disponible',
  'Document must contain a root element': 'Le document doit contenir un élément racine',
  'The text is not valid {0}': 'Le texte n’est pas valide en {0}',
  'The text contains half of a surrogate pair': 'Le texte contient la moitié d’une paire de substitution',
  'The name __proto__ is not accepted': 'Le nom __proto__ n’est pas accepté',
  'A name in a form can have at most {0} parts.': 'Un nom de formulaire peut avoir au plus {0} parties.',
  'A name contains half of a surrogate pair': 'Un nom contient la moitié d’une paire de substitution',

  'A body can hold at most {0} values.': 'Le corps d’une requête peut contenir au plus {0} valeurs.',
  'The body of the request is larger than this route accepts.':
    'Le corps de la requête est plus grand que ce que cette adresse accepte.',
  'Content type is not supported.': 'Le type de contenu n’est pas pris en charge.',
  'Content type `{0}` is not supported.': 'Le type de contenu `{0}` n’est pas pris en charge.',
  'Content negotiation failed. Requested charset is not supported':
    'Le jeu de caractères demandé n’est pas pris en charge',
  'Content negotiation failed. Try `application/json` instead.':
    'Le format demandé n’est pas disponible. Essayez `application/json`.',
  'The request is malformed.': 'La requête est mal formée.',
  'The Host header is missing.': 'L’en-tête Host est absent.',
  'The Host header is there more than once.': 'L’en-tête Host figure plusieurs fois.',
  'Version 2 is not supported': 'La version 2 n’est pas prise en charge',
  'Invalid cursor for this query. Restart without `cursor`.':
    'Ce curseur n’est pas valide pour cette requête. Recommencez sans `cursor`.',
  'The access token does not carry the scope this route needs':
    'Le jeton d’accès n’a pas la portée que cette adresse exige',
  'An access token is taken from the Authorization header only':
    'Un jeton d’accès n’est accepté que dans l’en-tête Authorization',
  'Prefer: dry-run is not supported here, and nothing was changed. Send the request without it to run it.':
    '« Prefer : dry-run » n’est pas pris en charge ici, et rien n’a été modifié. Envoyez la requête sans cet en-tête pour l’exécuter.',
  'Unknown query parameter `{0}`. This route has none.':
    'Paramètre de requête inconnu : `{0}`. Cette adresse n’en a aucun.',
  'Unknown query parameter `{0}`. Known are {1}.':
    'Paramètre de requête inconnu : `{0}`. Les paramètres connus sont {1}.',

  'A request with this Idempotency-Key is still running: send it again later.':
    'Une requête avec cette Idempotency-Key est encore en cours : envoyez-la de nouveau plus tard.',
  'The Idempotency-Key must have 1 to 255 printable ASCII characters.':
    'L’Idempotency-Key doit avoir de 1 à 255 caractères ASCII imprimables.',
  'This Idempotency-Key was used before for {0} with other parameters or another body. Use a new key for each new request.':
    'Cette Idempotency-Key a déjà servi pour {0} avec d’autres paramètres ou un autre corps. Utilisez une nouvelle clé pour chaque nouvelle requête.',
  'This Idempotency-Key was used before for {0}. Use a new key for each new request.':
    'Cette Idempotency-Key a déjà servi pour {0}. Utilisez une nouvelle clé pour chaque nouvelle requête.',

  '`{0}` is required.': '`{0}` est obligatoire.',
  'invalid value specified for `{0}`': 'La valeur de `{0}` n’est pas valide',
  'invalid value specified for `id`': 'La valeur de `id` n’est pas valide',
  'Invalid value specified for `{0}`': 'La valeur de `{0}` n’est pas valide',
  'Invalid value specified for `{0}`. {1}': 'La valeur de `{0}` n’est pas valide. {1}',
  'Invalid value specified for `{0}`: "{1}". Expected one of ({2}).':
    'La valeur de `{0}` n’est pas valide : « {1} ». Valeurs acceptées : {2}.',
  'Invalid value specified for `body`. Expecting an item of type `object`':
    'La valeur de `body` n’est pas valide. Un élément de type `object` est attendu',
  'Expecting null': 'Seul null est accepté.',
  'Expecting integer value': 'Un nombre entier est attendu.',
  'Expecting number value': 'Un nombre est attendu.',
  'Expecting boolean value': 'Un booléen est attendu.',
  'Expecting alpha numeric value': 'Un texte est attendu.',
  'Expecting an item of type `object`': 'Un élément de type `object` est attendu.',
  'Expecting a list of items but an item is given': 'Une liste est attendue, mais un seul élément est donné.',
  'Expected one of ({0}).': 'Valeurs acceptées : {0}.',
  'Minimum required value is {0}.': 'La valeur minimale est {0}.',
  'Maximum allowed value is {0}.': 'La valeur maximale est {0}.',
  'Minimum {0} characters required.': 'Le nombre minimal de caractères est {0}.',
  'Maximum {0} characters allowed.': 'Le nombre maximal de caractères est {0}.',
  'Strings should match the expected format.': 'Le texte n’a pas le format attendu.',
  'Minimum {0} item required.': 'Il faut au moins {0} élément.',
  'Minimum {0} items required.': 'Il faut au moins {0} éléments.',
  'Maximum {0} items allowed.': 'Le nombre maximal d’éléments est {0}.',
  'This name is not allowed.': 'Ce nom n’est pas autorisé.',

  'No response within {0} seconds': 'Aucune réponse en {0} secondes',
  '{0} could not be reached: {1}': '{0} est injoignable : {1}',
  'The URL must begin with http:// or https://': 'L’URL doit commencer par http:// ou https://',
  '{0} resolves to a private address, which is not allowed (setting outgoing_private_addresses)':
    '{0} mène à une adresse privée, ce qui n’est pas autorisé (paramètre outgoing_private_addresses)',
  '{0} has no IP address': '{0} n’a pas d’adresse IP',
  '{0} returned a response of more than {1} bytes': '{0} a renvoyé une réponse de plus de {1} octets',
  '{0} returned no response': '{0} n’a renvoyé aucune réponse',
  'the connection failed': 'la connexion a échoué',
  'it has more than {0} characters': 'il a plus de {0} caractères',
  '")" closes no group': '« ) » ne ferme aucun groupe',
  'more than {0} characters': 'plus de {0} caractères',
  'too many assertions': 'trop d’assertions',
  'it has {0} once repetitions are written out': 'une fois les répétitions développées, il a {0}',
  '"{0}" has nothing to repeat': '« {0} » n’a rien à répéter',
  '"{" has nothing to repeat; write "\\{" for the character itself':
    '« { » n’a rien à répéter ; écrivez « \\{ » pour le caractère lui-même',
  'lookahead and lookbehind are not supported': 'les assertions avant et arrière ne sont pas prises en charge',
  'groups of this kind are not supported': 'les groupes de ce type ne sont pas pris en charge',
  'groups are nested deeper than {0}': 'les groupes sont imbriqués sur plus de {0} niveaux',
  '"(" is not closed': '« ( » n’est pas fermée',
  'an assertion cannot be repeated': 'une assertion ne peut pas être répétée',
  'lazy repetition is not supported': 'la répétition paresseuse n’est pas prise en charge',
  'possessive repetition is not supported': 'la répétition possessive n’est pas prise en charge',
  'a repetition cannot be repeated without a group': 'une répétition ne peut pas être répétée sans groupe',
  '"{" begins a repetition as {2}, {2,} or {2,5}; write "\\{" for the character itself':
    '« { » commence une répétition comme {2}, {2,} ou {2,5} ; écrivez « \\{ » pour le caractère lui-même',
  'the maximum number of repetitions is {0}': 'le nombre maximal de répétitions est {0}',
  'the minimum number of repetitions exceeds the maximum': 'le nombre minimal de répétitions dépasse le maximum',
  'backreferences are not supported': 'les références arrière ne sont pas prises en charge',
  'nothing follows "\\"': 'rien ne suit « \\ »',
  '"\\{0}" is not supported': '« \\{0} » n’est pas pris en charge',
  '{0} hexadecimal digits of a character are expected': '{0} chiffres hexadécimaux d’un caractère sont attendus',
  'the class is empty; write "\\]" for the character itself':
    'la classe est vide ; écrivez « \\] » pour le caractère lui-même',
  '"[" is not closed': '« [ » n’est pas fermé',
  'the class contains no character': 'la classe ne contient aucun caractère',
  'a range goes from one character to another; write "\\-" for the character itself':
    'une plage va d’un caractère à un autre ; écrivez « \\- » pour le caractère lui-même',
  '"[{0}" within a class is not supported': '« [{0} » n’est pas pris en charge dans une classe',
  'the range ends before it begins': 'la plage se termine avant son début',
  'ranges have more than {0} characters; exclude a smaller one with "[^…]"':
    'les plages ont plus de {0} caractères ; excluez-en une plus petite avec « [^…] »',
  'a class cannot contain a character that is composed of letters; write them as (…|…)':
    'une classe ne peut pas contenir un caractère composé de plusieurs lettres ; écrivez-les sous la forme (…|…)',
}
