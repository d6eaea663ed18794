import { runReadThread } from '@tulipwood/sqlite/read-thread'
import { sqliteFunctions } from './sqlite-functions.ts'

runReadThread(sqliteFunctions)
