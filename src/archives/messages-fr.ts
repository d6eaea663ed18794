import type { Catalogue } from '../kit/messages/message.ts'

/** French translations of the messages of archives: docs/translation.md. */
export const messagesFr: Catalogue = {
  'This import does not exist.': 'Cette importation n’existe pas.',
  'Only the user who requested it may confirm it.': 'Seul l’utilisateur qui l’a demandée peut la confirmer.',
  'Only site administrators may choose accounts for the users of an archive.':
    'Seuls les administrateurs du site peuvent choisir des comptes pour les utilisateurs d’une archive.',
  'Only administrators of the project may export it': 'Seuls les administrateurs du projet peuvent l’exporter',
  'Only active and suspended projects can be exported; the status of this project is "{0}"':
    'Seuls les projets actifs ou suspendus peuvent être exportés ; ce projet a le statut « {0} »',
  'The project gets no administrator, because the archive has none who can sign in. Add one: {0}':
    'Le projet n’a pas d’administrateur, car l’archive n’en a aucun qui puisse se connecter. Ajoutez-en un : {0}',
  'The icon {0} is not an emoji: the project gets no icon':
    'L’icône {0} n’est pas un emoji : le projet n’a pas d’icône',
  'The artifact could not be archived, so it was not deleted.':
    'L’artefact n’a pas pu être archivé, il n’a donc pas été supprimé.',
  'The artifact could not be archived, so it was not deleted. A site administrator must check the setting archive_deleted_items_path.':
    'L’artefact n’a pas pu être archivé, il n’a donc pas été supprimé. Un administrateur du site doit vérifier le réglage archive_deleted_items_path.',
  'The import is no longer waiting': 'Cette importation n’est plus en attente',
  'The import has the status "{0}"; only one with the status "checked" can be confirmed':
    'Cette importation a le statut « {0} » ; seule une importation au statut « checked » peut être confirmée',
  'The archive has no user "{0}"': 'L’archive n’a pas d’utilisateur « {0} »',
  'There is no account "{0}" that can sign in': 'Aucun compte « {0} » ne peut se connecter',
  'A project with the short name "{0}" exists already': 'Un projet avec le nom court « {0} » existe déjà',
  'The account that uploaded it is no longer active': 'Le compte qui l’a envoyée n’est plus actif',
  'An export of this project is already running.': 'Une exportation de ce projet est déjà en cours.',
  'This export does not exist.': 'Cette exportation n’existe pas.',
  'There is no tracker {0}': 'Le tracker {0} n’existe pas',
  'No archive available: the export is {0}': 'Aucune archive n’est disponible : l’exportation a le statut « {0} »',
  '{0} cannot be written ({1})': '{0} ne peut pas être écrit ({1})',
  '{0} exists already: nothing is overwritten': '{0} existe déjà : rien n’est remplacé',
  '{0} links to outside of the archive': '{0} mène hors de l’archive',
  'The archive has no file {0}': 'L’archive n’a pas de fichier {0}',
  'The archive names {0}, which {1}': 'L’archive nomme {0}, qui {1}',
  'holds a NUL character': 'contient un caractère NUL',
  'holds a backslash; directories are separated by /':
    'contient une barre oblique inverse ; les répertoires sont séparés par /',
  'is an absolute path; it must lie inside the archive': 'est un chemin absolu ; il doit être dans l’archive',
  'leads out of the archive by ..': 'sort de l’archive par ..',
  'is no name': 'n’est pas un nom',
  '"{0}…" is too long for the name of a link type (at most {1} characters): its links are kept without type':
    '« {0}… » est trop long pour le nom d’un type de lien (au plus {1} caractères) : ses liens sont conservés sans type',
  'The archive has {0} link types that the site does not have, at most {1} can be added: a site administrator can add them before the import':
    'L’archive a {0} types de lien que le site n’a pas, au plus {1} peuvent être ajoutés : un administrateur du site peut les ajouter avant l’importation',
  'The site does not have the link type "{0}": it is created': 'Le site n’a pas le type de lien « {0} » : il est créé',
  '{0} is not in users.xml: the line is not needed': '{0} n’est pas dans users.xml : la ligne est inutile',
  'User with username {0} does not exist on the platform': 'L’utilisateur {0} n’existe pas sur ce site',
  'No account has both the login {0} and this address: the name stays as text':
    'Aucun compte n’a à la fois l’identifiant {0} et cette adresse : le nom reste sous forme de texte',
  'user {0} should be in the mapping file': 'l’utilisateur {0} doit figurer dans le fichier de correspondance',
  'Action noop is not allowed for user {0} {1}': 'L’action noop n’est pas autorisée pour l’utilisateur {0} {1}',
  'Action create is not allowed for user {0} {1}': 'L’action create n’est pas autorisée pour l’utilisateur {0} {1}',
  '(the account {0} exists: use noop or map:<login>)': '(le compte {0} existe : utilisez noop ou map:<login>)',
  '(the account {0} has another e-mail address: use map:<login>)':
    '(le compte {0} a une autre adresse e-mail : utilisez map:<login>)',
  '(the account {0} has the same e-mail address: use map:<login>)':
    '(le compte {0} a la même adresse e-mail : utilisez map:<login>)',
  '(no account was found: use create:A, create:R, create:S or map:<login>)':
    '(aucun compte n’a été trouvé : utilisez create:A, create:R, create:S ou map:<login>)',
  'Control characters in the real name or email address of {0} become blanks':
    'Les caractères de contrôle du nom réel ou de l’adresse e-mail de {0} deviennent des espaces',
  'The login {0} cannot be used: it holds a control character, ":" or "/"':
    'L’identifiant {0} ne peut pas être utilisé : il contient un caractère de contrôle, « : » ou « / »',
  'The {0} "{1}" has {2} bytes; at most {3} can be stored':
    'La valeur « {1} » ({0}) a {2} octets ; au plus {3} peuvent être enregistrés',
  'A project has this name.': 'Un projet porte ce nom.',
  'The login {0} is kept, but is not one for new accounts here: {1}':
    'L’identifiant {0} est conservé, mais il ne convient pas à un nouveau compte ici : {1}',
  'The archive {0} cannot be opened ({1})': 'L’archive {0} ne peut pas être ouverte ({1})',
  'The archive {0} is neither a directory nor a zip file': 'L’archive {0} n’est ni un répertoire ni un fichier zip',
  '{0} is damaged: {1}': '{0} est endommagé : {1}',
  'it is longer than the {0} bytes declared': 'il est plus long que les {0} octets déclarés',
  'it has {0} of the {1} bytes declared': 'il a {0} des {1} octets déclarés',
  'its checksum is wrong': 'sa somme de contrôle n’est pas correcte',
  'The archive has {0} entries, more than the {1} allowed': 'L’archive a {0} entrées, plus que les {1} autorisées',
  'The archive exceeds the uncompressed size limit of {0} bytes':
    'L’archive dépasse la taille maximale de {0} octets après décompression',
  'Duplicate entry {0} in the archive': 'L’entrée {0} figure deux fois dans l’archive',
  '{0} is encrypted; create the archive without a password': '{0} est chiffré ; créez l’archive sans mot de passe',
  '{0} is not compressed with deflate': '{0} n’est pas compressé avec deflate',
  '{0} is a symbolic link; put the file itself in the archive':
    '{0} est un lien symbolique ; placez le fichier lui-même dans l’archive',
  '{0} is neither a file nor a directory': '{0} n’est ni un fichier ni un répertoire',
  'The archive is damaged: entries overlap': 'L’archive est endommagée : des entrées se chevauchent',
  'The archive is not a zip file, or only the beginning of one':
    'L’archive n’est pas un fichier zip, ou n’en est que le début',
  'The archive cannot be read: {0}': 'L’archive ne peut pas être lue : {0}',
  'A name of the archive was taken in the meantime. Import it again.':
    'Un nom de l’archive a été pris entre-temps. Importez-la de nouveau.',
  'Its files have {0} bytes; a project of this site may have at most {1}':
    'Ses fichiers ont {0} octets ; un projet de ce site peut en avoir au plus {1}',
  'The file holds <{0}> instead of <tracker>': 'Le fichier contient <{0}> au lieu de <tracker>',
  'Its {0} artifacts are left out: only project archives can contain artifacts':
    'Ses {0} artefacts sont ignorés : seules les archives de projet peuvent contenir des artefacts',
  'The project has a tracker called "{0}" already': 'Le projet a déjà un tracker nommé « {0} »',
  'The project has a tracker with the item_name "{0}" already': 'Le projet a déjà un tracker avec l’item_name « {0} »',
  'The dump {0} of the repository {1} has {2} of its {3} revisions':
    'Le fichier {0} du dépôt {1} a {2} de ses {3} révisions',
  'The dump {0} of the repository {1} cannot be loaded: {2}':
    'Le fichier {0} du dépôt {1} ne peut pas être chargé : {2}',
  'The tracker, or data that the artifact refers to, changed in the meantime. Restore it again.':
    'Le tracker, ou des données auxquelles l’artefact fait référence, ont changé entre-temps. Restaurez-le de nouveau.',
  'The import of this archive failed repeatedly. See the server log for the cause.':
    'L’importation de cette archive a échoué plusieurs fois. La cause figure dans le journal du serveur.',
  'The category "{0}" of this site has no value "{1}": it is left out':
    'La catégorie « {0} » de ce site n’a pas de valeur « {1} » : elle est ignorée',
  'The site has no category "{0}": its value "{1}" is left out':
    'Le site n’a pas de catégorie « {0} » : sa valeur « {1} » est ignorée',
  'A project may have {0} value of the category "{1}": "{2}" is left out':
    'Un projet peut avoir {0} valeur de la catégorie « {1} » : « {2} » est ignorée',
  'A project may have {0} values of the category "{1}": "{2}" is left out':
    'Un projet peut avoir {0} valeurs de la catégorie « {1} » : « {2} » est ignorée',
  'The id "{0}" is given twice': 'L’identifiant « {0} » figure deux fois',
  '<{0}> is not a part of an artifact: it is left out':
    '<{0}> ne fait pas partie d’un artefact : cet élément est ignoré',
  'An artifact has no id: no link can lead to it': 'Un artefact n’a pas de numéro : aucun lien ne peut y mener',
  'The user {0} is not in users.xml': 'L’utilisateur {0} n’est pas dans users.xml',
  'The user {0} is not in users.xml: the author becomes anonymous':
    'L’utilisateur {0} n’est pas dans users.xml : l’auteur devient anonyme',
  '<{0}> is not a part of a changeset: it is left out':
    '<{0}> ne fait pas partie d’une modification : cet élément est ignoré',
  '<{0}> needs a <{1}>': '<{0}> doit avoir un <{1}>',
  'Invalid date format not ISO8601: {0}': 'La date n’est pas au format ISO 8601 : {0}',
  '"{0}" is not a user group of the project: it cannot read the comment':
    '« {0} » n’est pas un groupe du projet : il ne peut pas lire le commentaire',
  '<project> has no <{0}>': '<project> n’a pas de <{0}>',
  '"{0}" is not a project access level: it becomes public':
    '« {0} » n’est pas une visibilité de projet : elle devient publique',
  '<{0}> is left out: it is not a kind of service': '<{0}> est ignoré : ce n’est pas un type de service',
  'The address of a service begins with {0}: and is left out':
    'L’adresse d’un service commence par le protocole {0} et est ignorée',
  'Two repositories are called {0}': 'Deux dépôts sont nommés {0}',
  'The path of a notification has more than {0} characters': 'Le chemin d’une notification a plus de {0} caractères',
  'Of the repository {0}: {1}': 'Dépôt {0} : {1}',
  'A path of a notification is there twice': 'Un chemin de notification figure deux fois',
  'there are two of that name': 'deux groupes portent ce nom',
  'a name may only contain letters, digits, _ and -': 'un nom ne peut contenir que des lettres, des chiffres, _ et -',
  'The user group "{0}" is left out: {1}': 'Le groupe « {0} » est ignoré : {1}',
  'A member is named by username, ldap or id, not by e-mail: {0}':
    'Un membre est désigné par username, ldap ou id, pas par son adresse e-mail : {0}',
  'The line names no user': 'La ligne ne désigne aucun utilisateur',
  'user {0} appears multiple times in mapping file':
    'l’utilisateur {0} figure plusieurs fois dans le fichier de correspondance',
  'Invalid status [{0}] for {1} creation. Valid status are S, R and A.':
    'Le statut [{0}] n’est pas valide pour créer {1}. Les statuts valides sont S, R et A.',
  'map action for {0} must be filled': 'l’action map de {0} doit être complétée',
  'Unknown action {0}': 'L’action {0} est inconnue',
  'The file holds <{0}> instead of <users>': 'Le fichier contient <{0}> au lieu de <users>',
  '<{0}> is left out: only <user> is known here': '<{0}> est ignoré : seul <user> est connu ici',
  '<user> needs a <{0}>, which may be empty': '<user> doit avoir un <{0}>, qui peut être vide',
  'Two users have the id {0}': 'Deux utilisateurs ont l’identifiant {0}',
  'A user needs a <username>': 'Un utilisateur doit avoir un <username>',
  'Several users have the login {0}: they become one':
    'Plusieurs utilisateurs ont l’identifiant {0} : ils n’en deviennent qu’un',
  'The file holds <{0}> instead of <project>': 'Le fichier contient <{0}> au lieu de <project>',
  'The archive switches {0} off, which its trackers need: the project keeps it':
    'L’archive désactive {0}, dont ses trackers ont besoin : le projet le garde',
  'The archive switches {0} off: its trackers have no parent':
    'L’archive désactive {0} : ses trackers n’ont pas de parent',
  'The artifact {0} has no changeset: it is left out': 'L’artefact {0} n’a aucune modification : il est ignoré',
  'The artifact has no changeset': 'L’artefact n’a aucune modification',
  '"{0}" is not a user group of the project: it is left out': '« {0} » n’est pas un groupe du projet : il est ignoré',
  'The file holds <{0}> instead of <trackers>': 'Le fichier contient <{0}> au lieu de <trackers>',
  '<trackers> needs the <tracker> of the artifact': '<trackers> doit contenir le <tracker> de l’artefact',
  '<trackers> needs <artifacts> with an <artifact>': '<trackers> doit contenir <artifacts> avec un <artifact>',
  'The archive holds more than one artifact': 'L’archive contient plusieurs artefacts',
  '{0} (naming the tracker {1} restores the artifact without)':
    '{0} (indiquer le tracker {1} restaure l’artefact sans cela)',
  'The artifact {0} is not deleted (naming its tracker makes a copy)':
    'L’artefact {0} n’est pas supprimé (indiquer son tracker crée une copie)',
  'it no longer exists': 'il n’existe plus',
  'the archive comes from another tracker or site': 'l’archive vient d’un autre tracker ou d’un autre site',
  'Links to the artifact "{0}" are left out: {1}': 'Les liens vers l’artefact « {0} » sont ignorés : {1}',
  'The file {0} of "{1}" is not in the archive': 'Le fichier {0} de « {1} » n’est pas dans l’archive',
  'it is left out': 'il est ignoré',
  'it was removed later and is left out': 'il a été retiré plus tard et est ignoré',
  '{0} artifacts have the id {1}: links to this id lead to the last one':
    '{0} artefacts ont le numéro {1} : les liens vers ce numéro mènent au dernier',
  'Links to the artifact "{0}" are left out: it is not in the archive':
    'Les liens vers l’artefact « {0} » sont ignorés : il n’est pas dans l’archive',
  '{0} is restricted and becomes no member of the project': '{0} est restreint et ne devient pas membre du projet',
  '{0} is suspended and becomes no member of the project': '{0} est suspendu et ne devient pas membre du projet',
  'The name "{0}" is kept as it is: {1}': 'Le nom « {0} » est conservé tel quel : {1}',
  'The short name "{0}" must consist of letters, digits, "_" and "-"':
    'Le nom court « {0} » doit être formé de lettres, de chiffres, de « _ » et de « - »',
  '{0}; import with another short name': '{0} ; importez avec un autre nom court',
  'The short name has {0} characters; at most {1} can be stored':
    'Le nom court a {0} caractères ; au plus {1} peuvent être enregistrés',
  'The short name "{0}" is kept as it is: {1}': 'Le nom court « {0} » est conservé tel quel : {1}',
  'The access "{0}" needs restricted accounts, which this site does not have: it becomes {1}':
    'La visibilité « {0} » exige des comptes restreints, que ce site n’a pas : elle devient {1}',
  'The service "{0}" belongs to another product and is left out':
    'Le service « {0} » appartient à un autre produit et est ignoré',
  'The project has Subversion repositories, and Subversion is not available on this server ({0})':
    'Le projet a des dépôts Subversion, et Subversion n’est pas disponible sur ce serveur ({0})',
  'The repository {0} has no dump: it begins empty':
    'Le dépôt {0} n’a pas de contenu dans l’archive : il est vide au départ',
  'The dump {0} of the repository {1} is not in the archive': 'Le fichier {0} du dépôt {1} n’est pas dans l’archive',
  '{0} is not in users.xml and is not notified of commits':
    '{0} n’est pas dans users.xml et n’est pas notifié des commits',
  'Subversion cannot read the access file of the repository {0}, which therefore denies all access: line {1}: {2}':
    'Subversion ne peut pas lire le fichier d’accès du dépôt {0}, qui refuse donc tout accès : ligne {1} : {2}',
  '"{0}" is not a group that can be notified of commits':
    '« {0} » n’est pas un groupe qui peut être notifié des commits',
  'There is no account for the user {0}': 'Aucun compte n’existe pour l’utilisateur {0}',
  'The tracker {0} of the artifact, "{1}", is not here: another must be named':
    'Le tracker {0} de l’artefact, « {1} », est absent ici : un autre doit être indiqué',
  'The archive has no {0}': 'L’archive n’a pas de {0}',
  'The file is too large to be kept in memory': 'Le fichier est trop grand pour être gardé en mémoire',
  'The file is not in the format of this version': 'Le fichier n’est pas au format de cette version',
  'No tracker was created. {0}': 'Aucun tracker n’a été créé. {0}',
  'No tracker was created. Line {0}: {1}': 'Aucun tracker n’a été créé. Ligne {0}\u00a0: {1}',
}
