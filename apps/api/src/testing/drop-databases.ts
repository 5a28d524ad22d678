/** Set-up of each test file of the api: its databases end with it. Vitest runs this hook after those of the file. */
import { afterAll } from 'vitest'
import { dropTestDatabases } from './database.ts'
import { dropLentDatabases } from './reused-database.ts'

afterAll(dropTestDatabases)
afterAll(dropLentDatabases)
