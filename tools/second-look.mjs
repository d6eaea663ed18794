// second-look.mjs REPORT: prints the files to be run once more, alone: those with failures, if they are few. Exits with
// 1 if a second look would hide something: no report, no failing file, or too many of them. Any old Node runs it.
import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { listFailedFiles } from './failed-tests.mjs'

const atMost = 3

const [file] = process.argv.slice(2)
const files = existsSync(file) ? listFailedFiles(JSON.parse(readFileSync(file, 'utf8'))) : []
if (files.length === 0 || files.length > atMost) process.exit(1)
console.log(files.join('\n'))
