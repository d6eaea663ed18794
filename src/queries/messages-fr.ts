import type { Catalogue } from '../kit/messages/message.ts'

/** French texts of refusals of queries (docs/translation.md). */
export const messagesFr: Catalogue = {
  'Error during parsing expert query': 'La requête n’a pas pu être analysée',
  'The query is considered too complex to be executed by the server. Please simplify it (for example remove comparisons) to continue.':
    'La requête est trop complexe pour être exécutée par le serveur. Simplifiez-la (par exemple en retirant des comparaisons) pour continuer.',
  'Line {0}, column {1}: found {2}, expected {3}': 'Ligne {0}, colonne {1} : lu {2}, attendu {3}',
  '{0} or {1}': '{0} ou {1}',
  'the name of a field': 'le nom d’un champ',
  '@ and a name': '@ et un nom',
  'a text in quotes': 'un texte entre guillemets',
  'a number (a negative one in quotes)': 'un nombre (entre guillemets s’il est négatif)',
  'a link type in quotes': 'un type de lien entre guillemets',
  'the short name of a tracker in quotes': 'le nom court d’un tracker entre guillemets',
  'the number of an artifact': 'le numéro d’un artefact',
  'a number of days, weeks, months or years': 'un nombre de jours, de semaines, de mois ou d’années',
  'IN after exactly one blank': 'IN après exactement un espace',
  'the end of the query': 'la fin de la requête',
  'an opening parenthesis': 'une parenthèse ouvrante',
  'a closing parenthesis': 'une parenthèse fermante',
  'a comma': 'une virgule',
  'the text {0}': 'le texte {0}',
  'the number {0}': 'le nombre {0}',
  'the character {0}': 'le caractère {0}',
  'a null character': 'un caractère nul',
  text: 'du texte',
  'a text that is not closed': 'un texte qui n’est pas fermé',
  'the same quote ({0}) on its line': 'le même guillemet ({0}) sur sa ligne',
  'the six hexadecimal digits of a character after \\u': 'les six chiffres hexadécimaux d’un caractère après \\u',
  'a number up to {0}': 'un nombre jusqu’à {0}',
  'a number of at most {0} digits': 'un nombre d’au plus {0} chiffres',
  'a condition, the trackers are not chosen in the query': 'une condition ; la requête ne choisit pas les trackers',
  'a text of {0} characters': 'un texte de {0} caractères',
  'at most {0} characters': 'au plus {0} caractères',
  'at most {0} parentheses within each other': 'au plus {0} parenthèses imbriquées',
  'at most {0} conditions': 'au plus {0} conditions',
  'at most {0} values in IN': 'au plus {0} valeurs dans IN',
  'at most {0} fields to order by': 'au plus {0} champs de tri',
  'A text contains an invalid character: NUL, or half of a surrogate pair':
    'Un texte contient un caractère non valide : NUL, ou la moitié d’une paire de substitution',
  'Criteria syntax error, invalid JSON': 'Erreur de syntaxe dans les critères : le JSON n’est pas valide',
  'Criteria syntax error, an object is expected': 'Erreur de syntaxe dans les critères : un objet est attendu',
  'A filter may have at most {0} criteria': 'Un filtre contient au plus {0} critères',
  'The criterion of field {0} may have at most {1} values': 'Le critère du champ {0} contient au plus {1} valeurs',
  'A text of a criterion may have at most {0} characters': 'Un texte d’un critère contient au plus {0} caractères',
  'Malformed UTF-8 characters, possibly incorrectly encoded criteria':
    'Caractères UTF-8 mal formés : les critères sont peut-être mal encodés',
  'Criterion for field {0} is malformed': 'Le critère du champ {0} est mal formé',
  'Invalid operator for field {0}': 'Opérateur non valide pour le champ {0}',
  "Link type '{0}' is invalid. Available type: {1}": 'Le type de lien « {0} » n’est pas valide. Type disponible : {1}',
  "Link type '{0}' is invalid. Available types: {1}":
    'Le type de lien « {0} » n’est pas valide. Types disponibles : {1}',
  'Double negative like `IS NOT LINKED ... TRACKER != ...` or `WITHOUT ... TRACKER != ...` is not supported. Please use simpler form like `IS LINKED ... TRACKER = ...` or `WITH ... TRACKER = ...`':
    'Une double négation comme `IS NOT LINKED ... TRACKER != ...` ou `WITHOUT ... TRACKER != ...` n’est pas prise en charge. Utilisez une forme plus simple comme `IS LINKED ... TRACKER = ...` ou `WITH ... TRACKER = ...`',
  'Filtering by the field "{0}" is not supported': 'Le filtrage par le champ « {0} » n’est pas pris en charge',
  'Following fields do not exist: {0}': 'Les champs suivants n’existent pas : {0}',
  'External field types are not supported. Please refer to the documentation for the allowed types.':
    'Les types de champ externes ne sont pas pris en charge. Consultez la documentation pour connaître les types autorisés.',
  "The field '{0}' is not supported. Please refer to the documentation for the allowed types.":
    'Le champ « {0} » n’est pas pris en charge. Consultez la documentation pour connaître les types autorisés.',
  'Sorting by {0} is not supported.': 'Le tri par {0} n’est pas pris en charge.',
  "Sorting by '{0}' is not supported.": 'Le tri par « {0} » n’est pas pris en charge.',
  "We cannot search on {0}, we don't know what it refers to. Please refer to the documentation for the allowed comparisons.":
    'Impossible de chercher sur {0} : ce nom est inconnu. Consultez la documentation pour connaître les comparaisons autorisées.',
  "We cannot search on {0}, we don't know what they refer to. Please refer to the documentation for the allowed comparisons.":
    'Impossible de chercher sur {0} : ces noms sont inconnus. Consultez la documentation pour connaître les comparaisons autorisées.',
  'ORDER BY is not supported in queries across trackers.':
    'ORDER BY n’est pas pris en charge dans les requêtes sur plusieurs trackers.',
  'The query is too complex for the visible trackers. Restrict it with @tracker or @project.':
    'La requête est trop complexe pour les trackers visibles. Restreignez-la avec @tracker ou @project.',
  "'{0}' is not supported for the operator {1}.": '« {0} » n’est pas pris en charge avec l’opérateur {1}.',
  'The {0} metadata cannot be compared to {1}.': 'La métadonnée {0} ne peut pas être comparée à {1}.',
  '`sort` has {0} names. At most {1} are allowed.': '`sort` contient {0} noms. Au plus {1} sont permis.',
  'Invalid value specified for `sort`: "{0}". Expected id, rank, submitted_on, last_update_date, or the name or id of a field that you can read.':
    'Valeur non valide pour `sort` : « {0} ». Sont attendus id, submitted_on, last_update_date, ou le nom ou l’identifiant d’un champ que vous pouvez lire.',
  "'@comments' is not supported for the operator {0}.": '« @comments » n’est pas pris en charge avec l’opérateur {0}.',
  'The @comments metadata cannot be compared to {0}.': 'La métadonnée @comments ne peut pas être comparée à {0}.',
}
