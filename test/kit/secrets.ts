import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { World } from '../../src/world/model/world.ts'

/** Collects secrets, to search for them where they must not occur. */
export interface Secrets {
  /** Adds a secret and returns it. */
  add(name: string, secret: string): string
  readonly names: readonly string[]
  /** Names of the secrets that occur in a text, in any encoding. */
  findIn(text: string): string[]
}

/** Shorter texts occur in any large file by chance. */
const minLength = 10

export function createSecrets(): Secrets {
  const secrets = new Map<string, readonly string[]>()
  return {
    add(name, secret) {
      if (secret.length < minLength) throw new Error(`${name} is too short to search for: ${secret}`)
      secrets.set(name, formsOf(secret))
      return secret
    },
    get names() {
      return [...secrets.keys()]
    },
    findIn(text) {
      // Search indexes store folded texts, so a secret may occur in lower case.
      const folded = text.toLowerCase()
      return [...secrets].filter(([, forms]) => forms.some((form) => folded.includes(form))).map(([name]) => name)
    },
  }
}

/** As plain text, URL-encoded, in hexadecimal and base64; an encoded secret also as the bytes it encodes. */
function formsOf(secret: string): string[] {
  // In `tlp-k1-7.<digits>`, only the digits are secret.
  const own = secret.slice(secret.lastIndexOf('.') + 1)
  const texts = new Set([secret, own, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  const bytes = [...texts].map((text) => Buffer.from(text))
  if (/^(?:[0-9a-f]{2}){16,}$/i.test(own)) bytes.push(Buffer.from(own, 'hex'))
  else if (/^[\w-]{22,}$/.test(own)) bytes.push(Buffer.from(own, 'base64url'))
  const coded = bytes.flatMap((each) => [each.toString('hex'), each.toString('latin1'), ...inBase64(each)])
  return [...new Set([...texts, ...coded])].map((form) => form.toLowerCase()).filter((form) => form.length >= minLength)
}

/** Base64 at any offset of the encoded text; characters that depend on neighboring bytes are left out. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const coded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const own = coded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** All values of all tables, by `table.column`. */
export async function loadColumns({ db }: Pick<World, 'db'>): Promise<Map<string, string>> {
  const tables = await (db.dialect === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema')`
  ).execute(db.read)
  const columns = new Map<string, string>()
  for (const { name } of tables.rows) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db.read)
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const place = `${name}.${column}`
        const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
        columns.set(place, `${columns.get(place) ?? ''}\n${text}`)
      }
  }
  return columns
}

/** The content of all files in a directory, one character per byte. */
export async function loadFiles(directory: string): Promise<Map<string, string>> {
  const all = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = all.filter((each) => each.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  const read = files.map(
    async (file) => [path.relative(directory, file), (await readFile(file)).toString('latin1')] as const,
  )
  return new Map(await Promise.all(read))
}
