import { resolve } from 'node:path'

/** What the environment decides before anything runs; everything else is a setting (platform/model/settings.ts). */
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
  /** null: no mail is sent. */
  readonly smtp: Smtp | null
  readonly logLevel: string
}

/** Where mail goes out, and in whose name. */
export interface Smtp {
  readonly url: string
  readonly from: { readonly name: string; readonly address: string }
}

/** Environment variables that configure the server: name, default, meaning; README's table is checked against it. */
export const environment = {
  TULIPWOOD_HOST: ['127.0.0.1', 'address to listen on'],
  TULIPWOOD_PORT: ['8080', 'port to listen on'],
  TULIPWOOD_DATA: ['./data', 'folder of the embedded database and of attachments'],
  DATABASE_URL: ['', 'PostgreSQL address (postgres://…); empty: the embedded database'],
  TULIPWOOD_PUBLIC_URL: ['', 'address people use, behind a reverse proxy'],
  TULIPWOOD_TRUSTED_PROXIES: ['', 'addresses or networks, comma separated, whose X-Forwarded-* headers are believed'],
  TULIPWOOD_ADMIN_PASSWORD: [
    '',
    'password of the administrator created at the first start; empty: generated and printed once',
  ],
  TULIPWOOD_TIMEZONE: ['', "time zone of dates in answers, such as Europe/Paris; empty: the host's"],
  TULIPWOOD_SMTP_URL: [
    '',
    'server that takes our mail (smtp://user:password@host:587 or smtps://…); empty: no mail is sent',
  ],
  TULIPWOOD_MAIL_FROM: ['', 'sender of our mail: an address, or Name <address>'],
  TULIPWOOD_LOG: ['info', 'log level: trace, debug, info, warn, error, silent'],
} as const satisfies Record<string, readonly [string, string]>

export class ConfigProblem extends Error {}

/** Reads the environment once, at the start; a value that cannot be meant is refused with its name. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = (name: keyof typeof environment): string => env[name]?.trim() || environment[name][0]
  const optional = (name: keyof typeof environment): string | undefined => read(name) || undefined
  return {
    host: read('TULIPWOOD_HOST'),
    port: portOf(read('TULIPWOOD_PORT')),
    dataFolder: resolve(read('TULIPWOOD_DATA')),
    databaseUrl: postgresUrl(optional('DATABASE_URL')),
    publicUrl: addressOf(optional('TULIPWOOD_PUBLIC_URL')),
    trustedProxies: read('TULIPWOOD_TRUSTED_PROXIES')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
    adminPassword: optional('TULIPWOOD_ADMIN_PASSWORD'),
    timezone: zoneOf(optional('TULIPWOOD_TIMEZONE')),
    smtp: smtpOf(optional('TULIPWOOD_SMTP_URL'), optional('TULIPWOOD_MAIL_FROM')),
    logLevel: read('TULIPWOOD_LOG'),
  }
}

function portOf(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigProblem(`TULIPWOOD_PORT is not a port: ${text}`)
  return port
}

function postgresUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !/^postgres(ql)?:\/\//.test(text))
    throw new ConfigProblem('DATABASE_URL must start with postgres://')
  return text
}

function addressOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigProblem(`TULIPWOOD_PUBLIC_URL is not an http(s) address: ${text}`)
  return text.replace(/\/+$/, '')
}

function zoneOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    throw new ConfigProblem(`TULIPWOOD_TIMEZONE is not a time zone: ${text}`)
  }
}

function smtpOf(url: string | undefined, from: string | undefined): Smtp | null {
  if (url === undefined) return null
  // The address holds a password: it is not repeated.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || new URL(url).hostname === '')
    throw new ConfigProblem('TULIPWOOD_SMTP_URL must be of the form smtp://user:password@host:port')
  const [, name = '', named, bare] =
    /^(?:"?([^"<>]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/.exec(from ?? '') ?? []
  const address = named ?? bare
  if (address === undefined)
    throw new ConfigProblem('TULIPWOOD_MAIL_FROM must be an address such as tracker@example.org when mail is sent')
  return { url, from: { name, address } }
}
