import { runReadThread } from '../src/run-read-thread.ts'
import { functions } from './functions.ts'

runReadThread(functions)
