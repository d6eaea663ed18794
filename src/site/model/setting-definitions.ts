import {
  bytes,
  type ChoiceOf,
  choice,
  directory,
  flag,
  integer,
  name,
  type SettingKind,
  timezone,
  url,
  type ValueOf,
} from './setting-kinds.ts'

/** Section of the form. */
export type SettingSection =
  | 'site'
  | 'access'
  | 'signIn'
  | 'projects'
  | 'deletion'
  | 'uploads'
  | 'limits'
  | 'subversion'

interface Texts {
  readonly label: string
  readonly hint?: string
}

/** Texts of the form in one language. */
export interface SettingTexts<Choice extends string = string> extends Texts {
  /** Texts of the values of a choice. */
  readonly choices?: Readonly<Record<Choice, Texts>>
}

type TextsOf<Kind extends SettingKind> =
  ChoiceOf<Kind> extends never ? Texts : Required<Pick<SettingTexts<ChoiceOf<Kind>>, 'choices'>> & Texts

interface SettingDescription<Kind extends SettingKind> {
  readonly kind: Kind
  readonly section: SettingSection
  /** One line for the command line and docs/configuration.md. */
  readonly meaning: string
  readonly en: TextsOf<Kind>
  readonly fr: TextsOf<Kind>
}

export interface SettingDefinition<Value = unknown> {
  readonly kind: SettingKind
  readonly initial: Value
  /** null is a value. */
  readonly isOptional: boolean
  readonly section: SettingSection
  readonly meaning: string
  readonly en: SettingTexts
  readonly fr: SettingTexts
}

const define = <const Kind extends SettingKind>(
  definition: SettingDescription<Kind> & { readonly initial: ValueOf<Kind> },
): SettingDefinition<ValueOf<Kind>> => ({ ...definition, isOptional: false })

/** A setting that is null at first. */
const defineOptional = <const Kind extends SettingKind>(
  definition: SettingDescription<Kind>,
): SettingDefinition<ValueOf<Kind> | null> => ({ ...definition, initial: null, isOptional: true })

/**
 * Every setting of the site, in display order: its type, parser, schema, form, command line and documents follow. Pages
 * read this module, so it needs nothing of the server.
 */
export const settingDefinitions = {
  site_name: define({
    kind: name,
    initial: 'Tulipwood',
    section: 'site',
    meaning: 'name of this site on its pages',
    en: { label: 'Name', hint: 'Shown on every page and in emails' },
    fr: { label: 'Nom', hint: 'Sur chaque page et dans les e-mails' },
  }),
  /** null: as configured by the environment, else the URL of the request. */
  public_url: defineOptional({
    kind: url,
    section: 'site',
    meaning: 'public URL of the site; overrides TULIPWOOD_PUBLIC_URL',
    en: {
      label: 'Public URL',
      hint: 'Used in links. Leave empty to use TULIPWOOD_PUBLIC_URL or the URL of the request.',
    },
    fr: {
      label: 'URL publique',
      hint: 'Utilisée dans les liens. Laissez vide pour utiliser TULIPWOOD_PUBLIC_URL ou l’URL de la requête.',
    },
  }),
  /** null: as configured by the environment, else the host's. */
  timezone: defineOptional({
    kind: timezone,
    section: 'site',
    meaning: 'time zone of dates in responses; overrides TULIPWOOD_TIMEZONE',
    en: {
      label: 'Time zone',
      hint: 'For dates in API responses, such as Europe/Paris. Leave empty to use TULIPWOOD_TIMEZONE or the time zone of the server.',
    },
    fr: {
      label: 'Fuseau horaire',
      hint: 'Pour les dates dans les réponses de l’API, par exemple Europe/Paris. Laissez vide pour utiliser TULIPWOOD_TIMEZONE ou le fuseau horaire du serveur.',
    },
  }),
  access_mode: define({
    kind: choice('anonymous', 'regular', 'restricted'),
    initial: 'anonymous',
    section: 'access',
    meaning:
      'who can see the site: anonymous (anyone), regular (accounts only), restricted (accounts, some of them restricted)',
    en: {
      label: 'Access mode',
      hint: 'Applies to all users immediately.',
      choices: {
        anonymous: { label: 'Everyone', hint: 'Visitors without an account see public projects.' },
        regular: { label: 'Signed-in users', hint: 'Visitors see only the sign-in page.' },
        restricted: {
          label: 'Signed-in users, with restricted accounts',
          hint: 'Restricted users see only projects they are members of, and those that are open to them.',
        },
      },
    },
    fr: {
      label: 'Mode d’accès',
      hint: 'S’applique immédiatement à tous les utilisateurs.',
      choices: {
        anonymous: { label: 'Tout le monde', hint: 'Les visiteurs sans compte voient les projets publics.' },
        regular: { label: 'Utilisateurs connectés', hint: 'Les visiteurs ne voient que la page de connexion.' },
        restricted: {
          label: 'Utilisateurs connectés, avec des comptes restreints',
          hint: 'Les utilisateurs restreints ne voient que les projets dont ils sont membres et ceux qui leur sont ouverts.',
        },
      },
    },
  }),
  second_factor: define({
    kind: choice('optional', 'administrators', 'everybody'),
    initial: 'optional',
    section: 'signIn',
    meaning:
      'users who must set up a second factor at the next sign-in: optional (none), administrators (of the site), everybody',
    en: {
      label: 'Who must use a second factor',
      choices: {
        optional: { label: 'Optional', hint: 'No user has to set up a second factor.' },
        administrators: { label: 'Site administrators', hint: 'They must set one up at their next sign-in.' },
        everybody: { label: 'Everyone', hint: 'Every user must set one up at their next sign-in.' },
      },
    },
    fr: {
      label: 'Qui doit utiliser un second facteur',
      choices: {
        optional: { label: 'Facultatif', hint: 'Aucun utilisateur n’est obligé de configurer un second facteur.' },
        administrators: {
          label: 'Administrateurs du site',
          hint: 'Ils doivent en configurer un à leur prochaine connexion.',
        },
        everybody: {
          label: 'Tout le monde',
          hint: 'Chaque utilisateur doit en configurer un à sa prochaine connexion.',
        },
      },
    },
  }),
  password_min_length: define({
    kind: integer(1, 128),
    initial: 8,
    section: 'signIn',
    meaning: 'minimum length of a password',
    en: { label: 'Minimum password length', hint: 'In characters' },
    fr: { label: 'Longueur minimale des mots de passe', hint: 'En caractères' },
  }),
  failed_sign_ins_per_minute: define({
    kind: integer(1, 10_000),
    initial: 10,
    section: 'signIn',
    meaning: 'maximum number of failed sign-ins per minute',
    en: { label: 'Failed sign-ins', hint: 'Per minute, before further attempts are delayed' },
    fr: { label: 'Échecs de connexion', hint: 'Par minute, avant que les tentatives suivantes soient retardées' },
  }),
  project_creation: define({
    kind: flag,
    initial: true,
    section: 'projects',
    meaning: 'users may create projects',
    en: { label: 'Users may create projects', hint: 'Otherwise only site administrators' },
    fr: { label: 'Les utilisateurs peuvent créer des projets', hint: 'Sinon, seulement les administrateurs du site' },
  }),
  project_approval: define({
    kind: flag,
    initial: false,
    section: 'projects',
    meaning: 'new projects require approval: `project status NAME active`',
    en: { label: 'New projects require approval', hint: 'A site administrator activates them' },
    fr: { label: 'Les nouveaux projets doivent être approuvés', hint: 'Un administrateur du site les active' },
  }),
  project_archives: define({
    kind: choice('everybody', 'administrators', 'nobody'),
    initial: 'everybody',
    section: 'projects',
    meaning:
      'users who may import a project archive: everybody (all users who may create projects), administrators (of the site), nobody',
    en: {
      label: 'Who may import a project archive',
      hint: 'To create a project from it',
      choices: {
        everybody: { label: 'All users who may create projects' },
        administrators: { label: 'Site administrators' },
        nobody: { label: 'No one' },
      },
    },
    fr: {
      label: 'Qui peut importer une archive de projet',
      hint: 'Pour créer un projet à partir de celle-ci',
      choices: {
        everybody: { label: 'Tous les utilisateurs qui peuvent créer des projets' },
        administrators: { label: 'Administrateurs du site' },
        nobody: { label: 'Personne' },
      },
    },
  }),
  artifacts_deletion_limit: define({
    kind: integer(0, 1_000_000),
    initial: 5,
    section: 'deletion',
    meaning: 'maximum number of artifacts that a user may delete in 24 hours',
    en: { label: 'Deletion limit', hint: 'Artifacts that a user may delete in 24 hours. 0: none' },
    fr: { label: 'Limite de suppression', hint: 'Artefacts qu’un utilisateur peut supprimer en 24 heures. 0 : aucun' },
  }),
  archive_deleted_items: define({
    kind: flag,
    initial: false,
    section: 'deletion',
    meaning: 'archive deleted items',
    en: { label: 'Archive deleted items', hint: 'In the directory below, else in the bucket of the files' },
    fr: {
      label: 'Archiver les éléments supprimés',
      hint: 'Dans le répertoire ci-dessous, sinon dans le bucket des fichiers',
    },
  }),
  archive_deleted_items_path: defineOptional({
    kind: directory,
    section: 'deletion',
    meaning: 'directory of archived deleted items; null: the bucket, else deleted-items in the data directory',
    en: { label: 'Directory', hint: 'Absolute path on the server' },
    fr: { label: 'Répertoire', hint: 'Chemin absolu sur le serveur' },
  }),
  max_upload_bytes: define({
    kind: bytes(1, 2 ** 40),
    initial: 67_108_864,
    section: 'uploads',
    meaning: 'maximum size of an attachment in bytes',
    en: { label: 'Maximum attachment size', hint: 'in MiB' },
    fr: { label: 'Taille maximale d’une pièce jointe', hint: 'en Mio' },
  }),
  max_archive_bytes: define({
    kind: bytes(1, 2 ** 40),
    initial: 1_073_741_824,
    section: 'uploads',
    meaning: 'maximum size of an archive that is uploaded to create a project, in bytes',
    en: { label: 'Maximum archive size', hint: 'in MiB, for project imports' },
    fr: { label: 'Taille maximale d’une archive', hint: 'en Mio, pour les imports de projets' },
  }),
  pending_upload_bytes_per_user: define({
    kind: bytes(0, 2 ** 49),
    initial: 2_147_483_648,
    section: 'uploads',
    meaning:
      'maximum total size of the uploads of a user that are not attached yet, in bytes; a single file is always accepted',
    en: {
      label: 'Maximum size of uploads not attached yet',
      hint: 'in MiB, per user. A single file is always accepted.',
    },
    fr: { label: 'Envois pas encore joints', hint: 'en Mio, par utilisateur. Un fichier seul est toujours accepté.' },
  }),
  /** null: limited only by the disk. */
  project_storage_bytes: defineOptional({
    kind: bytes(0, 2 ** 49),
    section: 'uploads',
    meaning: 'maximum total size of all files of a project, in bytes; null: no limit',
    en: { label: 'Maximum size of all files of a project', hint: 'in MiB. Empty: no limit' },
    fr: { label: 'Tous les fichiers d’un projet', hint: 'en Mio. Vide : sans limite' },
  }),
  free_disk_reserve_bytes: define({
    kind: bytes(0, 2 ** 49),
    initial: 1_073_741_824,
    section: 'uploads',
    meaning: 'reserved disk space that uploads must leave free, in bytes',
    en: { label: 'Reserved disk space', hint: 'in MiB. Uploads must leave it free' },
    fr: { label: 'Espace disque réservé', hint: 'en Mio, sur le disque du serveur' },
  }),
  temporary_file_days: define({
    kind: integer(1, 365),
    initial: 3,
    section: 'uploads',
    meaning: 'days until an unfinished upload is removed, after its last chunk',
    en: { label: 'Unfinished uploads', hint: 'Days until an unfinished upload is removed, after its last chunk' },
    fr: { label: 'Envois inachevés', hint: 'Jours après lesquels ils sont supprimés' },
  }),
  /** 0: no limit. */
  tql_complexity_limit: define({
    kind: integer(0, 80),
    initial: 30,
    section: 'limits',
    meaning: 'maximum cost of a query, in which a comparison costs two or three; 0: no limit',
    en: { label: 'Query complexity limit', hint: 'A comparison costs two or three. 0: no limit' },
    fr: {
      label: 'Limite de complexité des requêtes',
      hint: 'Une comparaison compte pour deux ou trois. 0 : sans limite',
    },
  }),
  outgoing_private_addresses: define({
    kind: flag,
    initial: false,
    section: 'limits',
    meaning: 'webhooks and builds may be sent to private network addresses',
    en: {
      label: 'Webhooks and builds may go to private addresses',
      hint: 'Addresses in your own network. Leave it off unless a webhook or build needs it.',
    },
    fr: {
      label: 'Les webhooks peuvent appeler des adresses privées',
      hint: 'Adresses de votre propre réseau. Laissez désactivé, sauf si un webhook en a besoin.',
    },
  }),
  /** 0: no limit. */
  svn_max_file_mib: define({
    kind: integer(0, 1_048_576),
    initial: 50,
    section: 'subversion',
    meaning: 'maximum size of a file in a Subversion commit, in MiB; 0: no limit',
    en: { label: 'Maximum size of a file in a commit', hint: 'in MiB. 0: no limit' },
    fr: { label: 'Taille maximale d’un fichier dans un commit', hint: 'en Mio. 0 : sans limite' },
  }),
  svn_deleted_days: define({
    kind: integer(1, 3650),
    initial: 3,
    section: 'subversion',
    meaning: 'days that a deleted Subversion repository can be restored',
    en: { label: 'Deleted repositories', hint: 'Days that a deleted repository can be restored' },
    fr: { label: 'Dépôts supprimés', hint: 'Jours pendant lesquels ils sont conservés' },
  }),
  svn_allow_empty_message: define({
    kind: flag,
    initial: true,
    section: 'subversion',
    meaning: 'Subversion commits may have an empty message',
    en: { label: 'Allow commits without a message' },
    fr: { label: 'Permettre les commits sans message' },
  }),
}
