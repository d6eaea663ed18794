import type { Catalogue } from '../kit/message.ts'

/** French texts of refusals of queries (docs/translation.md). */
export const messagesFr: Catalogue = {
  'Error during parsing expert query': 'La requête n’a pas pu être analysée',
  'The query is considered too complex to be executed by the server. Please simplify it (for example remove comparisons) to continue.':
    'La requête est trop complexe pour être exécutée par le serveur. Simplifiez-la (par exemple en retirant des comparaisons) pour continuer.',
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
  'Invalid value specified for `sort`: "{0}". Expected id, submitted_on, last_update_date, or the name or id of a field that you can read.':
    'Valeur non valide pour `sort` : « {0} ». Sont attendus id, submitted_on, last_update_date, ou le nom ou l’identifiant d’un champ que vous pouvez lire.',
  "'@comments' is not supported for the operator {0}.": '« @comments » n’est pas pris en charge avec l’opérateur {0}.',
  'The @comments metadata cannot be compared to {0}.': 'La métadonnée @comments ne peut pas être comparée à {0}.',
}
