import { resolve } from 'node:path'
import { splitHosts } from '../text/split-hosts.ts'

/**
 * Configuration from the environment, needed before anything runs; everything else is a setting
 * (site/model/settings.ts).
 */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDirectory: string
  /** Unset: the embedded database in the data directory. */
  readonly databaseUrl: string | undefined
  /** URL of streaming replicas for long reads; unset: none. */
  readonly databaseReadUrl: string | undefined
  /** Maximum number of connections of this node to PostgreSQL. */
  readonly databaseConnections: number
  /** `transaction`: through a pooler in transaction mode, such as PgBouncer. */
  readonly databasePooling: 'session' | 'transaction'
  /** Time limit of a PostgreSQL statement; 0: none. */
  readonly statementTimeoutSeconds: number
  /** Time limit of waiting for a lock of PostgreSQL; 0: none. */
  readonly lockTimeoutSeconds: number
  /**
   * Time in which requests wait for a lost PostgreSQL database, from the beginning of the outage:
   * database/postgres/availability.ts.
   */
  readonly databaseWaitSeconds: number
  /** Public URL of the site without a final slash; the setting of the same name overrides it. */
  readonly publicUrl: string | undefined
  /** IP addresses and networks whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[]
  readonly adminPassword: string | undefined
  readonly timezone: string | undefined
  /**
   * Hexadecimal keys; the first one encrypts stored secrets, all of them decrypt. Empty: those of a file in the data
   * directory.
   */
  readonly secretKeys: readonly string[]
  /** null: no mail is sent. */
  readonly smtp: Smtp | null
  /** null: attachments are stored in the data directory. */
  readonly objectStorage: ObjectStorage | null
  /** null: no backups are scheduled. */
  readonly backups: BackupPlan | null
  /** Whether Subversion repositories are available where the Subversion programs are installed. */
  readonly isSubversionEnabled: boolean
  /** Term of the lease of the node that serves the repositories: subversion/owner/lease-keeper.ts. */
  readonly subversionLeaseSeconds: number
  /** Origin at which other nodes reach this one; unset: it does not compete for the lease. */
  readonly nodeUrl: string | undefined
  readonly logLevel: string
  /**
   * Time between the signal to stop and the close of the listener, in which load balancers notice it:
   * app/operations/drain.ts.
   */
  readonly shutdownDelaySeconds: number
}

/** The outgoing mail server and the sender. */
export interface Smtp {
  readonly url: string
  readonly from: { readonly name: string; readonly address: string }
}

/** Backups that one of the nodes creates each day. */
export interface BackupPlan {
  readonly directory: string
  /** Times of day in the time zone of the site: `03:00`. */
  readonly times: readonly string[]
  /** Number of backups that are kept. */
  readonly keep: number
}

/** A bucket of an S3-compatible object storage. */
export interface ObjectStorage {
  readonly bucket: string
  /** Unset: Amazon's endpoint of the region. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Prefix of names in the bucket: empty, or with a final slash. */
  readonly prefix: string
  /** Whether the bucket is part of the path rather than of the host name. */
  readonly isPathStyle: boolean
  /** null: those that the library finds, such as AWS_ACCESS_KEY_ID, a profile or the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

/** Options with which every command opens the database. */
export const toDatabaseOptions = ({
  databaseUrl: url,
  databaseReadUrl: readUrl,
  dataDirectory: directory,
  databaseConnections: poolSize,
  databasePooling: pooling,
  statementTimeoutSeconds,
  lockTimeoutSeconds,
  databaseWaitSeconds,
}: Config) =>
  url === undefined
    ? { directory }
    : {
        url,
        readUrl,
        poolSize,
        pooling,
        statementTimeoutMs: statementTimeoutSeconds * 1000,
        lockTimeoutMs: lockTimeoutSeconds * 1000,
        outageWaitMs: databaseWaitSeconds * 1000,
      }

/** Environment variables that configure the server: name, default, meaning; a test compares docs/configuration.md with it. */
export const environment = {
  TULIPWOOD_HOST: ['127.0.0.1', 'address to listen on'],
  TULIPWOOD_PORT: ['8080', 'port to listen on'],
  TULIPWOOD_DATA: ['./data', 'directory of the embedded database and of attachments'],
  DATABASE_URL: [
    '',
    'PostgreSQL URL (postgres://…), with one host or several, of which the primary is used; empty: the embedded database',
  ],
  TULIPWOOD_DATABASE_READ_URL: [
    '',
    'PostgreSQL URL of one or several streaming replicas, which run long lists, searches and exports; empty: the primary runs them',
  ],
  TULIPWOOD_DATABASE_CONNECTIONS: ['10', 'maximum number of connections of this node to PostgreSQL'],
  TULIPWOOD_DATABASE_POOLING: [
    'session',
    'transaction: DATABASE_URL leads to a connection pooler in transaction mode, such as PgBouncer with pool_mode = transaction',
  ],
  TULIPWOOD_STATEMENT_TIMEOUT: ['30', 'seconds after which PostgreSQL ends a statement; 0: never'],
  TULIPWOOD_LOCK_TIMEOUT: [
    '20',
    'seconds after which a change that waits in PostgreSQL for another one returns 503, and after which PostgreSQL ends a change whose node sends nothing; 0: no limit but that of statements',
  ],
  TULIPWOOD_DATABASE_WAIT: [
    '15',
    'seconds in which requests wait for a PostgreSQL database that is lost, such as during a failover, before they return 503; 0: not at all',
  ],
  TULIPWOOD_PUBLIC_URL: ['', 'public URL of the site, behind a reverse proxy'],
  TULIPWOOD_TRUSTED_PROXIES: ['', 'comma-separated IP addresses or networks whose X-Forwarded-* headers are trusted'],
  TULIPWOOD_ADMIN_PASSWORD: [
    '',
    'password of the administrator `admin` as long as none is set; the account is created while the site has no administrator, unless another account has this login; the rules of new passwords apply; empty: set it on the set-up page after the first start',
  ],
  TULIPWOOD_TIMEZONE: ['', "time zone of dates in responses, such as Europe/Paris; empty: the host's"],
  TULIPWOOD_SECRET_KEY: [
    '',
    'key that encrypts stored secrets (64 hexadecimal digits; older keys may follow, comma-separated); empty: created once, in secret.key of the data directory. All nodes need the same key',
  ],
  TULIPWOOD_SMTP_URL: ['', 'outgoing mail server (smtp://user:password@host:587 or smtps://…); empty: no mail is sent'],
  TULIPWOOD_MAIL_FROM: ['', 'sender of outgoing mail: an email address, or Name <address>'],
  TULIPWOOD_S3_BUCKET: [
    '',
    'bucket of an S3-compatible object storage for attachments; empty: they are stored in the data directory',
  ],
  TULIPWOOD_S3_ENDPOINT: ['', "URL of the object storage, such as https://s3.example.org; empty: Amazon's"],
  TULIPWOOD_S3_REGION: ['us-east-1', 'region of the bucket'],
  TULIPWOOD_S3_PREFIX: ['', 'prefix of names in the bucket, such as tulipwood; empty: the whole bucket is used'],
  TULIPWOOD_S3_PATH_STYLE: [
    '',
    'yes: the bucket is part of the path; no: of the host name; empty: yes with an endpoint',
  ],
  TULIPWOOD_S3_ACCESS_KEY: [
    '',
    'access key of the object storage; empty: AWS_ACCESS_KEY_ID, a profile or the role of the machine',
  ],
  TULIPWOOD_S3_SECRET_KEY: ['', 'secret of the access key'],
  TULIPWOOD_BACKUP_DIRECTORY: [
    '',
    'directory, which must exist, for backups that the server creates; empty: none. All nodes need the same directory and schedule',
  ],
  TULIPWOOD_BACKUP_SCHEDULE: [
    '03:00',
    'times of day at which one of the nodes creates a backup, comma-separated, in the time zone of the site',
  ],
  TULIPWOOD_BACKUP_KEEP: ['7', 'number of scheduled backups that are kept'],
  TULIPWOOD_SUBVERSION: ['yes', 'no: disable Subversion repositories even where the Subversion programs are installed'],
  TULIPWOOD_SUBVERSION_LEASE: [
    '15',
    'seconds after which another node serves the repositories if the one that did so no longer responds; PostgreSQL only, the same on all nodes',
  ],
  TULIPWOOD_NODE_URL: [
    '',
    'URL at which other nodes reach this one, such as http://10.0.0.3:8080; they forward Subversion clients to it while it serves the repositories, and another one takes over when it is lost; PostgreSQL only; empty: each node serves repositories by itself',
  ],
  TULIPWOOD_SHUTDOWN_DELAY: [
    '0',
    'seconds in which the server still answers after the signal to stop while /health/ready is 503; behind a load balancer a little longer than it needs to notice, such as 5',
  ],
  TULIPWOOD_LOG: ['info', 'log level: trace, debug, info, warn, error, silent'],
} as const satisfies Record<string, readonly [string, string]>

export class ConfigError extends Error {}

/** Parses the environment, once at startup; throws for an invalid value with the name of its variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = (name: keyof typeof environment): string => env[name]?.trim() || environment[name][0]
  const optional = (name: keyof typeof environment): string | undefined => read(name) || undefined
  return {
    host: read('TULIPWOOD_HOST'),
    port: parsePort(read('TULIPWOOD_PORT')),
    dataDirectory: resolve(read('TULIPWOOD_DATA')),
    databaseUrl: parsePostgresUrl('DATABASE_URL', optional('DATABASE_URL')),
    databaseReadUrl: parsePostgresUrl('TULIPWOOD_DATABASE_READ_URL', optional('TULIPWOOD_DATABASE_READ_URL')),
    databaseConnections: parseConnections(read('TULIPWOOD_DATABASE_CONNECTIONS')),
    databasePooling: parsePooling(read('TULIPWOOD_DATABASE_POOLING')),
    statementTimeoutSeconds: parseSeconds('TULIPWOOD_STATEMENT_TIMEOUT', read('TULIPWOOD_STATEMENT_TIMEOUT')),
    lockTimeoutSeconds: parseSeconds('TULIPWOOD_LOCK_TIMEOUT', read('TULIPWOOD_LOCK_TIMEOUT')),
    databaseWaitSeconds: parseSeconds('TULIPWOOD_DATABASE_WAIT', read('TULIPWOOD_DATABASE_WAIT')),
    publicUrl: parsePublicUrl(optional('TULIPWOOD_PUBLIC_URL')),
    trustedProxies: parseList(read('TULIPWOOD_TRUSTED_PROXIES')),
    adminPassword: optional('TULIPWOOD_ADMIN_PASSWORD'),
    timezone: parseTimezone(optional('TULIPWOOD_TIMEZONE')),
    secretKeys: parseSecretKeys(read('TULIPWOOD_SECRET_KEY')),
    smtp: parseSmtp(optional('TULIPWOOD_SMTP_URL'), optional('TULIPWOOD_MAIL_FROM')),
    objectStorage: parseObjectStorage(optional),
    backups: parseBackups(read, optional('TULIPWOOD_BACKUP_DIRECTORY')),
    isSubversionEnabled: parseBoolean('TULIPWOOD_SUBVERSION', read('TULIPWOOD_SUBVERSION')) ?? true,
    subversionLeaseSeconds: parseLease(read('TULIPWOOD_SUBVERSION_LEASE')),
    nodeUrl: parseNodeUrl(optional('TULIPWOOD_NODE_URL')),
    logLevel: read('TULIPWOOD_LOG'),
    shutdownDelaySeconds: parseSeconds('TULIPWOOD_SHUTDOWN_DELAY', read('TULIPWOOD_SHUTDOWN_DELAY')),
  }
}

const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

function parsePort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`TULIPWOOD_PORT must be a port number from 0 to 65535: ${text}`)
  return port
}

function parseSeconds(name: string, text: string): number {
  const seconds = Number(text)
  if (!(seconds >= 0 && seconds <= maxSeconds))
    throw new ConfigError(`${name} must be a number of seconds from 0 to ${maxSeconds}: ${text}`)
  return seconds
}

const maxSeconds = 300

function parseLease(text: string): number {
  const seconds = parseSeconds('TULIPWOOD_SUBVERSION_LEASE', text)
  if (seconds < 2) throw new ConfigError(`TULIPWOOD_SUBVERSION_LEASE must be at least 2 seconds: ${text}`)
  return seconds
}

function parseNodeUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  // Neither a path nor credentials: the message does not repeat them.
  if (url === null || !/^https?:$/.test(url.protocol) || `${url.origin}/` !== url.href)
    throw new ConfigError('TULIPWOOD_NODE_URL must be of the form http://10.0.0.3:8080')
  return url.origin
}

function parsePostgresUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^postgres(ql)?:\/\//.test(text)) throw new ConfigError(`${name} must start with postgres://`)
  // The URL contains a password, so the message does not repeat it.
  if (!splitHosts(text).every((url) => URL.canParse(url)))
    throw new ConfigError(`${name} must be of the form postgres://user:password@host:port,host:port/database`)
  return text
}

function parseConnections(text: string): number {
  const connections = Number(text)
  // A request may need a second one while its transaction has the first.
  if (!(Number.isInteger(connections) && connections >= 2 && connections <= 1000))
    throw new ConfigError(`TULIPWOOD_DATABASE_CONNECTIONS must be a number from 2 to 1000: ${text}`)
  return connections
}

function parsePooling(text: string): 'session' | 'transaction' {
  if (text !== 'session' && text !== 'transaction')
    throw new ConfigError(`TULIPWOOD_DATABASE_POOLING must be session or transaction: ${text}`)
  return text
}

function parsePublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError(`TULIPWOOD_PUBLIC_URL must be an http(s) URL: ${text}`)
  return text.replace(/\/+$/, '')
}

function parseTimezone(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    throw new ConfigError(`TULIPWOOD_TIMEZONE must be a time zone such as Europe/Paris: ${text}`)
  }
}

function parseSecretKeys(text: string): string[] {
  const keys = parseList(text)
  // A mistyped key may still be almost a secret, so the message does not repeat it.
  if (!keys.every(isSecretKey)) throw new ConfigError('TULIPWOOD_SECRET_KEY must be 64 hexadecimal digits')
  return keys
}

export const isSecretKey = (text: string): boolean => /^[0-9a-fA-F]{64}$/.test(text)

function parseSmtp(url: string | undefined, from: string | undefined): Smtp | null {
  if (url === undefined) return null
  // The URL contains a password, so the message does not repeat it.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || new URL(url).hostname === '')
    throw new ConfigError('TULIPWOOD_SMTP_URL must be of the form smtp://user:password@host:port')
  const [, name = '', namedAddress, bare] =
    /^(?:"?([^"<>]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/.exec(from ?? '') ?? []
  const address = namedAddress ?? bare
  if (address === undefined)
    throw new ConfigError('TULIPWOOD_MAIL_FROM must be an email address such as tracker@example.org when mail is sent')
  return { url, from: { name, address } }
}

function parseObjectStorage(read: (name: keyof typeof environment) => string | undefined): ObjectStorage | null {
  const bucket = read('TULIPWOOD_S3_BUCKET')
  if (bucket === undefined) return null
  if (!/^[a-zA-Z0-9][\w.-]{1,254}$/.test(bucket))
    throw new ConfigError(`TULIPWOOD_S3_BUCKET is not a valid bucket name: ${bucket}`)
  const endpoint = read('TULIPWOOD_S3_ENDPOINT')?.replace(/\/+$/, '')
  // A URL may contain a password by mistake, so the message does not repeat it.
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new ConfigError('TULIPWOOD_S3_ENDPOINT must be an http(s) URL')
  const accessKeyId = read('TULIPWOOD_S3_ACCESS_KEY')
  const secretAccessKey = read('TULIPWOOD_S3_SECRET_KEY')
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new ConfigError('TULIPWOOD_S3_ACCESS_KEY and TULIPWOOD_S3_SECRET_KEY go together: set both or none')
  return {
    bucket,
    endpoint,
    region: read('TULIPWOOD_S3_REGION') ?? environment.TULIPWOOD_S3_REGION[0],
    prefix: parsePrefix(read('TULIPWOOD_S3_PREFIX') ?? ''),
    isPathStyle: parseBoolean('TULIPWOOD_S3_PATH_STYLE', read('TULIPWOOD_S3_PATH_STYLE')) ?? endpoint !== undefined,
    credentials: accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey },
  }
}

function parseBackups(
  read: (name: keyof typeof environment) => string,
  directory: string | undefined,
): BackupPlan | null {
  const [schedule, count] = [read('TULIPWOOD_BACKUP_SCHEDULE'), read('TULIPWOOD_BACKUP_KEEP')]
  const times = [...new Set(parseList(schedule))].sort()
  if (times.length === 0 || !times.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)))
    throw new ConfigError(`TULIPWOOD_BACKUP_SCHEDULE must be times of day such as 03:00 or 03:00,15:00: ${schedule}`)
  const keep = Number(count)
  if (!(Number.isInteger(keep) && keep >= 1 && keep <= 1000))
    throw new ConfigError(`TULIPWOOD_BACKUP_KEEP must be a number from 1 to 1000: ${count}`)
  return directory === undefined ? null : { directory: resolve(directory), times, keep }
}

function parsePrefix(text: string): string {
  const names = text.split('/').filter((name) => name !== '')
  if (names.some((name) => !/^[\w.-]+$/.test(name) || /^\.+$/.test(name)))
    throw new ConfigError(`TULIPWOOD_S3_PREFIX must be a path of letters, digits, . _ and -: ${text}`)
  return names.map((name) => `${name}/`).join('')
}

function parseBoolean(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text !== 'yes' && text !== 'no') throw new ConfigError(`${name} must be yes or no: ${text}`)
  return text === 'yes'
}
