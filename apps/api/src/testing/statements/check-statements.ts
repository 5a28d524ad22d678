/** Set-up of each test file of the api: the statements that the api sent during its tests name the domain of each table. */
import { afterAll, inject } from 'vitest'
import { withClient } from '#api/db/connection/with-client.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { findDomainTables, findScansWithoutDomain } from './find-scans.ts'
import { recordStatements, type Statement, takeStatements } from './record-statements.ts'
import { wholeTables } from './table-placement.ts'

recordStatements()

/** One for all test files of this process. No test changes it. */
let database: ReturnType<typeof createTestDatabase> | undefined

async function findFaults(statements: Statement[]): Promise<string[]> {
  database ??= createTestDatabase()
  const { ownerUrl } = await database
  return withClient(ownerUrl, async (client) => {
    const domainTables = await findDomainTables(client, Object.keys(wholeTables))
    const faults: string[] = []
    for (const { file, text } of statements) {
      const tables = await findScansWithoutDomain(client, domainTables, text)
      if (tables.length > 0) faults.push(`${file} reads ${tables.join(', ')} without domain_id:\n${text}`)
    }
    return faults
  })
}

afterAll(async () => {
  const statements = takeStatements()
  const faults = statements.length > 0 && inject('cluster') ? await findFaults(statements) : []
  if (faults.length > 0)
    throw new Error(
      `Name domain_id for each table of a statement, as the value of a parameter (decision 088).\n${faults.join('\n\n')}`,
    )
})
