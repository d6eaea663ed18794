import { accessSync, constants, readdirSync } from 'node:fs'
import path from 'node:path'

const debianDirectory = '/usr/lib/postgresql'

const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'createdb', 'dropdb']

/**
 * Returns the directory of the programs of an installed PostgreSQL with its client programs, the highest version first;
 * undefined: none is installed. The server of the lockfile comes without `pg_dump`.
 */
export function findInstalledPostgres(): string | undefined {
  const versions = listNames(debianDirectory).sort((a, b) => Number(b) - Number(a))
  const directories = [
    ...versions.map((version) => path.join(debianDirectory, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':').filter((directory) => directory.startsWith('/')),
  ]
  return directories.find((directory) => programs.every((program) => canRun(path.join(directory, program))))
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
