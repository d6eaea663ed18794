import { createDirectorySink } from './directory-sink.ts'
import type { ArchiveSink } from './sink.ts'
import { createZipSink } from './zip-sink.ts'

/** Opens a zip file if the name ends in .zip, otherwise a directory. */
export const openArchiveSink = (path: string): Promise<ArchiveSink> =>
  path.toLowerCase().endsWith('.zip') ? createZipSink(path) : createDirectorySink(path)
