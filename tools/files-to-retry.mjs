// files-to-retry.mjs REPORT: prints the files to repeat: those with failures, if there are few. Exits with 1 if
// repeating them would hide a problem: no report, no failing file, or too many. Runs on any Node version.
import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { listFailedFiles } from './failed-tests.mjs'

const maxFiles = 3

const [file] = process.argv.slice(2)
const files = existsSync(file) ? listFailedFiles(JSON.parse(readFileSync(file, 'utf8'))) : []
if (files.length === 0 || files.length > maxFiles) process.exit(1)
console.log(files.join('\n'))
