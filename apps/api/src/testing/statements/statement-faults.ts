/** Faults of recorded statements, found in one database for all test files of this process. Nothing changes that database. */
import pg from 'pg'
import { copyTemplate } from '#api/testing/database.ts'
import { findDomainTables, findScansWithoutDomain } from './find-scans.ts'
import type { Statement } from './record-statements.ts'
import { wholeTables } from './table-placement.ts'

async function openDatabase(): Promise<{ client: pg.Client; domainTables: Set<string> }> {
  const { ownerUrl } = await copyTemplate(`statements_${process.pid}`)
  // Open until the process ends: a new connection would read the whole catalog again.
  const client = new pg.Client(ownerUrl)
  await client.connect()
  return { client, domainTables: await findDomainTables(client, Object.keys(wholeTables)) }
}

let database: ReturnType<typeof openDatabase> | undefined

export async function findFaults(statements: Statement[]): Promise<string[]> {
  database ??= openDatabase()
  const { client, domainTables } = await database
  const faults: string[] = []
  for (const { file, text } of statements) {
    const tables = await findScansWithoutDomain(client, domainTables, text)
    if (tables.length > 0) faults.push(`${file} reads ${tables.join(', ')} without domain_id:\n${text}`)
  }
  return faults
}
