import { resolve } from 'node:path'

/** What the environment decides before anything runs; everything else is a setting (site/model/settings.ts). */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  /** Unset: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined
  /** Address people reach us at, without a final slash; a setting of the same name overrides it. */
  readonly publicUrl: string | undefined
  /** Addresses and networks whose `X-Forwarded-*` are believed. */
  readonly trustedProxies: readonly string[]
  readonly adminPassword: string | undefined
  readonly timezone: string | undefined
  /** Hexadecimal; the first one seals stored secrets, all of them open. None: those of a file in the data folder. */
  readonly secretKeys: readonly string[]
  /** null: no mail is sent. */
  readonly smtp: Smtp | null
  /** null: attachments lie in the data folder. */
  readonly objectStorage: ObjectStorage | null
  /** Whether Subversion repositories are served where their programs are installed. */
  readonly isSubversionEnabled: boolean
  readonly logLevel: string
}

/** Where mail goes out, and in whose name. */
export interface Smtp {
  readonly url: string
  readonly from: { readonly name: string; readonly address: string }
}

/** A bucket of a store that speaks S3. */
export interface ObjectStorage {
  readonly bucket: string
  /** Unset: Amazon's of the region. */
  readonly endpoint: string | undefined
  readonly region: string
  /** What names in the bucket begin with: empty, or with a final slash. */
  readonly prefix: string
  /** Whether the bucket is part of the path, rather than of the host's name. */
  readonly isPathStyle: boolean
  /** null: those the library finds, such as AWS_ACCESS_KEY_ID, a profile or the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

/** Environment variables that configure the server: name, default, meaning; a test compares docs/configuration.md with it. */
export const environment = {
  TULIPWOOD_HOST: ['127.0.0.1', 'address to listen on'],
  TULIPWOOD_PORT: ['8080', 'port to listen on'],
  TULIPWOOD_DATA: ['./data', 'folder of the embedded database and of attachments'],
  DATABASE_URL: ['', 'PostgreSQL address (postgres://…); empty: the embedded database'],
  TULIPWOOD_PUBLIC_URL: ['', 'address people use, behind a reverse proxy'],
  TULIPWOOD_TRUSTED_PROXIES: ['', 'addresses or networks, comma separated, whose X-Forwarded-* headers are believed'],
  TULIPWOOD_ADMIN_PASSWORD: [
    '',
    'password of the administrator `admin`, as long as they have none; empty: the set-up page makes one at the first start',
  ],
  TULIPWOOD_TIMEZONE: ['', "time zone of dates in answers, such as Europe/Paris; empty: the host's"],
  TULIPWOOD_SECRET_KEY: [
    '',
    'key that stored secrets are encrypted with (64 hexadecimal digits; older ones may follow, comma separated); empty: made once, in secret.key of the data folder. Several nodes need the same',
  ],
  TULIPWOOD_SMTP_URL: [
    '',
    'server that takes our mail (smtp://user:password@host:587 or smtps://…); empty: no mail is sent',
  ],
  TULIPWOOD_MAIL_FROM: ['', 'sender of our mail: an address, or Name <address>'],
  TULIPWOOD_S3_BUCKET: ['', 'bucket of an S3-compatible store for attachments; empty: they lie in the data folder'],
  TULIPWOOD_S3_ENDPOINT: ['', "address of that store, such as https://s3.example.org; empty: Amazon's"],
  TULIPWOOD_S3_REGION: ['us-east-1', 'region of the bucket'],
  TULIPWOOD_S3_PREFIX: ['', 'folder within the bucket, such as tulipwood; empty: the whole bucket is ours'],
  TULIPWOOD_S3_PATH_STYLE: ['', 'yes: the bucket is named in the path, no: in the host; empty: yes with an endpoint'],
  TULIPWOOD_S3_ACCESS_KEY: [
    '',
    'access key of the store; empty: AWS_ACCESS_KEY_ID, a profile or the role of the machine',
  ],
  TULIPWOOD_S3_SECRET_KEY: ['', 'secret of the access key'],
  TULIPWOOD_SUBVERSION: ['yes', 'no: no Subversion repositories, even where the programs for them are installed'],
  TULIPWOOD_LOG: ['info', 'log level: trace, debug, info, warn, error, silent'],
} as const satisfies Record<string, readonly [string, string]>

export class ConfigError extends Error {}

/** Reads the environment once, at the start; a value that cannot be meant is refused with its name. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = (name: keyof typeof environment): string => env[name]?.trim() || environment[name][0]
  const optional = (name: keyof typeof environment): string | undefined => read(name) || undefined
  return {
    host: read('TULIPWOOD_HOST'),
    port: parsePort(read('TULIPWOOD_PORT')),
    dataFolder: resolve(read('TULIPWOOD_DATA')),
    databaseUrl: parsePostgresUrl(optional('DATABASE_URL')),
    publicUrl: parsePublicUrl(optional('TULIPWOOD_PUBLIC_URL')),
    trustedProxies: parseList(read('TULIPWOOD_TRUSTED_PROXIES')),
    adminPassword: optional('TULIPWOOD_ADMIN_PASSWORD'),
    timezone: parseTimezone(optional('TULIPWOOD_TIMEZONE')),
    secretKeys: parseSecretKeys(read('TULIPWOOD_SECRET_KEY')),
    smtp: parseSmtp(optional('TULIPWOOD_SMTP_URL'), optional('TULIPWOOD_MAIL_FROM')),
    objectStorage: parseObjectStorage(optional),
    isSubversionEnabled: parseBoolean('TULIPWOOD_SUBVERSION', read('TULIPWOOD_SUBVERSION')) ?? true,
    logLevel: read('TULIPWOOD_LOG'),
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
    throw new ConfigError(`TULIPWOOD_PORT is not a port: ${text}`)
  return port
}

function parsePostgresUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !/^postgres(ql)?:\/\//.test(text))
    throw new ConfigError('DATABASE_URL must start with postgres://')
  return text
}

function parsePublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError(`TULIPWOOD_PUBLIC_URL is not an http(s) address: ${text}`)
  return text.replace(/\/+$/, '')
}

function parseTimezone(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    throw new ConfigError(`TULIPWOOD_TIMEZONE is not a time zone: ${text}`)
  }
}

function parseSecretKeys(text: string): string[] {
  const keys = parseList(text)
  // A key with a slip of the pen is a secret still: it is not repeated.
  if (!keys.every(isSecretKey)) throw new ConfigError('TULIPWOOD_SECRET_KEY must be 64 hexadecimal digits')
  return keys
}

export const isSecretKey = (text: string): boolean => /^[0-9a-fA-F]{64}$/.test(text)

function parseSmtp(url: string | undefined, from: string | undefined): Smtp | null {
  if (url === undefined) return null
  // The address holds a password: it is not repeated.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || new URL(url).hostname === '')
    throw new ConfigError('TULIPWOOD_SMTP_URL must be of the form smtp://user:password@host:port')
  const [, name = '', named, bare] =
    /^(?:"?([^"<>]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/.exec(from ?? '') ?? []
  const address = named ?? bare
  if (address === undefined)
    throw new ConfigError('TULIPWOOD_MAIL_FROM must be an address such as tracker@example.org when mail is sent')
  return { url, from: { name, address } }
}

function parseObjectStorage(read: (name: keyof typeof environment) => string | undefined): ObjectStorage | null {
  const bucket = read('TULIPWOOD_S3_BUCKET')
  if (bucket === undefined) return null
  if (!/^[a-zA-Z0-9][\w.-]{1,254}$/.test(bucket))
    throw new ConfigError(`TULIPWOOD_S3_BUCKET is not the name of a bucket: ${bucket}`)
  const endpoint = read('TULIPWOOD_S3_ENDPOINT')?.replace(/\/+$/, '')
  // An address may hold a password by mistake: it is not repeated.
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new ConfigError('TULIPWOOD_S3_ENDPOINT is not an http(s) address')
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

function parsePrefix(text: string): string {
  const folders = text.split('/').filter((folder) => folder !== '')
  if (folders.some((folder) => !/^[\w.-]+$/.test(folder) || /^\.+$/.test(folder)))
    throw new ConfigError(`TULIPWOOD_S3_PREFIX is not a folder of letters, digits, . _ and -: ${text}`)
  return folders.map((folder) => `${folder}/`).join('')
}

function parseBoolean(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text !== 'yes' && text !== 'no') throw new ConfigError(`${name} must be yes or no: ${text}`)
  return text === 'yes'
}
