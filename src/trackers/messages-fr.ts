import type { Catalogue } from '../kit/messages/message.ts'

/** French texts of refusals of trackers, their fields, workflows and XML (docs/translation.md). */
export const messagesFr: Catalogue = {
  '`limit` is at most {0} with `include=definition`.': '`limit` est au plus {0} avec `include=definition`.',
  'A tracker has at most {0} elements.': 'Un tracker a au plus {0} éléments.',
  'The name "{0}" is in use by another element.': 'Le nom « {0} » est déjà utilisé par un autre élément.',
  'The element is not defined.': 'L’élément n’est pas défini.',
  'a type with {0} as shortname already exists.': 'un type de nom court {0} existe déjà.',
  'The site has {0} link types. Delete an unused one first.':
    'Le site a {0} types de liens. Supprimez-en d’abord un qui n’est pas utilisé.',
  'Field not found.': 'Champ introuvable.',
  'Unknown template "{0}". Available templates: {1}.': 'Modèle « {0} » inconnu. Modèles disponibles : {1}.',
  'A tracker has at most one element of type {0}.': 'Un tracker a au plus un élément de type {0}.',
  'Send `values` or `new_values`, not both.': 'Envoyez `values` ou `new_values`, pas les deux.',
  'The link type "{0}" cannot be disabled: trackers of the project have fields that need it.':
    'Le type de lien « {0} » ne peut pas être désactivé : des trackers du projet ont des champs qui en ont besoin.',
  'Link type "{0}" not found.': 'Type de lien « {0} » introuvable.',
  '"{0}" is a system type: it can be neither changed nor deleted.':
    '« {0} » est un type du système : il ne peut être ni modifié ni supprimé.',
  'trackers: {0} is not a tracker of the project.': 'trackers : {0} n’est pas un tracker du projet.',
  'trackers: each tracker may occur only once.': 'trackers : chaque tracker ne peut figurer qu’une fois.',
  'trackers: {0} is missing. All trackers of the project are required.':
    'trackers : {0} manque. Tous les trackers du projet sont requis.',
  'Invalid color "{0}".': 'Couleur « {0} » non valide.',
  'parent_id: {0} is not a tracker of the project.': 'parent_id : {0} n’est pas un tracker du projet.',
  'parent_id: a tracker cannot be its own ancestor.': 'parent_id : un tracker ne peut pas être son propre ancêtre.',
  'There must be at least one authorized user group.': 'Au moins un groupe d’utilisateurs doit être autorisé.',
  'The transition has not been updated.': 'La transition n’a pas été modifiée.',
  'A tracker requires a name.': 'Un tracker doit avoir un nom.',
  'The project already has a tracker named "{0}".': 'Le projet a déjà un tracker nommé « {0} ».',
  'The item_name "{0}" may only contain letters, digits and _.':
    'item_name « {0} » ne peut contenir que des lettres, des chiffres et _.',
  'The project already has a tracker with the item_name "{0}".':
    'Le projet a déjà un tracker dont item_name est « {0} ».',
  'Too many reports (maximum {0}).': 'Trop de rapports (au plus {0}).',
  'This tracker does not exist.': 'Ce tracker n’existe pas.',
  'This tracker has no workflow.': 'Ce tracker n’a pas de workflow.',
  'The same value cannot be source and destination at the same time.':
    'Une valeur ne peut pas être à la fois source et destination.',
  'This transition already exists.': 'Cette transition existe déjà.',
  'Source id does not exist.': 'L’identifiant de la source n’existe pas.',
  'Destination id does not exist.': 'L’identifiant de la destination n’existe pas.',
  'A workflow already exists on the given tracker.': 'Ce tracker a déjà un workflow.',
  'Impossible to delete this field (artifacts are restricted by it) ':
    'Impossible de supprimer ce champ (il restreint l’accès à des artefacts)',
  "type can't be deleted because it is or has been already used.":
    'le type ne peut pas être supprimé, car il est ou a été utilisé.',
  "type can't be deleted because progress is computed from it in: {0}.":
    'le type ne peut pas être supprimé, car l’avancement en est calculé dans : {0}.',
  'A table is listed more than once.': 'Un tableau figure plusieurs fois.',
  'Table {0} not found in the report.': 'Tableau {0} introuvable dans le rapport.',
  'No workflow defined on the given tracker.': 'Ce tracker n’a pas de workflow.',
  "There should not be duplicate field_ids for 'set_field_value' actions with type '{0}'.":
    'Un field_id ne doit pas figurer plusieurs fois dans les actions "set_field_value" de type "{0}".',
  "The field_id value '{0}' does not match a date field in use in the tracker.":
    'La valeur "{0}" de field_id ne correspond à aucun champ de date utilisé dans le tracker.',
  "The field_id value '{0}' does not match an int field in use in the tracker.":
    'La valeur "{0}" de field_id ne correspond à aucun champ de nombre entier utilisé dans le tracker.',
  "The field_id value '{0}' does not match a float field in use in the tracker.":
    'La valeur "{0}" de field_id ne correspond à aucun champ de nombre décimal utilisé dans le tracker.',
  'Workflow mode is incompatible with PostAction of type {0}':
    'Le mode du workflow est incompatible avec une action de type {0}',
  "The field_id value '{0}' does not match a field in use in the tracker.":
    'La valeur "{0}" de field_id ne correspond à aucun champ utilisé dans le tracker.',
  "The field '{0}' is used for the workflow and cannot be defined in frozen fields actions.":
    'Le champ "{0}" porte le workflow et ne peut pas figurer parmi les champs bloqués.',
  "The field_id value '{0}' is used in a field dependency in the tracker.":
    'La valeur "{0}" de field_id sert dans une dépendance entre champs du tracker.',
  "There should not be duplicate fieldset_ids for 'hidden_fieldsets' actions.":
    'Un identifiant ne doit pas figurer plusieurs fois dans les actions "hidden_fieldsets".',
  "The fieldset_id value '{0}' does not match a fieldset in use in the tracker.":
    'La valeur "{0}" de fieldset_id ne correspond à aucun groupe de champs utilisé dans le tracker.',
  'Column fields cannot be moved.': 'Les colonnes ne peuvent pas être déplacées.',
  'Fieldsets cannot be moved in a parent element other than the tracker root.':
    'Un groupe de champs ne peut être placé qu’à la racine du tracker.',
  'Fields can only be moved into columns.': 'Un champ ne peut être déplacé que dans une colonne.',
  'Field #{0} is not a container.': 'Le champ n° {0} n’est pas un conteneur.',
  'Field #{0} is not found or is unused in its tracker.':
    'Le champ n° {0} est introuvable ou n’est pas utilisé dans son tracker.',
  'Field #{0} is not a child of the target parent.': 'Le champ n° {0} n’est pas contenu dans le parent indiqué.',
  'Impossible to delete this field (used in workflow) ': 'Impossible de supprimer ce champ (utilisé dans le workflow)',
  'Impossible to delete this field (used in triggers) ':
    'Impossible de supprimer ce champ (utilisé dans des déclencheurs)',
  'Impossible to delete this field (field dependencies) ':
    'Impossible de supprimer ce champ (dépendances entre champs)',
  'Impossible to delete this field (used by: {0})': 'Impossible de supprimer ce champ (utilisé par : {0})',
  'Not allowed to delete non-empty field set.': 'Un groupe de champs qui n’est pas vide ne peut pas être supprimé.',
  'Not allowed to delete a fieldset used in workflow.':
    'Un groupe de champs utilisé dans le workflow ne peut pas être supprimé.',
  'Transition not found.': 'Transition introuvable.',
  'missing shortname': 'le nom court manque',
  'Only letters, digits and underscore are allowed for shortname (must start with a letter though).':
    'Un nom court ne contient que des lettres, des chiffres et des tirets bas, et commence par une lettre.',
  'missing forward label': 'l’étiquette directe manque',
  'missing reverse label': 'l’étiquette inverse manque',
  'The shortname has {0} characters, at most {1} are allowed.':
    'Le nom court a {0} caractères ; au plus {1} sont permis.',
  'The forward label has {0} characters, at most {1} are allowed.':
    'L’étiquette directe a {0} caractères ; au plus {1} sont permis.',
  'The reverse label has {0} characters, at most {1} are allowed.':
    'L’étiquette inverse a {0} caractères ; au plus {1} sont permis.',
  "Bad format: '{0}'. Array expected": 'Format non valide : "{0}". Un tableau est attendu',
  'Mandatory attribute job_url not found in CI build action.':
    'L’attribut obligatoire job_url manque dans l’action de build.',
  'Bad job_url attribute format: string expected.':
    'Format non valide de l’attribut job_url : une chaîne de caractères est attendue.',
  "The 'job_url' attribute must be a valid URL.": 'L’attribut "job_url" doit être une URL valide.',
  'Mandatory attribute field_id not found in action with type "set_field_value".':
    'L’attribut obligatoire field_id manque dans l’action de type "set_field_value".',
  'Bad field_id attribute format: int expected.':
    'Format non valide de l’attribut field_id : un nombre entier est attendu.',
  'Mandatory attribute value not found in with type "set_field_value".':
    'L’attribut obligatoire value manque dans l’action de type "set_field_value".',
  'Bad value attribute format: integer expected.':
    'Format non valide de l’attribut value : un nombre entier est attendu.',
  'Bad value attribute format: float expected.':
    'Format non valide de l’attribut value : un nombre décimal est attendu.',
  'Bad value attribute format: string expected.':
    'Format non valide de l’attribut value : une chaîne de caractères est attendue.',
  "Unsupported value attribute content: '{0}'. Allowed contents are: '', '', 'current'":
    'Contenu non valide de l’attribut value : "{0}". Contenus permis : "" et "current"',
  'Mandatory attribute {0} not found in action with type "{1}".':
    'L’attribut obligatoire {0} manque dans l’action de type "{1}".',
  'Bad {0} attribute format: array of integer expected.':
    'Format non valide de l’attribut {0} : un tableau de nombres entiers est attendu.',
  '{0} attribute must not be empty.': 'L’attribut {0} ne doit pas être vide.',
  "Unknown post action '{0}'.": 'Action inconnue : "{0}".',
  "You can only search on 'is_tracker_admin': true. If the query is valid, your plugin is maybe not installed.":
    'Seule la recherche par "is_tracker_admin": true est possible.',
  "Filtering for trackers you are not administrator is not supported. Use 'is_tracker_admin': true":
    'Le filtrage par les trackers que vous n’administrez pas n’est pas pris en charge. Utilisez "is_tracker_admin": true',
  'Please provide a valid query.': 'Envoyez une requête valide.',
  'Field is not a simple list.': 'Le champ n’est pas une liste simple.',
  'Field values can be only add with static values.': 'Des valeurs ne s’ajoutent qu’à une liste de valeurs statiques.',
  'Only lists have values.': 'Seules les listes ont des valeurs.',
  'The bind type {0} of the list cannot be changed.': 'Le type de liaison {0} de la liste ne peut pas être modifié.',
  '{0} is not a value of the list.': '{0} n’est pas une valeur de la liste.',
  'The value {0} is listed more than once.': 'La valeur {0} figure plusieurs fois.',
  'The project has no user group "{0}".': 'Le projet n’a pas de groupe d’utilisateurs « {0} ».',
  'A list value requires a label.': 'Une valeur de liste doit avoir une étiquette.',
  'User {0} not found.': 'Utilisateur {0} introuvable.',
  'Two elements have the name "{0}".': 'Deux éléments ont le nom « {0} ».',
  'Two elements have the id {0}.': 'Deux éléments ont l’identifiant {0}.',
  'The list {0} has two values with the same id.': 'La liste {0} a deux valeurs de même identifiant.',
  'parent: {0} is not a tracker of the project. Send "parent_id" next to the definition.':
    'parent : {0} n’est pas un tracker du projet. Envoyez "parent_id" avec la définition.',
  'The element name "{0}…" has {1} characters; use at most {2}.':
    'Le nom d’élément « {0}… » a {1} caractères ; utilisez-en au plus {2}.',
  'The label {0} has a control character; remove it.':
    'L’étiquette {0} contient un caractère de contrôle ; retirez-le.',
  'Unknown element type "{0}".': 'Type d’élément inconnu « {0} ».',
  'The element name "{0}" may only contain letters, digits, _ and -.':
    'Le nom d’élément « {0} » ne peut contenir que des lettres, des chiffres, _ et -.',
  'An element of type {0} has no permission {1}.': 'Un élément de type {0} n’a pas de permission {1}.',
  'Name cannot be empty': 'Le nom ne peut pas être vide',
  'Unable to change the name of the element, it is already in use by another one':
    'Le nom de l’élément ne peut pas être modifié : un autre l’utilise déjà',
  'Label cannot be empty': 'L’étiquette ne peut pas être vide',
  'An element of type {0} cannot be required.': 'Un élément de type {0} ne peut pas être obligatoire.',
  'Only fields with users can send notifications.':
    'Seuls les champs d’utilisateurs peuvent envoyer des notifications.',
  'Invalid value for the setting {0} of a field of type {1}.':
    'Valeur non valide pour le réglage {0} d’un champ de type {1}.',
  '{0}: element {1} not found in the tracker.': '{0} : élément {1} introuvable dans le tracker.',
  '{0}: the element is missing.': '{0} : l’élément manque.',
  '{0}: the element {1} is not in use.': '{0} : l’élément {1} n’est pas utilisé.',
  '{0}: the element {1} is of type {2}, not {3}.': '{0} : l’élément {1} est de type {2}, et non {3}.',
  '{0}: the list {1} is not bound to {2}.': '{0} : la liste {1} n’est pas liée à {2}.',
  'status: {0} is not a value of the list {1}.': 'status : {0} n’est pas une valeur de la liste {1}.',
  'timeframe: {0} is not another tracker of the project.': 'timeframe : {0} n’est pas un autre tracker du projet.',
  'timeframe: start and end are the same field.': 'timeframe : le début et la fin sont le même champ.',
  'progress: unknown link type "{0}".': 'progress : type de lien inconnu « {0} ».',
  'progress: both efforts are the same field.': 'progress : les deux charges sont le même champ.',
  'structure: element {0} is not among the fields.': 'structure : l’élément {0} n’est pas parmi les champs.',
  'structure: the element {0} is listed more than once.': 'structure : l’élément {0} figure plusieurs fois.',
  'structure: the field set {0} can only be at the root.':
    'structure : le groupe de champs {0} ne peut être qu’à la racine.',
  'structure: {0} is not a container.': 'structure : {0} n’est pas un conteneur.',
  'structure: it is nested too deeply.': 'structure : l’imbrication est trop profonde.',
  'structure: the element {0} is missing.': 'structure : l’élément {0} manque.',
  'workflow: a transition is listed more than once.': 'workflow : une transition figure plusieurs fois.',
  'workflow: a transition from {0} to {1} refers to unknown values of the list.':
    'workflow : une transition de {0} vers {1} utilise des valeurs inconnues de la liste.',
  'workflow: a transition from nothing to {0} refers to unknown values of the list.':
    'workflow : une transition initiale vers {0} utilise des valeurs inconnues de la liste.',
  'workflow: unknown action "{0}".': 'workflow : action inconnue « {0} ».',
  'workflow: a date can only be set to "current" or "".': 'workflow : une date ne peut recevoir que "current" ou "".',
  'workflow: the field {0} requires a number of its type.': 'workflow : le champ {0} exige un nombre de son type.',
  'rules: invalid comparator "{0}" for dates.': 'rules : comparateur non valide « {0} » pour des dates.',
  'rules: {0} or {1} is not a value of its list.': 'rules : {0} ou {1} n’est pas une valeur de sa liste.',
  'rules: a rule is listed more than once.': 'rules : une règle figure plusieurs fois.',
  'rules: the field {0} cannot be compared with itself.': 'rules : le champ {0} ne peut pas être comparé à lui-même.',
  'rules: the field {0} is set by the system and cannot be compared.':
    'rules : le champ {0} est renseigné par le système et ne peut pas être comparé.',
  'rules: the field {0} cannot depend on itself.': 'rules : le champ {0} ne peut pas dépendre de lui-même.',
  'rules: the field {0} cannot depend on {1}, which depends on {2}.':
    'rules : le champ {0} ne peut pas dépendre de {1}, qui dépend de {2}.',
  'rules: the field {0} is frozen in a state of the workflow and cannot be part of a field dependency.':
    'rules : le champ {0} est bloqué dans un état du workflow et ne peut pas servir dans une dépendance entre champs.',
  'triggers: a trigger is listed more than once.': 'triggers : un déclencheur figure plusieurs fois.',
  'triggers: a trigger names a value of a child more than once.':
    'triggers : un déclencheur cite plusieurs fois une valeur d’un enfant.',
  'triggers: {0} is not a field of a child tracker that you can read.':
    'triggers : {0} n’est pas un champ d’un tracker enfant que vous pouvez lire.',
  'triggers: {0} is not a value of the list {1}.': 'triggers : {0} n’est pas une valeur de la liste {1}.',
  'You cannot access this tracker or it does not exist': 'Vous n’avez pas accès à ce tracker, ou il n’existe pas',
  'You must be tracker administrator to access this resource.':
    'Vous devez administrer le tracker pour accéder à cette ressource.',
  'User is not tracker administrator.': 'Vous n’administrez pas ce tracker.',
  'Field is not used in tracker.': 'Le champ n’est pas utilisé dans le tracker.',
  'Field must be of type File.': 'Le champ doit être de type Fichier.',
  'You cannot attach files to this field.': 'Vous ne pouvez pas joindre de fichiers à ce champ.',
  'You must be project administrator to create a tracker.': 'Vous devez administrer le projet pour créer un tracker.',
  "You can't submit an artifact because you do not have the right to submit all required fields":
    'Vous ne pouvez pas créer d’artefact, car vous n’avez pas le droit de renseigner tous les champs obligatoires',
  'Semantic "{0}" not supported': 'La sémantique « {0} » n’est pas prise en charge',
  "'with_creation_semantic_check' is not available when 'full' tracker representation is chosen":
    '"with_creation_semantic_check" n’est pas disponible avec la représentation "full" d’un tracker',
  'Send one of `template`, `from_tracker` and `definition`.':
    'Envoyez l’un de `template`, `from_tracker` et `definition`.',
  '<{0}> needs the attribute {1}': '<{0}> doit avoir l’attribut {1}',
  '<{0}> needs the attribute {1}, which may be empty': '<{0}> doit avoir l’attribut {1}, qui peut être vide',
  '{0}="{1}" of <{2}> is neither true (1) nor false (0): it counts as {3}':
    '{0}="{1}" de <{2}> n’est ni vrai (1) ni faux (0) : compté comme {3}',
  '{0}="{1}" of <{2}> is not a whole number: it counts as {3}':
    '{0}="{1}" de <{2}> n’est pas un nombre entier : compté comme {3}',
  'a date field': 'un champ de date',
  'a list': 'une liste',
  'a list with values of its own': 'une liste avec ses propres valeurs',
  'of type {0}': 'du type {0}',
  'of type {0} and bound to {1}': 'du type {0} et lié à {1}',
  '<{0} REF="{1}"> names no value of the list {2}': '<{0} REF="{1}"> ne désigne aucune valeur de la liste {2}',
  '<{0} REF="{1}"> names no {2} of its tracker: it is left out':
    '<{0} REF="{1}"> ne désigne aucun élément ({2}) de son tracker : il est ignoré',
  'form element': 'élément de formulaire',
  'list value': 'valeur de liste',
  '<{0} REF="{1}"> names the field {2}, which is not {3}': '<{0} REF="{1}"> désigne le champ {2}, qui n’est pas {3}',
  '{0}: it is left out': '{0} : il est ignoré',
  'The semantic "{0}" belongs to another product and is left out':
    'La sémantique « {0} » appartient à un autre produit et est ignorée',
  'The time frame is left out: it comes from the tracker itself':
    'La période est ignorée : elle vient du tracker lui-même',
  'The time frame is left out: it comes from the tracker "{0}", which is not there':
    'La période est ignorée : elle vient du tracker « {0} », qui est absent',
  '<{0}> belongs to another product: it is kept and does nothing here':
    '<{0}> appartient à un autre produit : cet élément est conservé et n’a aucun effet ici',
  'workflow: the job_url of an action must be a valid URL.':
    'workflow : job_url d’une action doit être une URL valide.',
  'job_url="{0}" of <{1}> is not a URL: the action is left out':
    'job_url="{0}" de <{1}> n’est pas une URL : l’action est ignorée',
  '{0}="{1}" is not a value of this setting of a field of type {2}: the default applies':
    '{0}="{1}" n’est pas une valeur de ce réglage d’un champ du type {2} : la valeur par défaut s’applique',
  'value="{0}" of <{1}> is not a number of its kind: the action is left out':
    'value="{0}" de <{1}> n’est pas un nombre de ce type : l’action est ignorée',
  '<{0}> without <field_id> is left out': '<{0}> sans <field_id> est ignoré',
  '"{0}" is not a source of values: the list {1} gets values of its own':
    '« {0} » n’est pas une source de valeurs : la liste {1} reçoit ses propres valeurs',
  '<{0} REF="{1}"> refers to an unknown list value: it is left out':
    '<{0} REF="{1}"> désigne une valeur de liste inconnue : elle est ignorée',
  'The users of "{0}" are left out: the archive has no such group':
    'Les utilisateurs de « {0} » sont ignorés : l’archive n’a pas ce groupe',
  'there is no account {0}': 'aucun compte {0} n’existe',
  'the user {0} is not in users.xml': 'l’utilisateur {0} n’est pas dans users.xml',
  'A default value is left out: {0}': 'Une valeur par défaut est ignorée : {0}',
  '"{0}" is not a user group of the project: the list goes without it':
    '« {0} » n’est pas un groupe du projet : la liste ne le contient pas',
  '"{0}" is not a colour of trackers: it becomes {1}': '« {0} » n’est pas une couleur de tracker : elle devient {1}',
  '"{0}" is not a colour of list values: the value goes without':
    '« {0} » n’est pas une couleur de valeur de liste : la valeur n’en a pas',
  '<{0}> is not a form element: it is left out': '<{0}> n’est pas un élément de formulaire : il est ignoré',
  'A form element of type {0} holds no others: they are placed next to it':
    'Un élément de formulaire de type {0} n’en contient pas d’autres : ils sont placés à côté',
  'The form element "{0}"': 'L’élément de formulaire « {0} »',
  'has no type': 'n’a pas de type',
  'has the type "{0}", which does not exist here': 'a le type « {0} », qui n’existe pas ici',
  '{0} {1}: it is left out': '{0} {1} : il est ignoré',
  'The form element {0} needs a <label>': 'L’élément de formulaire {0} doit avoir un <label>',
  'The list {0} needs a <bind>': 'La liste {0} doit avoir un <bind>',
  'The name "{0}" occurs again in its tracker: it becomes "{1}"':
    'Le nom « {0} » figure plusieurs fois dans son tracker : il devient « {1} »',
  'The name "{0}" is not possible: it becomes "{1}"': 'Le nom « {0} » n’est pas possible : il devient « {1} »',
  'A tracker uses one form element of type {0}: "{1}" is imported with its history, and not in use':
    'Un tracker utilise un seul élément de formulaire de type {0} : « {1} » est importé avec son historique, sans être utilisé',
  'notifications_level="{0}" is none of 0, 1 and 2: it counts as 0':
    'notifications_level="{0}" n’est ni 0, ni 1, ni 2 : compté comme 0',
  'A permission is skipped: {0}': 'Une permission est ignorée : {0}',
  '"{0}" is not a user group of the project': '« {0} » n’est pas un groupe du projet',
  '"{0}" is not a permission on a tracker': '« {0} » n’est pas une permission de tracker',
  '"{0}" is not a permission on a field': '« {0} » n’est pas une permission de champ',
  '"{0}" names no form element of the tracker': '« {0} » ne désigne aucun élément de formulaire du tracker',
  '{0} cannot carry {1}': '{0} ne peut pas avoir {1}',
  '"{0}" is not a scope; expected tracker or field': '« {0} » n’est pas une portée ; tracker ou field est attendu',
  '{0} of the field {1}': '{0} du champ {1}',
  '{0} is for unknown groups only: project administrators have it':
    '{0} ne concerne que des groupes inconnus : les administrateurs du projet l’ont',
  'The tracker has no permissions of its own: everybody who sees the project may use it':
    'Le tracker n’a pas de permissions propres : tous ceux qui voient le projet peuvent l’utiliser',
  'No permission on the tracker is understood: project administrators may use it':
    'Aucune permission du tracker n’est comprise : les administrateurs du projet peuvent l’utiliser',
  'Only site administrators may read these fields, which have no permissions: {0}':
    'Seuls les administrateurs du site peuvent lire ces champs, qui n’ont pas de permissions : {0}',
  'The name of a report is cut after {0} characters': 'Le nom d’un rapport est coupé après {0} caractères',
  'The report "{0}" is not the default one: the tracker has another one before it':
    'Le rapport « {0} » n’est pas celui par défaut : le tracker en a un autre avant lui',
  '<criteria> without <field> is left out': '<criteria> sans <field> est ignoré',
  'What is sought by "{0}" is left out': 'Ce qui est recherché par « {0} » est ignoré',
  '"{0}" compares no dates, only {1} do: the rule is left out':
    '« {0} » ne compare pas de dates, seuls {1} le font : la règle est ignorée',
  'A rule without <{0}> is left out': 'Une règle sans <{0}> est ignorée',
  'parent_id="{0}" names no tracker of the archive: the tracker gets no parent':
    'parent_id="{0}" ne désigne aucun tracker de l’archive : le tracker n’a pas de parent',
  'A tracker needs a <name>': 'Un tracker doit avoir un <name>',
  'The name "{0}…" of a tracker has {1} characters; use at most {2}':
    'Le nom « {0}… » d’un tracker a {1} caractères ; utilisez-en au plus {2}',
  'The item_name "{0}" may only contain letters, digits and _':
    'L’item_name « {0} » ne peut contenir que des lettres, des chiffres et _',
  'Two trackers are called "{0}"': 'Deux trackers sont nommés « {0} »',
  'Two trackers have the item_name "{0}"': 'Deux trackers ont l’item_name « {0} »',
  'parent_id="{0}" makes the tracker its own ancestor: the tracker gets no parent':
    'parent_id="{0}" fait du tracker son propre ancêtre : le tracker n’a pas de parent',
  '<{0}> names no value of a list: field "{1}", value "{2}"; its rule is left out':
    '<{0}> ne désigne aucune valeur de liste : champ « {1} », valeur « {2} » ; sa règle est ignorée',
  'A trigger without <target> is left out': 'Un déclencheur sans <target> est ignoré',
  'The condition "{0}" is neither at_least_one nor all_of: the trigger is left out':
    'La condition « {0} » n’est ni at_least_one ni all_of : le déclencheur est ignoré',
  'The transition from {0} to {1} {2}: it is left out': 'La transition de {0} à {1} {2} : elle est ignorée',
  'changes nothing': 'ne change rien',
  'is there twice': 'est présente deux fois',
  '<{0}> without <to_id> is left out': '<{0}> sans <to_id> est ignoré',
  'A <transition> without <from_id> is left out': 'Une <transition> sans <from_id> est ignorée',
  'A permission is skipped: "{0}" is not a user group of the project':
    'Une permission est ignorée : « {0} » n’est pas un groupe du projet',
  'A transition has permissions without a group: project administrators may use it':
    'Les permissions d’une transition n’ont aucun groupe : les administrateurs du projet peuvent l’utiliser',
  'A transition has no permissions: project members may use it':
    'Une transition n’a pas de permissions : les membres du projet peuvent l’utiliser',
  'A transition is for unknown groups only: project administrators may use it':
    'Une transition ne concerne que des groupes inconnus : les administrateurs du projet peuvent l’utiliser',
}
