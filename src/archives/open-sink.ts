import { folderSink } from './folder-sink.ts'
import type { ArchiveSink } from './sink.ts'
import { zipSink } from './zip-sink.ts'

/** A zip file when the name says so, else a folder. */
export const openSink = (path: string): Promise<ArchiveSink> =>
  path.toLowerCase().endsWith('.zip') ? zipSink(path) : folderSink(path)
