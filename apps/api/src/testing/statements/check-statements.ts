/**
 * Set-up of each test file of the api: the statements that the api sent during its tests name the domain of each table. Vitest runs this file
 * again for each test file, so everything that lasts is elsewhere.
 */
import { afterAll, inject } from 'vitest'
import { recordStatements, takeStatements } from './record-statements.ts'
import { findFaults } from './statement-faults.ts'

recordStatements()

afterAll(async () => {
  const statements = takeStatements()
  const faults = statements.length > 0 && inject('cluster') ? await findFaults(statements) : []
  if (faults.length > 0)
    throw new Error(
      `Name domain_id for each table of a statement, as the value of a parameter (decision 088).\n${faults.join('\n\n')}`,
    )
})
