// Shared by build scripts: checks whether outputs are out of date, and replaces directories atomically.
import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')

/** Packages that are not part of the bundle: they load files of their own, or are optional. */
export const unbundledPackages = ['sharp', '@aws-sdk/client-s3', '@fastify/swagger-ui', 'sanitize-html']

/** Sources of the bundle of the server and of the command line. */
export const serverSources = ['src', 'packages', 'package-lock.json', 'tools/build-server.mjs']

/** Returns whether any of the sources, directories included, is newer than the output. */
export const isOutOfDate = (output, sources) => newest(sources) > changedAt(output)

function newest(places) {
  return Math.max(
    ...places.flatMap((target) => {
      const absolute = path.join(root, target)
      if (!statSync(absolute).isDirectory()) return [changedAt(target)]
      const inside = readdirSync(absolute, { recursive: true }).map((name) =>
        changedAt(path.join(target, String(name))),
      )
      return [changedAt(target), ...inside]
    }),
  )
}

function changedAt(target) {
  try {
    return statSync(path.join(root, target)).mtimeMs
  } catch {
    return 0
  }
}

/**
 * Fills a temporary directory and renames it to its final name: running programs find the old or the new one, never an
 * incomplete one. If `fill` throws, the old one stays.
 */
export async function replaceDirectory(directory, fill) {
  const target = path.join(root, directory)
  const temporary = mkdtempSync(`${target}-`)
  try {
    await fill(temporary)
    makeReadable(temporary)
  } catch (problem) {
    rmSync(temporary, { recursive: true, force: true })
    throw problem
  }
  const old = `${temporary}-old`
  move(target, old)
  renameSync(temporary, target)
  rmSync(old, { recursive: true, force: true })
}

/** Other users may run the output, whatever the umask; a temporary directory is private by default. */
function makeReadable(directory) {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}

function move(from, to) {
  try {
    renameSync(from, to)
  } catch (problem) {
    if (problem.code !== 'ENOENT') throw problem
  }
}
