import type { Catalogue } from '../kit/messages/message.ts'

/** French texts of problems with values and conditions of fields (docs/translation.md). */
export const messagesFr: Catalogue = {
  '{0} is not a float.': 'La valeur du champ « {0} » n’est pas un nombre décimal.',
  '{0} is not a duration, such as 2h 30m or a number of minutes.':
    'La valeur du champ « {0} » n’est pas une durée, par exemple 2h 30m ou un nombre de minutes.',
  '{0} is not a duration, such as 2h 30m': '{0} n’est pas une durée, par exemple 2h 30m',
  '{0} is not an integer.': 'La valeur du champ « {0} » n’est pas un nombre entier.',
  '{0} can not be further from zero than {1}.':
    'La valeur du champ « {0} » ne peut pas s’éloigner de zéro de plus de {1}.',
  '{0} is not a string.': 'La valeur du champ « {0} » n’est pas une chaîne de caractères.',
  '{0} is not a text.': 'La valeur du champ « {0} » n’est pas un texte.',
  '{0} has an unknown text format. {1}': 'Le format de texte du champ « {0} » est inconnu. {1}',
  'Expected one of (text,html,commonmark,markdown).': 'Formats attendus : text, html, commonmark ou markdown.',
  '{0} can not be encrypted: the tracker has no public key.':
    'La valeur du champ « {0} » ne peut pas être chiffrée : le tracker n’a pas de clé publique.',
  '{0} can contain neiher carriage return nor null char.':
    'La valeur du champ « {0} » ne peut contenir ni retour à la ligne ni caractère nul.',
  '{0} can not contain more than {1} characters.':
    'La valeur du champ « {0} » ne peut pas contenir plus de {1} caractères.',
  '{0} can not contain more than {1} values.': 'Le champ « {0} » ne peut pas contenir plus de {1} valeurs.',
  '{0} is not a date: {1}. Expected {2}.':
    'La valeur du champ « {0} » n’est pas une date : {1}. Formats attendus : {2}.',
  'YYYY-MM-DD, YYYY-MM-DD HH:MM, ISO 8601 such as 2026-04-01T10:30:00+02:00, or RFC 2822 such as Wed, 1 Apr 2026 10:30:00 +0200':
    'AAAA-MM-JJ, AAAA-MM-JJ HH:MM, ISO 8601 comme 2026-04-01T10:30:00+02:00, ou RFC 2822 comme Wed, 1 Apr 2026 10:30:00 +0200',
  'Invalid link {0}. Expected an artifact id, or id (type).':
    'Lien non valide {0}. Attendu : l’identifiant d’un artefact, ou identifiant (type).',
  'Invalid list {0}. Separate values by ";" and close quotes at the end of a value.':
    'Liste non valide {0}. Séparez les valeurs par « ; » et fermez les guillemets à la fin d’une valeur.',
  '{0} is not a value of {1}': '{0} n’est pas une valeur de {1}',
  '{0} is not an integer': '{0} n’est pas un nombre entier',
  '{0} is not a float': '{0} n’est pas un nombre décimal',
  '{0} is not a number': '{0} n’est pas un nombre',
  '{0} is not a date. Expected {1}': '{0} n’est pas une date. Formats attendus : {1}',
  'File #{0} not found': 'Fichier n° {0} introuvable',
  'Invalid format for file field "{0}".  Correct format is {"field_id" : 425, "value" : [457, 258]}':
    'Format non valide pour le champ de fichiers « {0} ». Le format correct est {"field_id": 425, "value": [457, 258]}',
  'File #{0} is already in another field of this artifact':
    'Le fichier n° {0} est déjà dans un autre champ de cet artefact',
  'File #{0} is already linked to artifact #{1}': 'Le fichier n° {0} est déjà lié à l’artefact n° {1}',
  '"all_links" key and "links" key cannot be used at the same time':
    'Les clés "all_links" et "links" ne peuvent pas être utilisées ensemble',
  '"all_links" key and "parent" key cannot be used at the same time':
    'Les clés "all_links" et "parent" ne peuvent pas être utilisées ensemble',
  '"links" and/or "parent" or "all_links" key must be defined':
    'L’une des clés "links", "parent" ou "all_links" doit être définie',
  'Artifact links must have an id': 'Les liens d’un artefact doivent avoir un identifiant',
  'Artifact links "type" must be a string, use empty string for no type':
    'Le "type" d’un lien doit être une chaîne de caractères, vide pour un lien sans type',
  "Parent must have an 'id' key": 'Le parent doit avoir une clé "id"',
  "Parent 'id' key must be convertible to an integer": 'La clé "id" du parent doit être convertible en nombre entier',
  '{0}: {1} is not an artifact id.': '{0} : {1} n’est pas l’identifiant d’un artefact.',
  '{0} : artifact #{1} does not exist.': '{0} : l’artefact n° {1} n’existe pas.',
  'The artifact #{0} is not located in an active project.': 'L’artefact n° {0} n’est pas dans un projet actif.',
  '{0}: #{1} cannot be linked to itself.': '{0} : l’artefact n° {1} ne peut pas être lié à lui-même.',
  'The artifact link type "{0}" is disabled and cannot be used to link artifact #{1}':
    'Le type de lien « {0} » est désactivé et ne peut pas servir à lier l’artefact n° {1}',
  'The artifact link type "{0}" cannot be used to link artifact #{1} manually':
    'Le type de lien « {0} » ne peut pas servir à lier manuellement l’artefact n° {1}',
  'Type is missing for artifact #{0}.': 'Le type du lien vers l’artefact n° {0} manque.',
  'The submitted value {0} is invalid': 'La valeur envoyée {0} n’est pas valide',
  'Selectbox fields can only have one value': 'Un champ de liste simple n’a qu’une valeur',
  '{0} Example: {"field_id": 1548, "bind_value_ids": [457]}':
    '{0} Exemple : {"field_id": 1548, "bind_value_ids": [457]}',
  '{0} Expected format for field {1} : {"field_id": 1548, "bind_value_ids": [457]}':
    '{0} Format attendu pour le champ {1} : {"field_id": 1548, "bind_value_ids": [457]}',
  "OpenList fields values must be passed as an array of labels (string) in 'bind_value_ids'":
    'Les valeurs d’une liste ouverte sont à envoyer comme tableau de étiquettes (chaînes) dans "bind_value_ids"',
  'OpenList static fields values should be passed as an object with at least one of the properties "id" or "label"':
    'Les valeurs d’une liste ouverte statique sont à envoyer comme objet avec au moins l’une des propriétés "id" et "label"',
  'OpenList user fields values should be passed as an object with at least one of the properties "id", "username" or "email"':
    'Les valeurs d’une liste ouverte d’utilisateurs sont à envoyer comme objet avec au moins l’une des propriétés "id", "username" et "email"',
  'OpenList static fields values should be passed as an object with at least one of the properties "id" or "short_name"':
    'Les valeurs d’une liste ouverte de groupes sont à envoyer comme objet avec au moins l’une des propriétés "id" et "short_name"',
  'Cannot Bind to user "{0}" for field ID {1}': 'L’utilisateur « {0} » ne peut pas être une valeur du champ n° {1}',
  '{0} contains a value which is not a login or an email.':
    'Le champ « {0} » contient une valeur qui n’est ni un identifiant de connexion ni une adresse e-mail.',
  '{0} contains a value which is not a user group.':
    'Le champ « {0} » contient une valeur qui n’est pas un groupe d’utilisateurs.',
  'User Group with short_name {0} does not exist for field ID {1}':
    'Le groupe d’utilisateurs de nom court {0} n’existe pas pour le champ n° {1}',
  'Cannot Bind to user with ID {0} for field ID {1}':
    'L’utilisateur n° {0} ne peut pas être une valeur du champ n° {1}',
  'User Group with ID {0} does not exist for field ID {1}':
    'Le groupe d’utilisateurs n° {0} n’existe pas pour le champ n° {1}',
  'Bind Value with ID {0} does not exist for field ID {1}': 'La valeur n° {0} n’existe pas pour le champ n° {1}',
  'Permission field values must be passed as an array of ugroup ids e.g. "value" : {"granted_groups" : [158, "142_3"]}':
    'Les valeurs d’un champ de permissions sont à envoyer comme tableau d’identifiants de groupes, par exemple "value": {"granted_groups": [158, "142_3"]}',
  "'granted_groups' must be an array. E.g. [2, '124_3']":
    '"granted_groups" doit être un tableau, par exemple [2, "124_3"]',
  'Permission field is required please choose a group in list':
    'Le champ de permissions est obligatoire : choisissez un groupe dans la liste',
  'Invalid value "{0}" for field {1}': 'Valeur « {0} » non valide pour le champ {1}',
  'The value of step definition is expected to be an array, got array':
    'La valeur d’un champ d’étapes de test doit être un tableau',
  'Description or Expected Result text field missing': 'Le texte de la description ou du résultat attendu manque',
  'Description format or Expected Result format is missing':
    'Le format de la description ou du résultat attendu manque',
  'The rank {0} can not be used multiple times': 'Le rang {0} ne peut pas servir plusieurs fois',
  'All step definitions must have a rank': 'Toutes les étapes de test doivent avoir un rang',
  'The step definition rank can only be an integer, got {0}':
    'Le rang d’une étape de test doit être un nombre entier, et non {0}',
  "Invalid format given, only 'html', 'text' or 'commonmark' are supported for step":
    'Format non valide : seuls "html", "text" et "commonmark" sont possibles pour une étape',
  'You are not allowed to update the field {0}.': 'Vous n’avez pas le droit de modifier le champ {0}.',
  'Expected format for field {0} : {"field_id" : 15458, "value" : some_value':
    'Format attendu pour le champ {0} : {"field_id": 15458, "value": une_valeur}',
  'Expected format for a computed field  : {"field_id" : 15458, "manual_value" : 12} or {"field_id" : 15458, "is_autocomputed" : true}':
    'Format attendu pour un champ calculé : {"field_id": 15458, "manual_value": 12} ou {"field_id": 15458, "is_autocomputed": true}',
  "Unallowed operator for criterion field '{0}' ({1}). Allowed operators: [contains]":
    'Opérateur non permis pour le critère du champ « {0} » ({1}). Opérateurs permis : [contains]',
  'Invalid value for field "{0}"': 'Valeur non valide pour le champ « {0} »',
  "Invalid format for criterion field '{0}' ({1})": 'Format non valide du critère du champ « {0} » ({1})',
  "Invalid format for criterion field '{0}' ({1}): {2} date expected":
    'Format non valide du critère du champ « {0} » ({1}) : {2} date attendue',
  "Invalid format for criterion field '{0}' ({1}): {2} dates expected":
    'Format non valide du critère du champ « {0} » ({1}) : {2} dates attendues',
  "Invalid date for criterion field '{0}' ({1}): {2}": 'Date non valide dans le critère du champ « {0} » ({1}) : {2}',
  nothing: 'rien',
  "The field '{0}' is not supported for the operator {1}.":
    'Le champ « {0} » n’est pas pris en charge avec l’opérateur {1}.',
  "The date field '{0}' cannot be compared to the empty string with {1} operator.":
    'Le champ de date « {0} » ne peut pas être comparé à une chaîne vide avec l’opérateur {1}.',
  'The {0} cannot be compared to the empty string with {1} operator.':
    'Le {0} ne peut pas être comparé à une chaîne vide avec l’opérateur {1}.',
  "The list field '{0}' cannot be compared to the empty string with {1} operator.":
    'Le champ de liste « {0} » ne peut pas être comparé à une chaîne vide avec l’opérateur {1}.',
  'The {0} cannot be compared to {1}.': 'Le {0} ne peut pas être comparé à {1}.',
  "integer field '{0}'": 'champ de nombre entier « {0} »',
  "float field '{0}'": 'champ de nombre décimal « {0} »',
  "duration field '{0}'": 'champ de durée « {0} »',
  "text field '{0}'": 'champ de texte « {0} »',
  "file field '{0}'": 'champ de fichiers « {0} »',
  "The date field '{0}' cannot be compared to {1}.": 'Le champ de date « {0} » ne peut pas être comparé à {1}.',
  "The list field '{0}' cannot be compared to {1}.": 'Le champ de liste « {0} » ne peut pas être comparé à {1}.',
  "The date field '{0}' cannot be compared to the string value '{1}'.":
    'Le champ de date « {0} » ne peut pas être comparé au texte « {1} ».',
  "The {0} cannot be compared to the string value '{1}'.": 'Le {0} ne peut pas être comparé au texte « {1} ».',
  "The value '{0}' doesn't exist for the list field '{1}'.":
    'La valeur « {0} » n’existe pas dans le champ de liste « {1} ».',
  "The list field '{0}' cannot be compared to MYSELF().":
    'Le champ de liste « {0} » ne peut pas être comparé à MYSELF().',
  "The list field '{0}' cannot be compared to MYSELF() for anonymous users.":
    'Le champ de liste « {0} » ne peut pas être comparé à MYSELF() sans connexion.',
  'Invalid pattern in the criterion of field "{0}" at position {1}: {2}':
    'Motif non valide dans le critère du champ « {0} », à la position {1} : {2}',
  'The criterion of field "{0}" may have at most {1} words': 'Le critère du champ « {0} » contient au plus {1} mots',
  "The field '{0}' cannot be compared to the empty string, it can never yield results.":
    'Le champ « {0} » ne peut pas être comparé à une chaîne vide : il n’y aurait jamais de résultat.',
  "Error with the field '{0}'. The user '{1}' does not exist.":
    'Erreur avec le champ « {0} ». L’utilisateur « {1} » n’existe pas.',
  "List fields values must be passed as an array of ids (integer) in 'bind_value_ids'":
    'Les valeurs d’une liste sont à envoyer comme tableau d’identifiants (entiers) dans "bind_value_ids".',
  'A quote " is opened and not closed': 'Un guillemet " est ouvert et n’est pas fermé',
  'After a closing quote " only a comma or the end of the line may follow':
    'Après un guillemet fermant ", seule une virgule ou la fin de la ligne peut suivre',
  'A quote " is inside a value that is not quoted': 'Un guillemet " est dans une valeur sans guillemets',
  'A line can have at most {0} cells': 'Une ligne a au plus {0} cellules',
}
