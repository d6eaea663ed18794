import type { Catalogue } from '../kit/messages/message.ts'

/** French texts of refusals and explanations of artifacts (docs/translation.md). */
export const messagesFr: Catalogue = {
  'Nothing to change: send `values`, `values_by_field` or a `comment`.':
    'Rien à modifier : envoyez `values`, `values_by_field` ou un `comment`.',
  'Not able to deal with both formats at the same time': 'Les deux formats ne peuvent pas être utilisés ensemble',
  'Exactly one of `artifacts`, `query` and `expert_query` is required.':
    'Exactement un paramètre parmi `artifacts`, `query` et `expert_query` est obligatoire.',
  'The query is empty. Send a query, or list the artifacts in `artifacts`.':
    'La requête est vide. Envoyez une requête ou énumérez les artefacts dans `artifacts`.',
  'Artifact {0} is listed more than once.': 'L’artefact {0} figure plusieurs fois dans la liste.',
  'At most {0} artifacts can be changed by one request. The query matches more.':
    'Une demande modifie au plus {0} artefacts. La requête en trouve davantage.',
  'At most {0} artifacts can be changed by one request. {1} are listed.':
    'Une demande modifie au plus {0} artefacts. La liste en compte {1}.',
  'The field {0} ({1}) is required.': 'Le champ {0} ({1}) est obligatoire.',
  'This tracker requires a precondition. Send the ETag of the version to change in If-Match.':
    'Ce tracker exige une précondition. Envoyez dans If-Match l’ETag de la version à modifier.',
  'If-None-Match excludes the current version of the artifact.':
    'If-None-Match exclut la version actuelle de l’artefact.',
  'Artifact has been modified since you last requested it. Please edit the latest version':
    'L’artefact a été modifié depuis votre dernière lecture. Modifiez sa version la plus récente',
  'Comment content can not contain more than 65535 characters.':
    'Un commentaire ne peut pas contenir plus de 65535 caractères.',
  "You can't change the order of artifacts of this tracker because you may update none of their fields.":
    'Vous ne pouvez pas changer l’ordre des artefacts de ce tracker, car vous ne pouvez mettre à jour aucun de leurs champs.',
  'Artifact {0} cannot be moved before or after itself.':
    'L’artefact {0} ne peut pas être placé avant ou après lui-même.',
  '`body` is required.': '`body` est obligatoire.',
  'This tracker has no private comments.': 'Ce tracker n’a pas de commentaires privés.',
  'Invalid value "{0}" for `{1}`': 'Valeur « {0} » non valide pour `{1}`',
  'Artifact {0} does not exist in this tracker.': 'L’artefact {0} n’existe pas dans ce tracker.',
  'This tracker requires a precondition. Send the ETag of the comment to change in If-Match.':
    'Ce tracker exige une précondition. Envoyez dans If-Match l’ETag du commentaire à modifier.',
  'If-None-Match excludes the current version of the comment.':
    'If-None-Match exclut la version actuelle du commentaire.',
  'The comment has been modified since you last requested it. Edit the latest version.':
    'Le commentaire a été modifié depuis votre dernière lecture. Modifiez sa version la plus récente.',
  'No semantic found for title artifact': 'L’artefact n’a pas de sémantique de titre',
  'No title semantic found in tracker dest': 'Le tracker de destination n’a pas de sémantique de titre',
  'No valid data are provided': 'Aucune donnée valide n’a été envoyée',
  'Unknown field {0}': 'Champ inconnu : {0}',
  'Field {0} ({1}) is sent twice with different values. Send it once.':
    'Le champ {0} ({1}) est envoyé deux fois avec des valeurs différentes. Envoyez-le une seule fois.',
  'Field {0} does not exist in the tracker': 'Le champ {0} n’existe pas dans le tracker',
  'value attribute is missing for field {0}': 'L’attribut value manque pour le champ {0}',
  'No fields in the artifact can be moved in the destination tracker.':
    'Aucun champ de l’artefact ne peut être déplacé vers le tracker de destination.',
  'The artifact is restricted to some user groups, and the destination tracker has no field for that.':
    'L’artefact est réservé à certains groupes d’utilisateurs, et le tracker de destination n’a pas de champ pour cela.',
  'The table has no header line.': 'Le tableau n’a pas de ligne d’en-tête.',
  'At most {0} lines can be imported by one request. The table has {1}.':
    'Une demande importe au plus {0} lignes. Le tableau en compte {1}.',
  'The line has {0} cells, but the header has {1}.': 'La ligne compte {0} cellules, mais l’en-tête en compte {1}.',
  '{0} is not an artifact id.': '{0} n’est pas l’identifiant d’un artefact.',
  'Artifact {0} has more than one line.': 'L’artefact {0} figure sur plusieurs lignes.',
  'Column {0} appears more than once.': 'La colonne {0} figure plusieurs fois.',
  '`columns` has {0} names, but the header has {1} cells.':
    '`columns` compte {0} noms, mais l’en-tête compte {1} cellules.',
  'No column is imported: `columns` has no name.': 'Aucune colonne n’est importée : `columns` ne contient pas de nom.',
  'Fields are not valid': 'Les champs ne sont pas valides',
  'You tried to create a link to Artifact #{0}, but it could not be found.':
    'L’artefact n° {0}, cible d’un nouveau lien, est introuvable.',
  'You tried to create a link to Artifact #{0}, but there is no artifact links field in its tracker.':
    'L’artefact n° {0} ne peut pas être lié : son tracker n’a pas de champ de liens.',
  'The file cannot be found': 'Le fichier est introuvable',
  'The tracker has no workflow. Use action `update` with a field.':
    'Le tracker n’a pas de workflow. Utilisez l’action `update` avec un champ.',
  'Not signed in': 'Non connecté',
  'The user is not allowed to do this.': 'L’utilisateur n’a pas le droit de faire cela.',
  'The artifact does not exist for this user.': 'L’artefact n’existe pas pour cet utilisateur.',
  'transition exists': 'la transition existe',
  'The workflow has no transition from the current value to this value.':
    'Le workflow n’a pas de transition de la valeur actuelle vers cette valeur.',
  'Transition {0}': 'Transition {0}',
  'resulting values are valid': 'les valeurs obtenues sont valides',
  'The change was rejected.': 'La modification a été refusée.',
  'The user is in no group that may take the transition.':
    'L’utilisateur n’est dans aucun groupe autorisé à effectuer cette transition.',
  '`fields` selects values. Send it with `values=all`.': '`fields` choisit des valeurs. Envoyez-le avec `values=all`.',
  '`words` must contain at least one word.': '`words` doit contenir au moins un mot.',
  'At most {0} words or phrases can be searched at once.': 'Une recherche porte sur au plus {0} mots ou expressions.',
  'At most {0} words can be searched at once.': 'Une recherche porte sur au plus {0} mots.',
  'Invalid value specified for `fields`: "{0}". Expected names or ids of fields that you can read, with commas between them.':
    'Valeur non valide pour `fields` : « {0} ». Sont attendus des noms ou des identifiants de champs que vous pouvez lire, séparés par des virgules.',
  'access to the project': 'accès au projet',
  'access to the tracker': 'accès au tracker',
  'No permission on the tracker': 'Aucune permission sur le tracker',
  'access to the artifact': 'accès à l’artefact',
  'The artifact has no permissions of its own': 'L’artefact n’a pas de permissions propres',
  'The artifact has permissions of its own': 'L’artefact a ses propres permissions',
  'Administers the tracker': 'Administre le tracker',
  'Member of no group with a permission on the tracker': 'Membre d’aucun groupe ayant une permission sur le tracker',
  'Sees all artifacts of the tracker': 'Voit tous les artefacts du tracker',
  'Sees some artifacts of the tracker: {0}': 'Voit une partie des artefacts du tracker : {0}',
  'those submitted by members of some groups': 'ceux soumis par des membres de certains groupes',
  'those assigned to members of some groups': 'ceux assignés à des membres de certains groupes',
  'their own': 'les siens',
  'Tracker not found': 'Tracker introuvable',
  "User can't write in destination tracker": 'Vous ne pouvez pas écrire dans le tracker de destination',
  'project is active': 'le projet est actif',
  'You have not the permission to update this artifact': 'Vous n’avez pas la permission de modifier cet artefact',
  'signed in': 'connecté',
  'field is in use': 'le champ est utilisé',
  'field is editable': 'le champ est modifiable',
  'This field is set by the system.': 'Ce champ est renseigné par le système.',
  'permission on the field': 'permission sur le champ',
  'The user is in no group that may update the field.':
    'L’utilisateur n’est dans aucun groupe autorisé à modifier ce champ.',
  'field is not frozen by the state': 'l’état ne bloque pas le champ',
  "The field is read-only in the artifact's current state.":
    'Le champ est en lecture seule dans l’état actuel de l’artefact.',
  'deletions left for 24 hours': 'suppressions restantes pour 24 heures',
  'The changeset has no comment.': 'Cette modification n’a pas de commentaire.',
  'Only the author of a comment and administrators of the tracker can change it.':
    'Seuls l’auteur d’un commentaire et les administrateurs du tracker peuvent le modifier.',
  'administers the tracker': 'administre le tracker',
  'Deletion of artifacts is not allowed': 'La suppression d’artefacts n’est pas autorisée',
  'The limit of artifacts deletions has been reached for the previous 24 hours.':
    'La limite de suppressions d’artefacts en 24 heures est atteinte.',
  'Only tracker administrators can explain permissions of other users.':
    'Seuls les administrateurs du tracker peuvent expliquer les permissions d’autres utilisateurs.',
  'Move action is not enabled for tracker {0}': 'Le déplacement n’est pas activé pour le tracker {0}',
  'User must be admin of both trackers': 'Vous devez administrer les deux trackers',
  'An artifact cannot be moved in the same tracker': 'Un artefact ne peut pas être déplacé dans son propre tracker',
  'The destination project is not active.': 'Le projet de destination n’est pas actif.',
  'Target tracker not found': 'Tracker de destination introuvable',
  'Too many open streams (maximum {0} per user).': 'Trop de flux ouverts (au plus {0} par utilisateur).',
  'Too many streams are open on this server. Try again later.':
    'Trop de flux sont ouverts sur ce serveur. Réessayez plus tard.',
  '"{0}" in `since` or `Last-Event-ID` is not a token of this site\'s change log. Send `next` or `token` of an earlier response, 0 to start from the beginning, or an empty `since` to start from now.':
    '« {0} » dans `since` ou `Last-Event-ID` n’est pas un jeton du journal des modifications de ce site. Envoyez `next` ou `token` d’une réponse précédente, 0 pour partir du début, ou un `since` vide pour partir de maintenant.',
  'The changes after this token are no longer stored. Read the artifacts again, then continue with the token that an empty `since` returns.':
    'Les modifications postérieures à ce jeton ne sont plus conservées. Relisez les artefacts, puis continuez avec le jeton que renvoie un `since` vide.',
  'The database has changed since this token was issued: a backup was restored, or another server took over. Changes may be lost. Read the artifacts again, then continue with the token that an empty `since` returns.':
    'La base de données a changé depuis l’émission de ce jeton : une sauvegarde a été restaurée, ou un autre serveur a pris le relais. Des modifications sont peut-être perdues. Relisez les artefacts, puis continuez avec le jeton que renvoie un `since` vide.',
  'This token is newer than the data, for example because a backup was restored. Read the artifacts again, then continue with the token that an empty `since` returns.':
    'Ce jeton est plus récent que les données, par exemple après la restauration d’une sauvegarde. Relisez les artefacts, puis continuez avec le jeton que renvoie un `since` vide.',
  'More than {0} trackers have artifacts that are visible only in part. Restrict the search with `trackers` or `projects`.':
    'Plus de {0} trackers ont des artefacts visibles en partie seulement. Restreignez la recherche avec `trackers` ou `projects`.',
  'Invalid value specified for `field_id`: the tracker has no history of a field {0}.':
    'Valeur non valide pour `field_id` : le tracker n’a pas d’historique d’un champ {0}.',
  'The report does not have a table renderer': 'Le rapport n’a pas de vue en tableau',
  'The report has more than one table renderer': 'Le rapport a plusieurs vues en tableau',
  'The requested table report renderer has not been found in the report':
    'La vue en tableau demandée est introuvable dans le rapport',
  'A report needs a label.': 'Un rapport doit avoir un nom.',
  'Only a public report can be the default.': 'Seul un rapport public peut être le rapport par défaut.',
  'A report needs either `query` or `expert_query`, not both.':
    'Un rapport contient soit `query`, soit `expert_query`, pas les deux.',
  "The value {0} doesn't exist for the list field '{1}'. Use values of the list.":
    'La valeur {0} n’existe pas dans le champ de liste « {1} ». Utilisez des valeurs de la liste.',
  'A report stores a text or value ids for the field "{0}". Use `expert_query` for other conditions.':
    'Un rapport conserve un texte ou des identifiants de valeurs pour le champ « {0} ». Utilisez `expert_query` pour d’autres conditions.',
  'The request body and the parameter `expert_query` contradict each other. Send one of them.':
    'Le corps de la demande et le paramètre `expert_query` se contredisent. N’envoyez que l’un des deux.',
  'The request body and the parameter `query` contradict each other. Send one of them.':
    'Le corps de la demande et le paramètre `query` se contredisent. N’envoyez que l’un des deux.',
  'Trackers not found: {0}': 'Trackers introuvables : {0}',
  'Projects not found or without visible trackers: {0}': 'Projets introuvables ou sans tracker visible : {0}',
  'The field {0} in `by` is not a field of this tracker that you can read.':
    'Le champ {0} de `by` n’est pas un champ de ce tracker que vous pouvez lire.',
  'Invalid value specified for `by`: "{0}". Expected the id of a field, submitted_on, last_update_date or parent.':
    'Valeur incorrecte pour `by` : « {0} ». L’id d’un champ, submitted_on, last_update_date ou parent est attendu.',
  "Artifacts cannot be grouped by '{0}'. Expected a date, or a list, such as a select box, checkboxes or an open list.":
    'Les artefacts ne peuvent pas être groupés par « {0} ». Une date ou une liste est attendue, comme une liste déroulante, des cases à cocher ou une liste ouverte.',
  "Artifacts cannot be grouped over time by '{0}'. Expected a list that holds one value at most, such as a select box or radio buttons.":
    'Les artefacts ne peuvent pas être groupés dans le temps par « {0} ». Une liste à une seule valeur est attendue, comme une liste déroulante ou des boutons radio.',
  "A list cannot be ordered by the groups of '{0}', because an artifact can be in several of them.":
    'Une liste ne peut pas être triée par les groupes de « {0} », car un artefact peut être dans plusieurs d’entre eux.',
  "Lanes cannot contain '{0}'. Expected two lists that hold one value at most, such as select boxes.":
    'Les couloirs ne peuvent pas contenir « {0} ». Deux listes à une seule valeur sont attendues, comme des listes déroulantes.',
  'The fields of `by` and `lanes` must be different.': 'Les champs de `by` et de `lanes` doivent être différents.',
  '`lanes` needs a list in `by`, and cannot be combined with `sums` or `total_limit`.':
    '`lanes` demande une liste dans `by` et ne peut pas être combiné avec `sums` ou `total_limit`.',
  'There are {0} lanes of {1} columns, more than {2} in total. Choose another field or a narrower query.':
    'Il y a {0} couloirs de {1} colonnes, plus de {2} au total. Choisissez un autre champ ou une requête plus étroite.',
  'Only groups by date can be descending. Remove the `-` from `by`.':
    'Seuls les groupes par date peuvent être en ordre décroissant. Retirez `-` de `by`.',
  'The matching artifacts are in more than {0} groups. Choose longer intervals or a narrower query.':
    'Les artefacts trouvés forment plus de {0} groupes. Choisissez des périodes plus longues ou une requête plus étroite.',
  "The field '{0}' has more than {1} values, too many to group artifacts by it.":
    'Le champ « {0} » a plus de {1} valeurs : c’est trop pour grouper les artefacts.',
  'The matching artifacts have more than {0} changes to count. Choose a shorter period or a narrower query.':
    'Les artefacts trouvés ont plus de {0} modifications à compter. Choisissez une période plus courte ou une requête plus précise.',
  'The field {0} in `field_id` is not a list of users of this project that you can read.':
    'Le champ {0} dans `field_id` n’est pas une liste d’utilisateurs de ce projet que vous pouvez lire.',
  'Artifact #{0} contains values ({1}) with a forbidden ";" character in the field {2}.':
    'L’artefact n° {0} contient des valeurs ({1}) avec le caractère interdit « ; » dans le champ {2}.',
  'account is active': 'le compte est actif',
  'The tracker has no field {0}.': 'Le tracker n’a pas de champ {0}.',
  '`to`: the workflow has no value {0}.': '`to` : le workflow n’a pas de valeur {0}.',
  '`query` and `expert_query` are mutually exclusive.': '`query` et `expert_query` s’excluent.',
  '`query` is required.': '`query` est obligatoire.',
  'Missing id entry in the query parameter': 'L’entrée id manque dans le paramètre query',
  'You can only search on "id"': 'Seule la recherche par "id" est possible',
  'id must be an array of int': 'id doit être un tableau de nombres entiers',
  'One value or more are duplicated in id: {0}': 'Des valeurs figurent plusieurs fois dans id : {0}',
  'No more than 100 artifacts can be requested at once.': 'Au plus 100 artefacts peuvent être demandés à la fois.',
  'A query requires `tracker`.': 'Une requête exige `tracker`.',
  '`include` adds members only to `output_format=nested`.':
    '`include` n’ajoute des membres qu’avec `output_format=nested`.',
  '`fields` selects values only for `output_format=nested`.':
    '`fields` ne choisit des valeurs qu’avec `output_format=nested`.',
  'No values in the artifact representation, check the query parameters':
    'Aucune valeur dans la représentation de l’artefact : vérifiez les paramètres de la demande',
  'An export is ordered by id. Remove ORDER BY from the query.':
    'Un export est trié par id. Retirez ORDER BY de la requête.',
  '`sort` cannot be combined with `order=desc`. Send one of them.':
    '`sort` ne peut pas être combiné avec `order=desc`. N’envoyez que l’un des deux.',
  '`sort` cannot be combined with ORDER BY. Send one of them.':
    '`sort` ne peut pas être combiné avec ORDER BY. N’envoyez que l’un des deux.',
  '`cursor` and `offset` are mutually exclusive.': '`cursor` et `offset` s’excluent.',
  '`cursor` cannot be combined with `sort`.': '`cursor` ne peut pas être combiné avec `sort`.',
  '`cursor` cannot be combined with `by`.': '`cursor` ne peut pas être combiné avec `by`.',
  '`cursor` cannot be combined with ORDER BY.': '`cursor` ne peut pas être combiné avec ORDER BY.',
  'This route only support `self` pseudo id': 'Cette route n’accepte que le pseudo-identifiant `self`',
  '{0} must be a boolean': '{0} doit être un booléen',
  'You must specify either `assigned_to: true` or `submitted_by: true`':
    'Indiquez soit `assigned_to: true`, soit `submitted_by: true`',
  'You can only search on "assigned_to" and "submitted_by", not on "{0}"':
    'La recherche n’est possible que par "assigned_to" et "submitted_by", pas par "{0}"',
  'Nothing was changed: {0} of {1} artifacts were rejected.': 'Rien n’a été modifié. Artefacts refusés : {0} sur {1}.',
  'Nothing was imported: the table has {0} problem': 'Rien n’a été importé : le tableau a {0} problème',
  'Nothing was imported: the table has {0} problems': 'Rien n’a été importé : le tableau a {0} problèmes',
  'The transition to the value "{0}" is not valid.': 'La transition vers la valeur « {0} » n’est pas valide.',
  'permission on the transition': 'permission sur la transition',
  'fields required by the transition': 'champs exigés par la transition',
  'comment required by the transition': 'commentaire exigé par la transition',
  'Transition permissions are not respected': 'Les permissions ne permettent pas cette transition',
  "Invalid condition: the field '{0} ({1})'must not be empty":
    'La transition exige que le champ « {0} ({1}) » ne soit pas vide',
  'Comment must not be empty.': 'Le commentaire ne doit pas être vide.',
  'Error on the tracker #{0} date value : {1} must be = to {2}.':
    'Date non valide dans le tracker n° {0} : {1} doit être égal à {2}.',
  'Error on the tracker #{0} date value : {1} must be ≠ to {2}.':
    'Date non valide dans le tracker n° {0} : {1} doit être différent de {2}.',
  'Error on the tracker #{0} date value : {1} must be < to {2}.':
    'Date non valide dans le tracker n° {0} : {1} doit être antérieur à {2}.',
  'Error on the tracker #{0} date value : {1} must be ≤ to {2}.':
    'Date non valide dans le tracker n° {0} : {1} doit être antérieur ou égal à {2}.',
  'Error on the tracker #{0} date value : {1} must be > to {2}.':
    'Date non valide dans le tracker n° {0} : {1} doit être postérieur à {2}.',
  'Error on the tracker #{0} date value : {1} must be ≥ to {2}.':
    'Date non valide dans le tracker n° {0} : {1} doit être postérieur ou égal à {2}.',
  'Global rules are not respected in tracker {0} (#{1}) - {2}({3}) -> {4}({5})':
    'Les dépendances entre champs ne sont pas respectées dans le tracker {0} (n° {1}) : {2} ({3}) → {4} ({5})',
  'error: {0}\n': '{0}\n',
  'You have {0} previews in progress. Wait until one of them is complete.':
    'Vous avez {0} aperçus en cours. Attendez que l’un d’eux soit terminé.',
  '`ids` has {0} ids. At most {1} are allowed.': '`ids` contient {0} identifiants. Au plus {1} sont permis.',
  'Invalid value specified for `ids`: "{0}". Expected ids of artifacts, with commas between them.':
    'Valeur non valide pour `ids` : « {0} ». Sont attendus des identifiants d’artefacts, séparés par des virgules.',
}
