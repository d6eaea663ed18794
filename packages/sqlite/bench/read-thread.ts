import { runReadThread } from '../src/run-read-thread.ts'

runReadThread({})
